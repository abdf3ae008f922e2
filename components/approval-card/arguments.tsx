import { Argument, ArgumentList } from "#components/approval-card/argument-list.tsx";
import { CommandArguments } from "#components/approval-card/command-arguments.tsx";
import { DocumentArguments } from "#components/approval-card/document-arguments.tsx";
import { DraftArguments } from "#components/approval-card/draft-arguments.tsx";
import { OtherArguments } from "#components/approval-card/other-arguments.tsx";
import { WebArguments } from "#components/approval-card/web-arguments.tsx";
import { WriteArguments } from "#components/approval-card/write-arguments.tsx";
import type { CallPreview } from "#lib/approvals/call-preview.ts";

/** The complete arguments of a call, in the form that its tool asks for. What a form has no place for stands below it: nothing is left out. */
export function Arguments({ tool, args, preview }: { tool: string; args: Record<string, unknown>; preview: CallPreview }) {
  const form = formOf(tool, args, preview);
  return (
    <ArgumentList>
      {form?.content}
      <OtherArguments args={args} shown={form?.shown ?? []} />
      {Object.keys(args).length === 0 ? <Argument name="Arguments">None</Argument> : null}
    </ArgumentList>
  );
}

/** `shown` are the arguments that the form itself shows in full. Arguments of unexpected types go to the general form. */
function formOf(tool: string, args: Record<string, unknown>, preview: CallPreview) {
  const { command, url, path, content, title, text } = args;
  if (tool === "shell" && typeof command === "string") {
    return { content: <CommandArguments command={command} preview={preview?.kind === "command" ? preview : null} />, shown: ["command"] };
  }
  if (tool === "web_fetch" && typeof url === "string" && isTextOrMissing(args.method) && isTextOrMissing(args.body)) {
    return { content: <WebArguments url={url} method={args.method} body={args.body} />, shown: ["url", "method", "body"] };
  }
  if (tool === "file_system" && args.action === "write" && typeof path === "string" && typeof content === "string") {
    const current = preview?.kind === "write" ? preview.current : null;
    return { content: <WriteArguments path={path} text={content} current={current} />, shown: ["action", "path", "content"] };
  }
  if (preview?.kind === "document" && isTextOrMissing(title) && isTextOrMissing(text)) {
    return { content: <DocumentArguments document={preview.document} title={title} text={text} />, shown: ["action", "title", "text"] };
  }
  if (preview?.kind === "draft") return { content: <DraftArguments draft={preview.draft} />, shown: [] };
  return null;
}

function isTextOrMissing(value: unknown): value is string | undefined {
  return value === undefined || typeof value === "string";
}
