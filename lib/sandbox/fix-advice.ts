/** What an administrator can do about a sandbox that does not start, by the words of the program that complained. */
export function adviceFor(reason: string): string {
  return ADVICE.find(({ words }) => words.test(reason))?.advice ?? GENERAL;
}

const GENERAL = "See the section on the sandbox in docs/operations.md, or accept the risk in writing with SANDBOX=none.";

const ADVICE: readonly { words: RegExp; advice: string }[] = [
  {
    words: /program "bwrap"/,
    advice:
      "Install bubblewrap: apt-get install bubblewrap (Debian, Ubuntu), dnf install bubblewrap (Fedora), apk add bubblewrap (Alpine).",
  },
  {
    words: /program "/,
    advice:
      "Install util-linux: apt-get install util-linux (Debian, Ubuntu), dnf install util-linux (Fedora), apk add util-linux (Alpine).",
  },
  { words: /unknown option/i, advice: "bubblewrap is too old: version 0.8 or later is needed." },
  { words: /Linux only/, advice: "Run the server on Linux or in the container image, or accept the risk in writing with SANDBOX=none." },
  {
    words: /mount failed|mount:|unshare:/,
    advice: "Run the server as an ordinary user, or put DATA_DIR where every user may enter its parent folders.",
  },
  {
    words: /namespace|uid map|operation not permitted|permission denied|mount proc/i,
    advice:
      "The system forbids user namespaces. In Docker use the seccomp profile that comes with the compose file and security_opt systempaths=unconfined; " +
      "on Ubuntu 24.04 and later allow them with sysctl kernel.apparmor_restrict_unprivileged_userns=0 or an AppArmor profile for bwrap.",
  },
];
