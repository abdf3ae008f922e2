import { Markdown } from "#components/markdown/markdown.tsx";
import { Disclosure } from "#components/ui/disclosure.tsx";
import { RelativeTime } from "#components/ui/relative-time.tsx";
import type { ChatDetail } from "#lib/chats/chat-view.ts";

/** Where models no longer read word by word: what they are told instead. */
export function SummaryNote({ summary }: { summary: NonNullable<ChatDetail["summary"]> }) {
  const { text, coveredMessages, model, writtenAt } = summary;
  return (
    <Disclosure
      summary={`The model reads ${coveredMessages} earlier messages as a summary`}
      className="mb-7 rounded-lg bg-canvas text-sm text-muted hairline-ring"
    >
      <Markdown text={text} />
      <p className="mt-3 text-xs">
        Written by {model}, <RelativeTime at={writtenAt.toISOString()} />. The messages themselves stay in the chat.
      </p>
    </Disclosure>
  );
}
