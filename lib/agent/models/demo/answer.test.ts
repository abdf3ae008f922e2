import { describe, expect, it } from "vitest";
import { answer } from "./answer.ts";
import type { Conversation, Exchange } from "./conversation.ts";
import { parseIntent } from "./parse-intent.ts";
import { planCall } from "./plan-call.ts";

const NOW = Date.UTC(2026, 10, 29, 12, 0, 0);
const ALL = ["document", "file_system", "shell", "web_fetch", "scheduler"];

/** The conversation in which the tools gave these answers to the demo's own calls. */
function conversation(message: string, results: string[] = [], tools = ALL): Conversation {
  const intent = parseIntent(message);
  const actions = intent.kind === "act" ? intent.actions : [];
  const exchanges = results.map((result, index): Exchange => {
    const action = actions[index];
    if (!action) throw new Error("more results than actions");
    return { ...planCall(action, NOW, "Europe/Madrid"), result };
  });
  return { message, exchanges, tools: new Set(tools), timeZone: "Europe/Madrid" };
}
const ask = (message: string, results?: string[], tools?: string[]) => answer(conversation(message, results, tools), NOW);

describe("asks for one tool call, with words before it", () => {
  it.each([
    ["List files in the current directory", "file_system", { action: "list", path: "." }],
    ["Write hello to notes.txt", "file_system", { action: "write", path: "notes.txt", content: "hello" }],
    ["Create a document called Plan: hello", "document", { action: "create", title: "Plan", text: "hello" }],
    ["Lee notas.txt", "file_system", { action: "read", path: "notas.txt" }],
    ["¿Qué hay en la portada de Hacker News?", "web_fetch", { url: "https://news.ycombinator.com" }],
    ["Run rm -rf / on the server", "shell", { command: "rm -rf /" }],
    [
      "In one minute, list my files",
      "scheduler",
      { action: "create", name: "List my files", prompt: "list my files", timeZone: "Europe/Madrid", runAt: "2026-11-29T12:01:00.000Z" },
    ],
    [
      "Every weekday at 9, fetch https://a.test and summarise",
      "scheduler",
      {
        action: "create",
        name: "Fetch https://a.test and summarise",
        prompt: "fetch https://a.test and summarise",
        timeZone: "Europe/Madrid",
        cron: "0 9 * * 1-5",
      },
    ],
  ])("%s", (message, tool, input) => {
    const { text, call } = ask(message);
    expect(call).toEqual({ tool, input });
    expect(text).toMatch(/^\S.*\.$/);
  });
});

describe("says honestly what became of it", () => {
  it.each([
    ["List files", "The workspace · 2 entries\na.txt  5 bytes\nb/  folder", /entries of the workspace:\n\n```\na\.txt {2}5 bytes/],
    ["List files", "The workspace · 0 entries", /workspace is empty/],
    ["Create a document called Plan", 'Made the document "Plan".', /^Done: “Plan” stands under Documents\.$/],
    ["Write hello to notes.txt", "Wrote notes.txt (5 bytes). Version 1.", /^Done: `notes.txt` is written, 5 bytes\.$/],
    ["Escribe hola en notas.txt", "Wrote notas.txt (4 bytes). Version 1.", /^Hecho: `notas.txt` está escrito, 4 bytes\.$/],
    ["Read notes.txt", "notes.txt · 5 bytes · version 1\n\nhello", /`notes.txt` says:\n\n```\nhello\n```/],
    ["Read a.md", "a.md · 9 bytes\n\n```js\n1\n```", /````\n```js/],
    ["Read notes.txt", "ERROR [not_found]: No such file.", /tried to read `notes.txt`, but it failed: No such file\.$/],
    ["Run ls -la", "total 0", /I ran `ls -la`\. It answered:\n\n```\ntotal 0/],
    ["Run true", "", /printed nothing/],
    [
      "Run rm -rf / on the server",
      "REFUSED [gate_denied]: Deleting the root is blocked",
      /tried to run `rm -rf \/`, but it was blocked: .*blocked\. Nothing was done/,
    ],
    ["Run ls -la", "REFUSED [approval_denied]: Not now.", /was denied: Not now\. Nothing was done/],
    ["Run ls -la", "REFUSED [approval_expired]: too late", /nobody decided in time/],
    ["Run ls -la", "AWAITING APPROVAL: An approver has to decide.", /still waits for a person/],
    [
      "Fetch https://a.test",
      "ERROR [connection_failed]: a.test: connection refused",
      /tried to fetch https:\/\/a\.test, but it failed: a\.test: connection refused\./,
    ],
    [
      "In one minute, list my files",
      "Created as a draft.",
      /drafted the schedule “List my files” \(2026-11-29T12:01:00\.000Z\)\. It does nothing until a person activates/,
    ],
    [
      "Every weekday at 9, list my files",
      'Made a draft: "List my files", every weekday at 09:00, Europe/Madrid (id 01a22e9c-af29-73df-b2ba-e2512b3a71b6). It does nothing yet.',
      /drafted the schedule “List my files” \(every weekday at 09:00, Europe\/Madrid\)\. It does nothing until/,
    ],
    [
      "Run rm -rf / on the server",
      'REFUSED [gate_denied]: This command is blocked because it runs "rm". Nothing was run.',
      /blocked: This command is blocked because it runs "rm"\. Nothing was done\.$/,
    ],
    ["Ejecuta rm -rf / en el servidor", "REFUSED [gate_denied]: bloqueado", /fue bloqueado: bloqueado\. No se ha hecho nada/],
  ])("%s, answered %j", (message, result, says) => {
    const { text, call } = ask(message, [result]);
    expect(call).toBeNull();
    expect(text).toMatch(says);
  });
});

it("lists the headings of a fetched page, with markup that cannot come to life", () => {
  const result =
    '200 OK\n<untrusted-content id="x">\nTitle: Front page\n\n1. [One](https://a.test)\n2. ![img](https://evil.test/p.png)\n3. <b>Three</b>\n</untrusted-content id="x">';
  const { text } = ask("What's on the front page of Hacker News?", [result]);
  expect(text).toContain("“Front page”");
  expect(text).toContain("1. One\n");
  expect(text).not.toMatch(/evil|<b>(?<!\\)/);
});

it("goes through several actions one after another, and reports each", () => {
  const message = "Write X to a.txt and read it back";
  expect(ask(message).call?.input).toMatchObject({ action: "write" });
  expect(ask(message, ["Wrote a.txt."]).call?.input).toEqual({ action: "read", path: "a.txt" });
  const { text, call } = ask(message, ["Wrote a.txt.", "a.txt · 1 bytes\n\nX"]);
  expect(call).toBeNull();
  expect(text).toMatch(/Done: `a\.txt`[\s\S]*`a\.txt` says:/);
});

it("stops where an action did not work, and says so", () => {
  const { text, call } = ask("Write X to a.txt and read it back", ["REFUSED [gate_denied]: no"]);
  expect(call).toBeNull();
  expect(text).toMatch(/blocked: no\. Nothing was done\.\n\nSo I did not go on/);
});

describe("says of a dry run that nothing was done, and what would have been", () => {
  const dry = (otherwise: string) =>
    `REFUSED [dry_run]: This is a dry run: the call was checked and not made, so nothing changed. In a real run ${otherwise} (rule r: Because.) Go on with what would follow.`;
  const AT_ONCE = dry("it would have been made at once");
  const AFTER_PEOPLE = dry("it would have waited until 2 people approve it");

  it.each([
    [
      "Write hello to notes.txt",
      AT_ONCE,
      "I did not write `notes.txt`: this is a dry run, so nothing was done. In a real run I would have done it at once.",
    ],
    [
      "Run ls -la",
      AFTER_PEOPLE,
      "I did not run `ls -la`: this is a dry run, so nothing was done. In a real run I would have asked first and done it after a person's yes.",
    ],
    [
      "Escribe hola en notas.txt",
      AT_ONCE,
      "Esto es una prueba sin efectos, así que no se ha hecho nada. En una ejecución real, lo siguiente sería escribir `notas.txt`, al momento.",
    ],
    [
      "Ejecuta ls -la",
      AFTER_PEOPLE,
      "Esto es una prueba sin efectos, así que no se ha hecho nada. En una ejecución real pediría permiso para ejecutar `ls -la` y esperaría a que una persona lo aprobara.",
    ],
  ])("%s", (message, result, says) => {
    const { text, call } = ask(message, [result]);
    expect(call).toBeNull();
    expect(text).toBe(says);
  });

  it("and goes on with what would have followed", () => {
    const message = "Write X to a.txt and then run ls";
    expect(ask(message, [AT_ONCE]).call).toEqual({ tool: "shell", input: { command: "ls" } });
    const { text } = ask(message, [AT_ONCE, AFTER_PEOPLE]);
    expect(text).toMatch(/^I did not write `a\.txt`.*\n\nI did not run `ls`[^\n]*$/);
  });
});

it("uses only the tools that are offered", () => {
  const { text, call } = ask("Run ls -la", [], ["file_system"]);
  expect(call).toBeNull();
  expect(text).toContain("the tool `shell`, which I may not use here");
});

it("says what it can do when it did not understand, in the language of the question", () => {
  expect(ask("Write me a poem").text).toMatch(/only the built-in demo[\s\S]*- List files/);
  expect(ask("¿Qué tiempo hace?").text).toMatch(/Solo soy la demostración[\s\S]*- Lista los archivos/);
});
