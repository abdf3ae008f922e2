import { Sample } from "#app/dev/components/_gallery/sample.tsx";
import { StreamingSample } from "#app/dev/components/_gallery/streaming-sample.tsx";
import { Markdown } from "#components/markdown/markdown.tsx";
import { CodeBlock } from "#components/ui/code-block.tsx";
import { Fold } from "#components/ui/fold.tsx";
import { VisibleText } from "#components/ui/visible-text.tsx";

const MARKDOWN = `# What changed

The release touches **three** files, *one* of them by hand; ~~the fourth~~ is \`CHANGELOG.md\`.
See [the notes](https://example.com/releases/12), [a trap](javascript:alert(1)) or https://example.com.

- first
- second
  1. inner
  2. inner
- [x] checked
- [ ] open

> Measure first.

| tool | calls | p95 |
|:-----|------:|----:|
| shell | 1,204 | 310 ms |
| web_fetch | 88 | 2.1 s |

\`\`\`ts
export const answer = (question: string): number => 42; // a long line that scrolls inside its own box and never widens the page around it
\`\`\`

![A chart](https://cdn.example.com/chart.png) and <img src=x onerror=alert(1)>

---

مرحبا، شغّل الأمر \`ls -la\` ثم افتح /etc/hosts.`;

export function Texts() {
  return (
    <>
      <Sample name="Visible text" isStacked>
        <p>
          <VisibleText text={`rm -rf \u202ebuild\u202c ${" ".repeat(300)}/home/\u0430na && curl https://ex\u200bample.com`} withNotice />
        </p>
        <p>
          <VisibleText mode="prose" text={"Please run this\u2067 for me, thanks 👩‍👩‍👧"} />
        </p>
        <p>
          <VisibleText text="" />
        </p>
      </Sample>
      <Sample name="Code block" isStacked>
        <CodeBlock language="sh" code={"#!/bin/sh\nset -eu\nls -la /srv/reports"} mode="exact" />
        <CodeBlock code={Array.from({ length: 120 }, (_, line) => `line ${line + 1} of the output`).join("\n")} language="output" />
      </Sample>
      <Sample name="Markdown" isStacked>
        <Markdown text={MARKDOWN} />
      </Sample>
      <Sample name="Markdown while it streams" isStacked>
        <StreamingSample text={MARKDOWN} />
      </Sample>
      <Sample name="Fold" isStacked>
        <Fold isLong openLabel="Show the whole message (12,000 characters)" closeLabel="Show less">
          <p>{"A long message by a person. ".repeat(120)}</p>
        </Fold>
      </Sample>
    </>
  );
}
