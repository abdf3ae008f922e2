/** The mark: one tick, and the second one that signs against it. Decorative: the name stands beside it or on its link. */
export function Logo({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 32 32" className={className} fill="none" aria-hidden="true">
      <rect x="1.25" y="1.25" width="29.5" height="29.5" rx="6" className="stroke-accent" strokeWidth="2.5" />
      <path d="M7 16.6l4.6 4.6L20 10.4" className="stroke-accent" strokeWidth="3" strokeLinecap="square" />
      <path d="M15.6 20.2l1 1L25 10.4" className="stroke-ink" strokeWidth="3" strokeLinecap="square" />
    </svg>
  );
}
