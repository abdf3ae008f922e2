import type { Effect } from "#lib/tools/define-tool.ts";
import type { DemoLanguage } from "./language.ts";

/** An example of what one can say: the call that it leads to, and what that does. */
interface DemoPrompt {
  text: string;
  tool: string;
  effect: Effect;
}

const CALLS: readonly Omit<DemoPrompt, "text">[] = [
  { tool: "file_system", effect: "read" },
  { tool: "file_system", effect: "write" },
  { tool: "file_system", effect: "read" },
  { tool: "web_fetch", effect: "read" },
  { tool: "shell", effect: "irreversible" },
  { tool: "shell", effect: "irreversible" },
  { tool: "scheduler", effect: "write" },
  { tool: "scheduler", effect: "write" },
];

const TEXTS: Record<DemoLanguage, readonly string[]> = {
  en: [
    "List files in the current directory",
    "Write hello to notes.txt",
    "Read notes.txt",
    "What's on the front page of Hacker News?",
    "Run ls -la",
    "Run rm -rf / on the server",
    "In one minute, list my files",
    "Every weekday at 9, fetch https://news.ycombinator.com and summarise",
  ],
  es: [
    "Lista los archivos del directorio actual",
    "Escribe hola en notas.txt",
    "Lee notas.txt",
    "¿Qué hay en la portada de Hacker News?",
    "Ejecuta ls -la",
    "Ejecuta rm -rf / en el servidor",
    "En un minuto, lista mis archivos",
    "Cada día laborable a las 9, abre https://news.ycombinator.com y resume",
  ],
};

/** What the demo understands, and says that it does; the page offers of them what may be called. */
export const DEMO_PROMPTS: Record<DemoLanguage, readonly DemoPrompt[]> = { en: promptsIn("en"), es: promptsIn("es") };

function promptsIn(language: DemoLanguage): DemoPrompt[] {
  return CALLS.map((call, index) => ({ text: TEXTS[language][index] ?? "", ...call }));
}
