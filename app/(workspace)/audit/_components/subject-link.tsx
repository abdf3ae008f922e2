import Link from "next/link";
import { VisibleText } from "#components/ui/visible-text.tsx";

const PAGES: Record<string, (id: string) => string> = {
  "tool-call": (id) => `/tool-calls/${id}`,
  approval: (id) => `/approvals?id=${id}`,
  grant: (id) => `/settings/grants#${id}`,
  agent: (id) => `/settings/agents#${id}`,
  schedule: (id) => `/schedules/${id}`,
  chat: (id) => `/chat/${id}`,
  document: (id) => `/documents/${id}`,
  draft: (id) => `/documents/drafts/${id}`,
};

/** What an entry is about: leads there when it has a page. The export has the ids in full. */
export function SubjectLink({ subject }: { subject: string }) {
  const [kind = "", id = ""] = subject.split(":", 2);
  const page = Object.hasOwn(PAGES, kind) ? PAGES[kind] : undefined;
  if (!/^[0-9a-f-]{36}$/.test(id)) return <VisibleText text={subject} />;
  const words = (
    <>
      <VisibleText text={kind} mode="prose" /> <span className="font-mono text-xs">…{id.slice(-8)}</span>
    </>
  );
  if (!page) return <span title={subject}>{words}</span>;
  return (
    <Link href={page(id)} prefetch={false} className="text-accent underline-offset-3 hover:underline">
      {words}
    </Link>
  );
}
