import { expect, it } from "vitest";
import { DEMO_PROMPTS } from "./demo-prompts.ts";
import type { DemoAction } from "./intent.ts";
import { DEMO_LANGUAGES } from "./language.ts";
import { parseIntent } from "./parse-intent.ts";
import { planCall } from "./plan-call.ts";
import { HACKER_NEWS } from "./rules.ts";

const list = (path = "."): DemoAction => ({ kind: "list", path });
const read = (path: string): DemoAction => ({ kind: "read", path });
const write = (content: string, path: string): DemoAction => ({ kind: "write", content, path });
const document = (title: string, text = ""): DemoAction => ({ kind: "document", title, text });
const run = (command: string): DemoAction => ({ kind: "run", command });
const fetchUrl = (url: string): DemoAction => ({ kind: "fetch", url });
const once = (afterMs: number, prompt: string): DemoAction => ({ kind: "schedule", prompt, timing: { kind: "once", afterMs } });
const cron = (text: string, prompt: string): DemoAction => ({ kind: "schedule", prompt, timing: { kind: "cron", cron: text } });

it.each<[string, DemoAction[]]>([
  ["List files in the current directory", [list()]],
  ["list files", [list()]],
  ["Please list my files.", [list()]],
  ["Can you show me the files here?", [list()]],
  ["What's in the workspace?", [list()]],
  ["List the files in reports/", [list("reports")]],
  ["Write hello to notes.txt", [write("hello", "notes.txt")]],
  ["write salt and pepper to notes.txt", [write("salt and pepper", "notes.txt")]],
  ['Write "to be, or not to be" to "my notes.txt"', [write("to be, or not to be", "my notes.txt")]],
  ["Save hello into a new file called a.txt, please", [write("hello", "a.txt")]],
  ["Create a document called Launch plan", [document("Launch plan")]],
  ['Make a new document titled "Plan: B" with the text We launch and then rest', [document("Plan: B", "We launch and then rest")]],
  ["Create a document called Plan: we launch on Monday.", [document("Plan", "we launch on Monday")]],
  ["Create a document called Plan with text we launch", [document("Plan", "we launch")]],
  ["Crea un documento llamado Plan con texto hola", [document("Plan", "hola")]],
  ["Crea un documento llamado Plan que diga hola", [document("Plan", "hola")]],
  ["Read notes.txt", [read("notes.txt")]],
  ["Show me the file docs/a.md", [read("docs/a.md")]],
  ["What's on the front page of Hacker News?", [fetchUrl(HACKER_NEWS)]],
  ["What’s on the front page of Hacker News", [fetchUrl(HACKER_NEWS)]],
  ["Fetch https://example.com/a?b=c", [fetchUrl("https://example.com/a?b=c")]],
  ["fetch example.com and summarise it", [fetchUrl("https://example.com")]],
  ["Fetch https://example.com and give me the headings", [fetchUrl("https://example.com")]],
  ["Run ls -la", [run("ls -la")]],
  ["Run ls .", [run("ls .")]],
  ["Run `cat a.txt | wc -l`", [run("cat a.txt | wc -l")]],
  ["Run rm -rf / on the server", [run("rm -rf /")]],
  ["Run rm -rf / on the server.", [run("rm -rf /")]],
  ["In one minute, list my files", [once(60_000, "list my files")]],
  ["in 2 hours run ls -la", [once(7_200_000, "run ls -la")]],
  ["Every weekday at 9, fetch https://example.com and summarise", [cron("0 9 * * 1-5", "fetch https://example.com and summarise")]],
  ["Every day at 8:30 pm, list my files", [cron("30 20 * * *", "list my files")]],
  ["Every 6 hours, list my files", [cron("0 */6 * * *", "list my files")]],
  ["every monday at 12 am read notes.txt", [cron("0 0 * * 1", "read notes.txt")]],
  ["Every 15 minutes, list my files", [cron("*/15 * * * *", "list my files")]],
  ["Every hour, list my files", [cron("0 * * * *", "list my files")]],
  ["Write X to a.txt and read it back", [write("X", "a.txt"), read("a.txt")]],
  ["Write X to a.txt, then read it back, then list files", [write("X", "a.txt"), read("a.txt"), list()]],
  ["List files in the current directory and read notes.txt", [list(), read("notes.txt")]],
  ["Show my schedules", [{ kind: "schedules" }]],
  ["Lista los archivos del directorio actual", [list()]],
  ["Lista mis archivos", [list()]],
  ["¿Qué hay en el directorio actual?", [list()]],
  ["Escribe hola en notas.txt", [write("hola", "notas.txt")]],
  ["Por favor, lee notas.txt", [read("notas.txt")]],
  ["¿Puedes leer notas.txt?", [read("notas.txt")]],
  ["Open https://example.com/a.txt", [fetchUrl("https://example.com/a.txt")]],
  ["Open notes.md", [read("notes.md")]],
  ["¿Qué hay en la portada de Hacker News?", [fetchUrl(HACKER_NEWS)]],
  ["Ejecuta ls -la", [run("ls -la")]],
  ["Ejecuta rm -rf / en el servidor", [run("rm -rf /")]],
  ["En un minuto, lista mis archivos", [once(60_000, "lista mis archivos")]],
  ["Cada día laborable a las 9, abre https://example.com y resume", [cron("0 9 * * 1-5", "abre https://example.com y resume")]],
  ["De lunes a viernes a las 9:15, lista mis archivos", [cron("15 9 * * 1-5", "lista mis archivos")]],
  ["Todos los días a las 7, lee notas.txt", [cron("0 7 * * *", "lee notas.txt")]],
  ["Escribe X en a.txt y luego léelo", [write("X", "a.txt"), read("a.txt")]],
  ["Lista mis tareas programadas", [{ kind: "schedules" }]],
])("understands %j", (message, actions) => {
  const intent = parseIntent(message);
  expect(intent.kind === "act" ? intent.actions : []).toEqual(actions);
});

it.each([
  ["help", "help", "en"],
  ["What can you do?", "help", "en"],
  ["¿Qué puedes hacer?", "help", "es"],
  ["Ayuda", "help", "es"],
  ["Hello!", "greeting", "en"],
  ["¡Hola!", "greeting", "es"],
  ["Write me a poem about rivers", "unknown", "en"],
  ["Escríbeme un poema sobre ríos", "unknown", "es"],
  ["In zero minutes, list my files", "unknown", "en"],
  ["Every day at 25, list my files", "unknown", "en"],
  ["In one minute, write me a poem", "unknown", "en"],
  ["In 99999999999999 minutes, list my files", "unknown", "en"],
  [`In ${"9".repeat(400)} minutes, list my files`, "unknown", "en"],
  ["Every 45 minutes, list my files", "unknown", "en"],
  ["Cada 5 horas, lista mis archivos", "unknown", "es"],
  ["", "unknown", "en"],
])("answers %j as %s in %s", (message, kind, language) => {
  expect(parseIntent(message)).toMatchObject({ kind, language });
});

it.each(DEMO_LANGUAGES)("understands every prompt that it offers, in its language: %s", (language) => {
  for (const { text, tool } of DEMO_PROMPTS[language]) {
    const intent = parseIntent(text);
    expect([text, intent]).toMatchObject([text, { kind: "act", language }]);
    const [action] = intent.kind === "act" ? intent.actions : [];
    expect([text, action && planCall(action, Date.now(), "UTC").tool]).toEqual([text, tool]);
  }
});
