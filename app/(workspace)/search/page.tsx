import { MessagesSquare } from "lucide-react";
import Form from "next/form";
import Link from "next/link";
import { PageBody, PageHeader } from "#components/shell/page-header.tsx";
import { Button } from "#components/ui/button.tsx";
import { buttonStyles } from "#components/ui/button-styles.ts";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { Input } from "#components/ui/input.tsx";
import { RelativeTime } from "#components/ui/relative-time.tsx";
import { VisibleText } from "#components/ui/visible-text.tsx";
import { count } from "#components/words.ts";
import { pageActor } from "#lib/auth/page-actor.ts";
import type { ChatItem } from "#lib/chats/chat-view.ts";
import { listChats } from "#lib/chats/list-chats.ts";
import { readFrom } from "#lib/paging/read-from.ts";
import { titleWords } from "../chat/_components/title-words.ts";

export const metadata = { title: "Search chats" };

const PER_PAGE = 50;

/** Every chat that the viewer may see, by words of its title. The address holds what is looked for. */
export default async function SearchPage({ searchParams }: { searchParams: Promise<Record<string, string | string[] | undefined>> }) {
  const actor = await pageActor();
  const { q, cursor } = await searchParams;
  const words = typeof q === "string" ? q.slice(0, 200) : "";
  const list = (from: string | undefined) => listChats(actor, { q: words, cursor: from, limit: PER_PAGE });
  const { items, nextCursor, total } = (await readFrom(typeof cursor === "string" ? cursor : undefined, list)).page;
  return (
    <>
      <PageHeader title="Search chats" description="By words of their names. Private chats of others are not among them." />
      <PageBody className="max-w-3xl">
        <search>
          <Form action="/search" className="flex gap-2">
            <Input
              key={words}
              name="q"
              type="search"
              aria-label="Words of the name"
              placeholder="Words of the name"
              defaultValue={words}
              maxLength={200}
              autoFocus
            />
            <Button variant="primary" type="submit">
              Search
            </Button>
          </Form>
        </search>
        {items.length === 0 ? (
          <EmptyState icon={<MessagesSquare />} title={words ? "No chat has these words in its name" : "There are no chats yet"}>
            {words ? "Part of a word is enough; case does not matter." : "Your first words in a new chat begin one."}
          </EmptyState>
        ) : (
          <section aria-label="Chats" className="grid gap-3">
            <p role="status" className="text-sm text-muted">
              {count(total)} {total === 1 ? "chat" : "chats"}
            </p>
            <ul className="divide-y rounded-md hairline-ring">
              {items.map((chat) => (
                <Found key={chat.id} chat={chat} />
              ))}
            </ul>
            {nextCursor ? (
              <Link href={`/search?${new URLSearchParams({ q: words, cursor: nextCursor })}`} className={buttonStyles({ size: "sm" })}>
                Earlier chats
              </Link>
            ) : null}
          </section>
        )}
      </PageBody>
    </>
  );
}

function Found({ chat }: { chat: ChatItem }) {
  return (
    <li className="relative grid gap-0.5 px-3.5 py-2.5 hover:bg-hover">
      <Link href={`/chat/${chat.id}`} className="font-medium wrap-anywhere after:absolute after:inset-0">
        <VisibleText text={chat.title || titleWords("")} mode="prose" />
      </Link>
      <p className="text-sm text-muted">
        {chat.createdBy.name} · {chat.agentName ? `${chat.agentName} · ` : null}
        <RelativeTime at={chat.updatedAt.toISOString()} />
        {chat.needsYou ? " · needs you" : chat.runStatus ? " · running" : chat.isUnread ? " · unread" : ""}
      </p>
    </li>
  );
}
