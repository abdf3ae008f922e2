import type { ReactNode } from "react";
import { CodeBlock } from "#components/ui/code-block.tsx";
import { Disclosure } from "#components/ui/disclosure.tsx";
import { MODE_WORDS, toolsWords } from "./agent-words.ts";
import type { ShownAgent } from "./shown-agent.ts";

/** What an agent has, for everybody to read. */
export function AgentFacts({ agent }: { agent: ShownAgent }) {
  const { model, tools, approvalMode, temperature, iterations, skills, instructions, version } = agent;
  return (
    <>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 text-sm">
        <Fact name="Model">{model ?? "The server's"}</Fact>
        <Fact name="Tools">{toolsWords(tools)}</Fact>
        <Fact name="Approvals">{MODE_WORDS[approvalMode]}</Fact>
        <Fact name="Skills">{skills === null ? "All that are switched on" : skills.join(", ") || "None"}</Fact>
        <Fact name="Limits">
          {iterations} {iterations === 1 ? "round" : "rounds"} of calls a message
          {temperature === null ? null : `, temperature ${temperature}`}
        </Fact>
        <Fact name="Version">{version}</Fact>
      </dl>
      {instructions ? (
        <Disclosure summary={<span className="text-sm text-muted">What it is told</span>}>
          <CodeBlock code={instructions} isWrapped />
        </Disclosure>
      ) : null}
    </>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-muted">{name}</dt>
      <dd className="min-w-0 wrap-anywhere">{children}</dd>
    </>
  );
}
