const INVISIBLE = /\p{Default_Ignorable_Code_Point}/gu;

/**
 * Why a file or folder of this name may not be read, written or entered, at any depth; null when it may. The rules:
 * - `.env` and `.env.*` hold secrets. `.env.example` is the one exception: it is the file that a team shares on purpose.
 * - `.git`, folder or file, because git runs programs that its configuration names; also `git~1`, its short name on Windows disks.
 * - `appsettings.Production`, alone or with an ending (`.json`, `.json.bak`), holds secrets.
 * - So do the copies of these that editors leave beside them: `.env~`, `#.env#`, `.#.env`, `.appsettings.Production.json.swp`.
 *
 * Names are compared by what some file system may take them for: NFKC, without invisible characters, without a stream suffix
 * (`::$DATA`), without spaces at either end and dots at the end, in lower case. Whole names only: `.gitignore`, `.envoy` and
 * `env.md` are free.
 */
export function blockedNameRule(name: string): string | null {
  const comparable = comparableName(name);
  const original = comparable.replace(/^\.?#|^\.(?=appsettings\.)/, "").replace(/[~#]+$/, "");
  if (original === ".env" || (original.startsWith(".env.") && original !== ".env.example")) {
    return '".env" and ".env.*" files hold secrets (only ".env.example" is free)';
  }
  if (/^(\.git|git~\d+)$/.test(comparable)) return '".git" is closed, because git runs programs that it names';
  if (/^appsettings\.production(\.|$)/.test(original)) return '"appsettings.Production.json" and its like hold secrets';
  return null;
}

/** Empty for a name that is nothing but dots, spaces and invisible characters. */
export function comparableName(name: string): string {
  const [withoutStream = ""] = name.normalize("NFKC").replace(INVISIBLE, "").split(":");
  return withoutStream
    .replace(/^\s+/, "")
    .replace(/[\s.]+$/, "")
    .toLowerCase();
}
