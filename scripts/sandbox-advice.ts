import { existsSync } from "node:fs";
import path from "node:path";

/** Null when there is nothing to say: bubblewrap is installed, or the sandbox was switched off in writing. */
export function sandboxAdvice(
  sandbox: string | undefined,
  searchPath = process.env.PATH ?? "",
  platform = process.platform,
): string | null {
  if (sandbox === "none") return null;
  if (platform !== "linux") return "Shell commands need bubblewrap, which exists for Linux only: here the shell tool refuses.";
  if (searchPath.split(path.delimiter).some((folder) => folder !== "" && existsSync(path.join(folder, "bwrap")))) return null;
  return "Shell commands need bubblewrap, and it is not installed: until then the shell tool refuses. Debian, Ubuntu: apt-get install bubblewrap. Fedora: dnf install bubblewrap.";
}
