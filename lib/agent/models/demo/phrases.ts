import type { DemoLanguage } from "./language.ts";

/** Everything that the demo says. Names, paths and reasons are put in as they are. */
export interface Phrases {
  before: {
    list: string;
    read: (path: string) => string;
    write: (path: string) => string;
    document: (title: string) => string;
    fetch: (host: string) => string;
    run: string;
    schedule: string;
    schedules: string;
  };
  listed: (path: string) => string;
  emptyFolder: (path: string) => string;
  read: (path: string) => string;
  /** `size` as the tool says it: "5 bytes"; empty when it says none. */
  wrote: (path: string, size: string) => string;
  made: (title: string) => string;
  fetched: (title: string) => string;
  nothingOnPage: string;
  ran: (command: string) => string;
  saidNothing: (command: string) => string;
  drafted: (name: string, when: string) => string;
  scheduled: (answer: string) => string;
  schedules: string;
  shortened: string;
  refused: (what: string, reason: string) => string;
  dry: (what: string) => string;
  dryAndAsked: (what: string) => string;
  denied: (what: string, reason: string) => string;
  expired: (what: string) => string;
  failed: (what: string, reason: string) => string;
  awaiting: (what: string, reason: string) => string;
  stoppedThere: string;
  noTool: (tool: string) => string;
  what: {
    list: (path: string) => string;
    read: (path: string) => string;
    write: (path: string) => string;
    document: (title: string) => string;
    fetch: (url: string) => string;
    run: (command: string) => string;
    schedule: string;
    schedules: string;
  };
  greeting: string;
  help: (prompts: readonly string[]) => string;
  unknown: (prompts: readonly string[]) => string;
}

const bullets = (lines: readonly string[]) => lines.map((line) => `- ${line}`).join("\n");

const en: Phrases = {
  before: {
    list: "Let me look at the files.",
    read: (path) => `Let me read \`${path}\`.`,
    write: (path) => `I will write that to \`${path}\`.`,
    document: (title) => `I will make the document “${title}”.`,
    fetch: (host) => `Let me fetch the page from ${host}.`,
    run: "I will try to run that command.",
    schedule: "I will draft a schedule for that.",
    schedules: "Let me look at the schedules.",
  },
  listed: (path) => `These are the entries of ${path === "." ? "the workspace" : `\`${path}\``}:`,
  emptyFolder: (path) => `${path === "." ? "The workspace" : `\`${path}\``} is empty.`,
  read: (path) => `\`${path}\` says:`,
  wrote: (path, size) => `Done: \`${path}\` is written${size && `, ${size}`}.`,
  made: (title) => `Done: “${title}” stands under Documents.`,
  fetched: (title) => `I fetched the page “${title}”. It lists:`,
  nothingOnPage: "I fetched the page, but found no text on it.",
  ran: (command) => `I ran \`${command}\`. It answered:`,
  saidNothing: (command) => `I ran \`${command}\`; it printed nothing.`,
  drafted: (name, when) => `I drafted the schedule “${name}” (${when}). It does nothing until a person activates it on the Schedules page.`,
  scheduled: (answer) => `The scheduler answered: ${answer}`,
  schedules: "The scheduler answered:",
  shortened: "(shortened here; the whole result is in the row above)",
  refused: (what, reason) => `I tried to ${what}, but it was blocked: ${reason} Nothing was done.`,
  dry: (what) => `I did not ${what}: this is a dry run, so nothing was done. In a real run I would have done it at once.`,
  dryAndAsked: (what) =>
    `I did not ${what}: this is a dry run, so nothing was done. In a real run I would have asked first and done it after a person's yes.`,
  denied: (what, reason) => `I asked to ${what}, and it was denied: ${reason} Nothing was done.`,
  expired: (what) => `I asked to ${what}, but nobody decided in time. Nothing was done.`,
  failed: (what, reason) => `I tried to ${what}, but it failed: ${reason}`,
  awaiting: (what, reason) => `I asked to ${what}; it still waits for a person to approve it. ${reason}`,
  stoppedThere: "So I did not go on with the rest.",
  noTool: (tool) => `For that I would need the tool \`${tool}\`, which I may not use here.`,
  what: {
    list: (path) => `list ${path === "." ? "the workspace" : `\`${path}\``}`,
    read: (path) => `read \`${path}\``,
    write: (path) => `write \`${path}\``,
    document: (title) => `make the document “${title}”`,
    fetch: (url) => `fetch ${url}`,
    run: (command) => `run \`${command}\``,
    schedule: "make a schedule",
    schedules: "look at the schedules",
  },
  greeting: "Hello! I am the built-in demo: simple rules, not a language model. Ask me what I can do.",
  help: (prompts) =>
    `I am the built-in demo: simple rules that use the real tools, not a language model. Try one of these:\n\n${bullets(prompts)}`,
  unknown: (prompts) =>
    `I am only the built-in demo and did not understand that. A real model would; an administrator can connect one. I do understand:\n\n${bullets(prompts)}`,
};

const es: Phrases = {
  before: {
    list: "Voy a mirar los archivos.",
    read: (path) => `Voy a leer \`${path}\`.`,
    write: (path) => `Voy a escribirlo en \`${path}\`.`,
    document: (title) => `Voy a crear el documento «${title}».`,
    fetch: (host) => `Voy a traer la página de ${host}.`,
    run: "Voy a intentar ejecutar ese comando.",
    schedule: "Voy a preparar una programación para eso.",
    schedules: "Voy a mirar las programaciones.",
  },
  listed: (path) => `Esto hay en ${path === "." ? "el espacio de trabajo" : `\`${path}\``}:`,
  emptyFolder: (path) => `${path === "." ? "El espacio de trabajo" : `\`${path}\``} está vacío.`,
  read: (path) => `\`${path}\` dice:`,
  wrote: (path, size) => `Hecho: \`${path}\` está escrito${size && `, ${size}`}.`,
  made: (title) => `Hecho: «${title}» está en Documentos.`,
  fetched: (title) => `He traído la página «${title}». Contiene:`,
  nothingOnPage: "He traído la página, pero no tiene texto.",
  ran: (command) => `He ejecutado \`${command}\`. Respondió:`,
  saidNothing: (command) => `He ejecutado \`${command}\`; no mostró nada.`,
  drafted: (name, when) =>
    `He preparado la programación «${name}» (${when}). No hará nada hasta que una persona la active en la página de programaciones.`,
  scheduled: (answer) => `El programador respondió: ${answer}`,
  schedules: "El programador respondió:",
  shortened: "(acortado aquí; el resultado completo está en la fila de arriba)",
  refused: (what, reason) => `He intentado ${what}, pero fue bloqueado: ${reason} No se ha hecho nada.`,
  dry: (what) =>
    `Esto es una prueba sin efectos, así que no se ha hecho nada. En una ejecución real, lo siguiente sería ${what}, al momento.`,
  dryAndAsked: (what) =>
    `Esto es una prueba sin efectos, así que no se ha hecho nada. En una ejecución real pediría permiso para ${what} y esperaría a que una persona lo aprobara.`,
  denied: (what, reason) => `He pedido ${what} y fue denegado: ${reason} No se ha hecho nada.`,
  expired: (what) => `He pedido ${what}, pero nadie decidió a tiempo. No se ha hecho nada.`,
  failed: (what, reason) => `He intentado ${what}, pero falló: ${reason}`,
  awaiting: (what, reason) => `He pedido ${what}; todavía espera la aprobación de una persona. ${reason}`,
  stoppedThere: "Por eso no he seguido con el resto.",
  noTool: (tool) => `Para eso necesitaría la herramienta \`${tool}\`, que aquí no puedo usar.`,
  what: {
    list: (path) => `listar ${path === "." ? "el espacio de trabajo" : `\`${path}\``}`,
    read: (path) => `leer \`${path}\``,
    write: (path) => `escribir \`${path}\``,
    document: (title) => `crear el documento «${title}»`,
    fetch: (url) => `traer ${url}`,
    run: (command) => `ejecutar \`${command}\``,
    schedule: "crear una programación",
    schedules: "ver las programaciones",
  },
  greeting: "¡Hola! Soy la demostración incluida: reglas sencillas, no un modelo de lenguaje. Pregúntame qué puedo hacer.",
  help: (prompts) =>
    `Soy la demostración incluida: reglas sencillas que usan las herramientas de verdad, no un modelo de lenguaje. Prueba con:\n\n${bullets(prompts)}`,
  unknown: (prompts) =>
    `Solo soy la demostración incluida y no lo he entendido. Un modelo de verdad lo haría; un administrador puede conectarlo. Entiendo esto:\n\n${bullets(prompts)}`,
};

export const PHRASES: Record<DemoLanguage, Phrases> = { en, es };
