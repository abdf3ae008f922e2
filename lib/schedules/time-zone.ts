/** A name of the IANA time zone database: parts of letters, digits, `_`, `+`, `-`, divided by `/`. */
const ZONE_NAME = /^[A-Za-z][A-Za-z0-9_+-]*(\/[A-Za-z0-9_+-]+)*$/;

/**
 * Cities that were renamed. Intl answers with the name that its data had first; people know the one that the database has now.
 * Both mean the same zone, and Intl takes both.
 */
const NAME_NOW: Record<string, string> = {
  "Africa/Asmera": "Africa/Asmara",
  "America/Buenos_Aires": "America/Argentina/Buenos_Aires",
  "America/Catamarca": "America/Argentina/Catamarca",
  "America/Cordoba": "America/Argentina/Cordoba",
  "America/Godthab": "America/Nuuk",
  "America/Indianapolis": "America/Indiana/Indianapolis",
  "America/Jujuy": "America/Argentina/Jujuy",
  "America/Louisville": "America/Kentucky/Louisville",
  "America/Mendoza": "America/Argentina/Mendoza",
  "Asia/Calcutta": "Asia/Kolkata",
  "Asia/Katmandu": "Asia/Kathmandu",
  "Asia/Rangoon": "Asia/Yangon",
  "Asia/Saigon": "Asia/Ho_Chi_Minh",
  "Atlantic/Faeroe": "Atlantic/Faroe",
  "Europe/Kiev": "Europe/Kyiv",
  "Pacific/Enderbury": "Pacific/Kanton",
  "Pacific/Ponape": "Pacific/Pohnpei",
  "Pacific/Truk": "Pacific/Chuuk",
};

/** The names of three letters that the database has. */
const SHORT_NAMES: ReadonlySet<string> = new Set([
  "CET",
  "EET",
  "EST",
  "GMT",
  "HST",
  "MET",
  "MST",
  "PRC",
  "ROC",
  "ROK",
  "UCT",
  "UTC",
  "WET",
]);

/** Intl takes more, from the early days of Java, and not for what people mean by them: "BST" is Dhaka to it, "AST" Anchorage. */
function isOfDatabase(name: string): boolean {
  const capital = name.toUpperCase();
  return (capital.length !== 3 || SHORT_NAMES.has(capital)) && !capital.startsWith("SYSTEMV/");
}

/**
 * The one name under which a zone is stored (`europe/madrid` → `Europe/Madrid`, `US/Eastern` → `America/New_York`); null for what is no
 * zone of the IANA database: offsets (`+02:00`, `UTC+2`), POSIX rules, abbreviations (`BST`), unknown places.
 */
export function canonicalTimeZone(name: string): string | null {
  if (name.length > 64 || !ZONE_NAME.test(name) || !isOfDatabase(name)) return null;
  try {
    const known = new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions().timeZone;
    return NAME_NOW[known] ?? known;
  } catch {
    return null;
  }
}
