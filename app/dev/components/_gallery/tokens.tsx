import { Sample } from "#app/dev/components/_gallery/sample.tsx";
import { Guilloche } from "#components/brand/guilloche.tsx";
import { Logo } from "#components/brand/logo.tsx";

const GROUNDS = [
  "bg-canvas",
  "bg-surface",
  "bg-raised",
  "bg-sunken",
  "bg-hover",
  "bg-accent-soft",
  "bg-accent",
  "bg-danger",
  "bg-edge",
  "bg-ink",
];
const TYPE = [
  ["text-2xl font-semibold tracking-tight", "Nothing runs unseen"],
  ["text-xl font-semibold tracking-tight", "Approvals"],
  ["text-lg font-semibold", "Run command in the workspace?"],
  ["text-prose", "Prose of a message: the agent read three files and found two that differ from the last release."],
  ["text-base", "The text of controls, tables and lists. 0123456789"],
  ["text-sm text-muted", "Hints, asides and times."],
  ["text-xs font-medium", "Badges and labels over groups."],
  ["font-mono text-sm tabular-nums", "ls -la /srv/reports  1.32 s  0O 1lI"],
] as const;

export function Tokens() {
  return (
    <>
      <Sample name="Grounds">
        {GROUNDS.map((ground) => (
          <span key={ground} className="grid w-16 gap-1 font-mono text-xs text-muted">
            <span className={`h-9 rounded-md hairline-ring ${ground}`} />
            {ground.slice(3)}
          </span>
        ))}
      </Sample>
      <Sample name="Type" isStacked>
        {TYPE.map(([look, text]) => (
          <p key={look} className={look}>
            {text}
          </p>
        ))}
      </Sample>
      <Sample name="Mark">
        <Logo className="size-6" />
        <Logo className="size-10" />
        <Guilloche className="size-24 text-accent" />
      </Sample>
    </>
  );
}
