import { Argument } from "#components/approval-card/argument-list.tsx";
import { WholeText } from "#components/approval-card/whole-text.tsx";
import { VisibleText } from "#components/ui/visible-text.tsx";

/** Every argument that no form shows, one by one and unfolded: texts as texts, all else as JSON. Nothing here can be skipped by not opening it. */
export function OtherArguments({ args, shown }: { args: Record<string, unknown>; shown: readonly string[] }) {
  return Object.entries(args)
    .filter(([name]) => !shown.includes(name))
    .map(([name, value]) => (
      <Argument key={name} name={name}>
        {isPlain(value) ? <VisibleText text={String(value)} /> : <WholeText text={textOf(value)} label={name} />}
      </Argument>
    ));
}

function isPlain(value: unknown): boolean {
  return value === null || typeof value === "number" || typeof value === "boolean";
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value, null, 2);
}
