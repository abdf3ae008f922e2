import { accessSync, constants, lstatSync, readlinkSync } from "node:fs";

const PROGRAM_FOLDERS = ["/usr/bin", "/bin", "/usr/sbin", "/sbin", "/usr/local/bin"];

/** Where the system keeps a program, or null. Not by `PATH`: what starts the sandbox must not depend on who started the server. */
function findProgram(name: string): string | null {
  return PROGRAM_FOLDERS.map((folder) => `${folder}/${name}`).find(isProgram) ?? null;
}

/** A program that the sandbox is made of is not installed. */
export class MissingProgram extends Error {
  readonly program: string;

  constructor(program: string) {
    super(`The program "${program}" is not installed.`);
    this.program = program;
  }
}

/** @throws MissingProgram */
export function requireProgram(name: string): string {
  const path = findProgram(name);
  if (!path) throw new MissingProgram(name);
  return path;
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** `/bin` and its like are links into `/usr` on most systems and folders on some; the sandbox shows them as they are. */
export function systemFolderArguments(): string[] {
  return ["/bin", "/sbin", "/lib", "/lib64", "/lib32"].flatMap((path) => {
    const status = lstatSync(path, { throwIfNoEntry: false });
    if (!status) return [];
    return status.isSymbolicLink() ? ["--symlink", readlinkSync(path), path] : ["--ro-bind", path, path];
  });
}
