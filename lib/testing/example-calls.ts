/**
 * One sound call of each tool that the product brings: what a matrix over all tools calls them with. `web_fetch` needs the address of a server of the test's,
 * and what `send_draft` names must have been put there.
 */
export function exampleCalls(origin: string): Readonly<Record<string, Record<string, unknown>>> {
  return {
    document: { action: "create", title: "Example", text: "x" },
    draft: { action: "create", destination: "Example", text: "x" },
    file_system: { action: "write", path: "example.txt", content: "x" },
    scheduler: { action: "create", prompt: "Say hello.", cron: "0 9 * * *" },
    send_draft: { draftId: "019b0000-0000-7000-8000-000000000000", version: "0".repeat(64) },
    shell: { command: "echo ran >> example.count" },
    web_fetch: { url: `${origin}/example`, method: "POST", body: "x" },
  };
}
