const WIDTH = 120;
const HEIGHT = 28;

/** A figure's way through the range, without numbers: those are in the panels. Nulls are gaps. */
export function Sparkline({ values }: { values: (number | null)[] }) {
  const highest = Math.max(...values.map((value) => value ?? 0));
  if (values.length < 2 || highest === 0) return <span className="block h-7" />;
  const x = (index: number) => (index / (values.length - 1)) * WIDTH;
  const y = (value: number) => HEIGHT - 1.5 - (value / highest) * (HEIGHT - 4);
  let isDrawing = false;
  const path = values.map((value, index) => {
    const step = value === null ? "" : `${isDrawing ? "L" : "M"}${x(index).toFixed(1)} ${y(value).toFixed(1)}`;
    isDrawing = value !== null;
    return step;
  });
  return (
    <svg className="block h-7 w-full" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
      <path
        d={path.join("")}
        fill="none"
        stroke="var(--accent)"
        strokeWidth="1.5"
        vectorEffect="non-scaling-stroke"
        strokeLinejoin="round"
      />
    </svg>
  );
}
