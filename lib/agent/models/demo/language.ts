export const DEMO_LANGUAGES = ["en", "es"] as const;
export type DemoLanguage = (typeof DEMO_LANGUAGES)[number];

const SPANISH =
  /[¿¡ñáéíóú]|\b(?:hola|qué|que|puedes|ayuda|archivos?|lista|escribe|lee|ejecuta|muestra|cada|por favor|gracias|el|los|las|una?)\b/i;

/** The language of a message that no rule understood. */
export function languageOf(text: string): DemoLanguage {
  return SPANISH.test(text) ? "es" : "en";
}
