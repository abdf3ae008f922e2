/** One sound call of each tool that the product brings: what a matrix over all tools calls them with. `web_fetch` needs the address of a server of the test's. */
export function exampleCalls(origin: string): Readonly<Record<string, Record<string, unknown>>> {
  return {
    file_system: { action: "write", path: "example.txt", content: "x" },
    scheduler: { action: "create", prompt: "Say hello.", cron: "0 9 * * *" },
    shell: { command: "echo ran >> example.count" },
    web_fetch: { url: `${origin}/example`, method: "POST", body: "x" },
  };
}
