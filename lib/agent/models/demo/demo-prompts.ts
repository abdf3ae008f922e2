import type { DemoLanguage } from "./language.ts";

/** What the page offers while the demo answers; the demo understands every one of them. */
export const DEMO_PROMPTS: Record<DemoLanguage, readonly string[]> = {
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
