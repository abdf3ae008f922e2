import type { Fill, Part } from "./outcomes.ts";

const SIZE = 6;

/** Lines of each pattern in its square; they are drawn in the ground's colour, so that the part keeps its own. */
const LINES: Record<Fill, string> = {
  solid: "",
  diagonal: "M-1 7 L7 -1 M-1 1 L1 -1 M5 7 L7 5",
  "back-diagonal": "M-1 -1 L7 7 M5 -1 L7 1 M-1 5 L1 7",
  horizontal: "M0 3 H6",
  vertical: "M3 0 V6",
  grid: "M0 3 H6 M3 0 V6",
  dots: "M3 2 V4 M2 3 H4",
};

/** The fill of one part of a stacked chart as an SVG pattern. */
export function FillPattern({ id, part }: { id: string; part: Pick<Part, "role" | "fill"> }) {
  return (
    <pattern id={id} width={SIZE} height={SIZE} patternUnits="userSpaceOnUse">
      <rect width={SIZE} height={SIZE} fill={`var(--${part.role})`} />
      <path d={LINES[part.fill]} stroke="var(--raised)" strokeWidth={part.fill === "dots" ? 2 : 1.4} fill="none" />
    </pattern>
  );
}
