const WIDTH = 100;

/** p50, p95 and p99 of a row on one scale (logarithmic, shared by all rows of the table): a dot, a line and an end. */
export function Spread({
  p50Ms,
  p95Ms,
  p99Ms,
  longestMs,
}: {
  p50Ms: number | null;
  p95Ms: number | null;
  p99Ms: number | null;
  longestMs: number;
}) {
  if (p50Ms === null || p95Ms === null || p99Ms === null) return null;
  const x = (ms: number) => 2 + (Math.log1p(ms) / Math.log1p(Math.max(1, longestMs))) * (WIDTH - 5);
  return (
    <svg className="h-3 w-14" viewBox={`0 0 ${WIDTH} 12`} preserveAspectRatio="none" aria-hidden="true">
      <path d={`M${x(p50Ms)} 6 H${x(p99Ms)}`} stroke="var(--edge)" strokeWidth="1.5" vectorEffect="non-scaling-stroke" />
      <path d={`M${x(p50Ms)} 2 V10`} stroke="var(--accent)" strokeWidth="3" vectorEffect="non-scaling-stroke" />
      <path d={`M${x(p95Ms)} 3 V9`} stroke="var(--waiting)" strokeWidth="2" vectorEffect="non-scaling-stroke" />
      <path d={`M${x(p99Ms)} 3 V9`} stroke="var(--failed)" strokeWidth="2" vectorEffect="non-scaling-stroke" />
    </svg>
  );
}

/** A share of a whole, as a bar. */
export function ShareBar({ share, color = "accent" }: { share: number; color?: string }) {
  return (
    <svg className="h-2 w-full min-w-16 rounded-xs bg-sunken" viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
      <rect width={Math.max(share > 0 ? 0.5 : 0, share * 100)} height="8" fill={`var(--${color})`} />
    </svg>
  );
}
