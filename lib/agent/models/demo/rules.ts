import type { DemoAction } from "./intent.ts";
import type { DemoLanguage } from "./language.ts";

type ByLanguage<T> = Record<DemoLanguage, T>;
type Groups = Record<string, string | undefined>;

export interface ActionRule {
  /** Takes a clause whole. */
  pattern: RegExp;
  make: (groups: Groups) => DemoAction;
}

export const HACKER_NEWS = "https://news.ycombinator.com";

const list = ({ path }: Groups): DemoAction => ({ kind: "list", path: path ? unquoted(path).replace(/(?<=.)\/$/, "") : "." });
const read = ({ path = "" }: Groups): DemoAction => ({ kind: "read", path: unquoted(path) });
const write = ({ content = "", path = "" }: Groups): DemoAction => ({ kind: "write", content: unquoted(content), path: unquoted(path) });
const document = ({ title = "", text = "" }: Groups): DemoAction => ({ kind: "document", title: unquoted(title), text: unquoted(text) });
const run = ({ command = "" }: Groups): DemoAction => ({ kind: "run", command: unquoted(command) });
const fetchUrl = ({ url = "" }: Groups): DemoAction => ({ kind: "fetch", url: /^https?:/i.test(url) ? url : `https://${url}` });
const hackerNews = (): DemoAction => ({ kind: "fetch", url: HACKER_NEWS });
const schedules = (): DemoAction => ({ kind: "schedules" });

const PATH = String.raw`(?<path>["'\`“][^"'\`”]+["'\`”]|\S+)`;
const URL_TEXT = String.raw`(?<url>https?:\/\/\S+|(?:[a-z0-9-]+\.)+[a-z]{2,}(?:\/\S*)?)`;
const TITLE = `(?<title>["“][^"“”]+["”]|.+?)`;
/** For verbs that are also used of files, whose names look like hosts. */
const FULL_URL = String.raw`(?<url>https?:\/\/\S+)`;
const rule = (pattern: string, make: ActionRule["make"]): ActionRule => ({ pattern: new RegExp(`^(?:${pattern})$`, "i"), make });

/** In this order: the narrower rule first. */
export const ACTION_RULES: ByLanguage<readonly ActionRule[]> = {
  en: [
    rule("(?:list|show)(?: me)?(?: my| the| all)? (?:schedules|scheduled (?:work|tasks|jobs))", schedules),
    rule(
      "(?:list|show)(?: me)?(?: my| the| all)*(?: files?)?(?: (?:in|of) (?:the|this|my) (?:current |working )?(?:directory|folder|workspace)| here)?",
      list,
    ),
    rule(`(?:list|show)(?: me)?(?: my| the| all)*(?: files?)? (?:in|of)(?: the)?(?: folder| directory)? ${PATH}`, list),
    rule(
      "what(?: files)?(?:'s|’s| is| are)(?: there)? (?:in|on) (?:the|this|my) (?:current |working )?(?:directory|folder|workspace)",
      list,
    ),
    rule(`(?:what(?:'s|’s| is)|show(?: me)?|get)(?: on| at)? the (?:front|home) ?page of (?:hacker news|hn)`, hackerNews),
    rule(
      `(?:create|make|write)(?: a| the)?(?: new)? document (?:called|named|titled) ${TITLE}(?:(?::| with(?: the)? text| that says) (?<text>.+))?`,
      document,
    ),
    rule(
      `(?:write|save|put)(?: the (?:text|words?))? (?<content>.+) (?:to|into|in)(?: the| a)?(?: new)?(?: file)?(?: called| named)? ${PATH}`,
      write,
    ),
    rule(`(?:fetch|visit|summari[sz]e)(?: the)?(?: page| site| website)?(?: at)? ${URL_TEXT}`, fetchUrl),
    rule(`(?:open|get|read|show)(?: me)?(?: the)?(?: page| site| website)?(?: at)? ${FULL_URL}`, fetchUrl),
    rule(`what(?:'s|’s| is) (?:on|at) (?:the (?:front|home) ?page of )?${URL_TEXT}`, fetchUrl),
    rule(`(?:read|show|open|print|display|cat)(?: me)?(?: the)?(?: file| contents? of)? ${PATH}`, read),
    rule("(?:run|execute)(?: the)?(?: command)? (?<command>.+?)(?: (?:on|in) the (?:server|shell|terminal|sandbox))?", run),
  ],
  es: [
    rule("(?:lista|listar|muestra|mostrar|enseña)(?:me)?(?: mis| las| todas)*(?: las)? (?:programaciones|tareas programadas)", schedules),
    rule(
      "(?:lista|listar|muestra|mostrar|enseña)(?:me)?(?: mis| los| todos)*(?: los)?(?: archivos| ficheros)?(?: (?:en|de|del) (?:el |la |este |esta |mi )?(?:directorio|carpeta|espacio)(?: actual| de trabajo)?)?",
      list,
    ),
    rule(
      `(?:lista|listar|muestra|mostrar|enseña)(?:me)?(?: mis| los| todos)*(?: los)?(?: archivos| ficheros) (?:en|de)(?: la| el)?(?: carpeta| directorio)? ${PATH}`,
      list,
    ),
    rule("¿?qué(?: archivos)? hay en (?:el|la|este|esta|mi) (?:directorio|carpeta|espacio)(?: actual| de trabajo)?", list),
    rule("¿?(?:qué hay en|muestra(?:me)?|dame) la portada de (?:hacker news|hn)", hackerNews),
    rule(
      `(?:crea|crear|haz|escribe)(?: un)?(?: nuevo)? documento (?:llamado|titulado) ${TITLE}(?:(?::| con(?: el)? texto| que diga) (?<text>.+))?`,
      document,
    ),
    rule(
      `(?:escribe|escribir|guarda|guardar|pon)(?: el texto| la palabra)? (?<content>.+) en(?: el| un)?(?: nuevo)?(?: archivo| fichero)?(?: llamado)? ${PATH}`,
      write,
    ),
    rule(`(?:descargar?|traer?|visitar?|resume|resumir)(?: la)?(?: página| web)?(?: de)? ${URL_TEXT}`, fetchUrl),
    rule(`(?:abre|abrir|leer?|muestra(?:me)?)(?: la)?(?: página| web)?(?: de)? ${FULL_URL}`, fetchUrl),
    rule(`¿?qué hay en (?:la portada de )?${URL_TEXT}`, fetchUrl),
    rule(`(?:leer?|muestra|mostrar|abre|abrir|enseña)(?:me)?(?: el)?(?: archivo| fichero| contenido de)? ${PATH}`, read),
    rule("(?:ejecutar?|corre|lanza)(?: el)?(?: comando)? (?<command>.+?)(?: en (?:el servidor|la consola|la terminal))?", run),
  ],
};

/** Where a message falls into clauses; tried in this order. */
export const SPLITS: ByLanguage<readonly RegExp[]> = {
  en: [/,? (?:and then|then|and after that) |; /i, /,? and (?:then )?/i],
  es: [/,? (?:y luego|luego|y después|después) |; /i, /,? y (?:luego )?/i],
};

/** A clause that asks for nothing but what the report gives anyway. */
export const SUMMARISE: ByLanguage<RegExp> = {
  en: /^(?:summari[sz]e|sum up|tell me|show me|give me|list|report)(?: (?:it|that|the|what|a|me)\b.*| (?:headings?|titles?|headlines?).*)?$/i,
  es: /^(?:resúme(?:lo|la|me)?|resume|dime|muéstrame|dame|cuéntame)(?: .*)?$/i,
};

export const AGAIN: ByLanguage<RegExp> = {
  en: /^(?:read|show|print)(?: me)? (?:it|the file|that)(?: back| again)?(?: to me)?$/i,
  es: /^(?:léelo|leelo|muéstralo|muéstramelo|lee el archivo|vuelve a leerlo)(?: de nuevo| otra vez)?$/i,
};

export const HELP: ByLanguage<RegExp> = {
  en: /^(?:help(?: me)?|what can (?:you|i) (?:do|ask)(?: here| you)?|what do you do|who are you|how (?:do|does) (?:you|this) work)$/i,
  es: /^¿?(?:ayuda|ayúdame|qué (?:puedes|sabes) hacer|qué puedo (?:preguntar|pedir)(?:te)?|quién eres|cómo funciona(?:s| esto)?)$/i,
};

export const GREETINGS: ByLanguage<RegExp> = {
  en: /^(?:hi|hello|hey|good (?:morning|afternoon|evening)|thanks|thank you)(?: there| all)?$/i,
  es: /^¡?(?:hola|buenos días|buenas(?: tardes| noches)?|gracias|muchas gracias)(?: a todos)?$/i,
};

export const POLITE: ByLanguage<RegExp> = {
  en: /^(?:please,? |(?:can|could|would) you (?:please )?)|,? please(?=[.!?]*$)/gi,
  es: /^(?:por favor,? |¿?(?:puedes|podrías) )|,? por favor(?=[.!?]*$)/gi,
};

function unquoted(text: string): string {
  return /^(["'`“])(.*)["'`”]$/s.exec(text)?.[2] ?? text;
}
