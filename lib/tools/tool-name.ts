/** A name as tools are found by: the letters A to Z count as small ones. `toLowerCase` would also turn the Kelvin sign into k. */
export function smallLetters(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}
