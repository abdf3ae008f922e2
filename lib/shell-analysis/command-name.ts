const PROGRAM_EXTENSION = /\.(exe|com|bat|cmd|ps1)$/;

/**
 * The bare name of a command: without folders, without the extension of a Windows program, in lower case. `/bin/RM`, `rm.exe` and
 * `C:\tools\rm` are all `rm`.
 */
export function commandName(word: string): string {
  const name = word.split(/[/\\]/).at(-1) ?? "";
  return name
    .replace(/[\p{Cc}\p{Default_Ignorable_Code_Point}\s]/gu, "")
    .toLowerCase()
    .replace(PROGRAM_EXTENSION, "");
}
