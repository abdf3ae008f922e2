"use client";

import Link from "next/link";
import { usePathname } from "next/navigation";
import { cx } from "#components/cx.ts";
import { words } from "#components/words.ts";

/** The chats in which something was last said, newest first. */
export function RailChats({ chats }: { chats: { id: string; title: string }[] }) {
  const path = usePathname();
  return (
    <section aria-label={words.recentChats}>
      <h2 className="eyebrow px-2 pb-1">{words.recentChats}</h2>
      {chats.length === 0 ? <p className="px-2 text-sm text-muted">None yet. Your first words start one.</p> : null}
      <ul>
        {chats.map(({ id, title }) => (
          <li key={id}>
            <Link
              href={`/chat/${id}`}
              aria-current={path === `/chat/${id}` ? "page" : undefined}
              className={cx("flex h-8 items-center rounded-md px-2 hover:bg-hover", path === `/chat/${id}` && "bg-surface font-medium")}
            >
              <span className="truncate">{title}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
