/** Every word that the primitives say by themselves, in one place to translate. Pages pass their own words as props. */
export const words = {
  close: "Close",
  copy: "Copy",
  copied: "Copied",
  copyFailed: "Copying failed. Select the text and copy it by hand.",
  partNotLoaded: "A part of the page could not be loaded: there is no connection, or a new version is running.",
  loadPageAgain: "Load the page again",
  copyCode: "Copy code",
  loading: "Loading",
  required: "required",
  dismiss: "Dismiss",
  previousPage: "Previous",
  nextPage: "Next",
  pages: "Pages",
  empty: "empty",
  showAllLines: (lines: number) => `Show all ${count(lines)} lines`,
  showFewerLines: "Show fewer lines",
  showAllCharacters: (characters: number) => `Show all ${count(characters)} characters`,
  items: (items: number) => `${count(items)} ${items === 1 ? "item" : "items"}`,
  fields: (fields: number) => `${count(fields)} ${fields === 1 ? "field" : "fields"}`,
  hidden: (characters: number) =>
    characters === 1
      ? "1 character that would be invisible or misleading is shown as a code"
      : `${count(characters)} characters that would be invisible or misleading are shown as codes`,
  range: (from: number, to: number, total: number) => `${count(from)}–${count(to)} of ${count(total)}`,
  image: "Image",
  opensNewTab: "opens in a new tab",
  codeBlock: (language: string) => (language ? `${language} code` : "Code"),
  theme: "Theme",
  themes: { system: "System", light: "Light", dark: "Dark" },
  skipToContent: "Skip to content",
  openNavigation: "Open navigation",
  navigation: "Main",
  breadcrumb: "Breadcrumb",
  recentChats: "Chats",
} as const;

/** A whole number with group separators, the same on server and client. */
export function count(value: number): string {
  return value.toLocaleString("en-US");
}
