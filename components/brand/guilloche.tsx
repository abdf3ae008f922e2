const TURNS = 18;
const POINTS = 361;

/** The fine pattern of a security print, behind empty and lost pages. Decorative; computed once, no picture is loaded. */
export function Guilloche({ className }: { className?: string }) {
  return (
    <svg viewBox="-100 -100 200 200" className={className} fill="none" aria-hidden="true">
      {ROSETTES.map((path) => (
        <path key={path} d={path} stroke="currentColor" strokeWidth="0.45" />
      ))}
    </svg>
  );
}

const ROSETTES = [
  { inner: 58, depth: 34, phase: 0 },
  { inner: 58, depth: 34, phase: Math.PI / TURNS },
  { inner: 34, depth: 20, phase: 0 },
  { inner: 34, depth: 20, phase: Math.PI / TURNS },
].map(rosette);

function rosette({ inner, depth, phase }: { inner: number; depth: number; phase: number }): string {
  return Array.from({ length: POINTS }, (_, step) => {
    const angle = (step / (POINTS - 1)) * 2 * Math.PI;
    const radius = inner + depth * Math.sin(TURNS * angle + phase) * Math.cos(3 * angle);
    return `${step === 0 ? "M" : "L"}${(radius * Math.cos(angle)).toFixed(1)} ${(radius * Math.sin(angle)).toFixed(1)}`;
  }).join("");
}
