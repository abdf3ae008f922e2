/** A key, as it is written on the keyboard. */
export function Kbd({ children }: { children: string }) {
  return (
    <kbd className="inline-grid h-5 min-w-5 place-items-center rounded-sm border border-b-2 border-line bg-surface px-1 font-mono text-xs text-muted">
      {children}
    </kbd>
  );
}
