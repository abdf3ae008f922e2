import { describe, expect, it } from "vitest";
import { cpuMs } from "#lib/testing/cpu-ms.ts";
import { analyzeShellCommand } from "./analyze-command.ts";
import { BLOCKED_COMMANDS, findBlockedCommand } from "./blocklist.ts";

const blockedIn = async (text: string) => findBlockedCommand((await analyzeShellCommand(text)).names);

describe("a blocked command is found", () => {
  it.each(BLOCKED_COMMANDS)("as %s, with a folder, in capitals and as a Windows program", async (name) => {
    for (const spelling of [name, `/usr/bin/${name}`, name.toUpperCase(), `${name}.exe`, `'C:\\Windows\\${name}.EXE'`]) {
      expect(await blockedIn(`${spelling} v`), spelling).toBe(name);
    }
  });

  // Case sh-01: one decision for all spellings of the same command.
  it.each(["/bin/rm v", "\\rm v", "FOO=1 rm v", "env rm v", "env -i rm v", "command rm v", "nice rm v", "timeout 5 rm v", "exec rm v"])(
    "behind a prefix: %s",
    async (text) => {
      expect(await blockedIn(text)).toBe("rm");
    },
  );

  it.each([
    "env -u HOME A=1 B=2 rm v",
    "env -S 'rm v'",
    "env --split-string='rm v'",
    "env '-Srm v'",
    "env -- rm v",
    "env sh -c 'env rm v'",
    "nice -n 10 rm v",
    "nice -10 rm v",
    "timeout -k 1 --signal=KILL 5 rm v",
    "timeout $LIMIT rm v",
    "nohup rm v",
    "setsid -f rm v",
    "stdbuf -o L rm v",
    "sudo -nu root rm v",
    "sudo A=1 rm v",
    "doas rm v",
    "busybox rm v",
    "time -p rm v",
    "exec -a ls rm v",
    "command -p rm v",
    "builtin kill 1",
    "xargs rm < list",
    "find . | xargs -0 -n 1 rm",
    "flock lock rm v",
    "flock lock -c 'rm v'",
    "su -c 'rm v' root",
    "watch -n 1 rm v",
    "chroot / rm v",
    "timeout 5 nice env command rm v",
  ])("behind another prefix: %s", async (text) => {
    expect(findBlockedCommand((await analyzeShellCommand(text)).names)).not.toBeNull();
  });

  // Case sh-04: every command of the text, wherever it stands.
  it.each([
    "ls; rm v",
    "ls && rm v",
    "ls || rm v",
    "ls | rm v",
    "ls & rm v",
    "ls\nrm v",
    "ls\r\nrm v\r\n",
    "(rm v)",
    "{ rm v; }",
    "if true; then rm v; fi",
    "if rm v; then :; fi",
    "while rm v; do :; done",
    "for i in 1; do rm $i; done",
    "case x in x) rm v;; esac",
    "! rm v",
    "trap 'rm v' EXIT",
    "trap -- 'rm v' EXIT",
    "f() { rm v; }; f",
    "alias x='rm v'\nx",
    "echo $(rm v)",
    "echo `rm v`",
    'echo "$(rm v)"',
    "cat <(rm v)",
    "A=$(rm v)",
    "export A=$(rm v)",
    "echo $((1 + $(rm v)))",
    // biome-ignore lint/suspicious/noTemplateCurlyInString: shell text, not a template.
    "echo ${x:-$(rm v)}",
    "[ $(rm v) ]",
    "cat <<E\n$(rm v)\nE",
    "> out rm v",
    "2>&1 rm v",
    "rm<v",
    "find . -name v -exec rm {} \\;",
    "find . -type f -execdir /bin/rm {} + -o -ok true ';'",
    "coproc rm v",
    "coproc NAME { rm v; }",
    "! ! rm v",
    "! { rm v; }",
    "time { rm v; }",
    // The grammar hangs these words on the redirection.
    "env > out rm v",
    "timeout 5 2>/dev/null rm v",
    "xargs < list rm",
    "nice > out 2>&1 rm v",
    "ls && env > out rm v",
    "ls | env 2>&1 rm v",
    "env <<E rm v\nx\nE",
    "env <<E > out rm v\nx\nE",
    "env <<< x rm v",
    "0<list rm v",
    "cat <<E; rm v\nx\nE",
    "cat <<E&&rm v\nx\nE",
    // Nor does it see these substitutions.
    "cat <<E\n`rm v`\nE",
    "cat <<E\n  $(rm v)\nE",
    "cat <<-E\n\t$(rm v)\n\tE",
    "cat <<E\n  $((1 + $(rm v)))\nE",
    "cat <<E\n  $(echo ')' \"$(rm v)\")\nE",
    // biome-ignore lint/suspicious/noTemplateCurlyInString: shell text, not a template.
    'echo "${x:-`rm v`}"',
    // In backquotes an escape is taken away before the text is read, so that they can hold others.
    "echo `echo \\`rm v\\``",
    "x=`echo \\`rm v\\``",
    'echo "`echo \\"\\`rm v\\`\\"`"',
    "echo `echo \\`echo \\\\\\`rm v\\\\\\`\\``",
  ])("in any place: %s", async (text) => {
    expect(await blockedIn(text)).toBe("rm");
  });

  // Case sh-05 and quoting.
  it.each([
    "sh -c 'rm v'",
    'bash -lc "rm $x"',
    "sh -ec 'ls; rm v'",
    "sh -o errexit -c 'rm v'",
    "sh -c 'sh -c \"sh -c rm\"'",
    "eval 'rm v'",
    "eval rm v",
    "sh <<E\nrm v\nE",
    "sh -s <<'E'\nrm v\nE",
    "cat <<E | sh\nrm v\nE",
    "sh <<< 'rm v'",
    "echo 'rm v' | sh",
    "printf 'ls\\nrm v\\n' | bash -s",
    ". /dev/stdin <<E\nrm v\nE",
    "source /dev/stdin <<< 'rm v'",
    "echo rm v | xargs env",
    "echo 'rm v' | xargs -I% sh -c %",
    "r''m v",
    "'rm' v",
    '"r""m" v',
    "r\\m v",
    "$'rm' v",
    "$'\\x72\\155' v",
    "r\\\nm v",
    "x=rm; $x v",
    "x='rm -rf'; $x v",
    "# a comment \\\nrm v",
    "cat <<E|sh\nrm v\nE",
    "at now <<< 'rm v'",
    "echo 'rm v' | batch",
    "csh -c 'rm v'",
    "env -iS 'rm v'",
    "env '-vSrm v'",
    "script -qc 'rm v' out",
    "sudo --user x rm v",
    "fakeroot rm v",
    "gosu x rm v",
  ])("in text for a shell and under quotes: %s", async (text) => {
    expect(await blockedIn(text)).toBe("rm");
  });
});

// /bin/sh is dash on Debian, and what is one word or one test in bash can be a command there.
describe("a blocked command is found where a plain shell reads the text otherwise than bash", () => {
  it.each([
    "[[ a || rm v ]]",
    "[[ a && rm v ]]",
    "[[ a; rm v ]]",
    "((rm))",
    "((ls || rm))",
    "(( ls | rm ))",
    "ls &> out rm v",
    "ls &>> out rm v",
    "echo $'a\\' ; rm v #'",
    'echo $"a" && [[ a || rm v ]]',
    "echo $[1] $'\\'; rm v #'",
  ])("%s", async (text) => {
    expect(await blockedIn(text)).toBe("rm");
  });

  it.each(["[[ -f rm ]] && ls", "[[ $x == rm ]] || ls", "((count++))", "((x > 3)) && ls", "echo $[1 + 2]", "ls &> rm", "echo $'rm'"])(
    "and not where neither runs it: %s",
    async (text) => {
      const analysis = await analyzeShellCommand(text);
      expect([findBlockedCommand(analysis.names), analysis.unreadable]).toEqual([null, null]);
    },
  );
});

// The grammar guesses what the standard says: there a text can hide from it what every shell runs.
describe("a blocked command is found where the grammar reads otherwise than any shell", () => {
  it.each([
    "[ -f x || rm ]",
    "[ x | rm ]",
    "[ x & rm ]",
    "[ x = y && rm ]",
    "[ a < x || rm ]",
    "! if rm v; then :; fi",
    "! for i in 1; do rm v; done",
    "A=1 <<E rm v\nE",
    "_=1 rm v",
    "A=$ rm v",
    "PATH=$PATH:$HOME/x:~/y rm v",
    // biome-ignore lint/suspicious/noTemplateCurlyInString: shell text, not a template.
    'echo "${x:-\'}"; rm v; echo "\'}"',
    "cat <<E\n  E\n'\nE\nrm v\n: '",
    "cat <<E\nE \n'\nE\nrm v\n: '",
    "cat <<-E\n  E\n'\nE\nrm v\n: '",
    'cat <<E"x"\na\nEx\nrm v\nE"x"',
    "cat <<E\n  $(: # )\nrm v)\nE",
    // biome-ignore lint/suspicious/noTemplateCurlyInString: shell text, not a template.
    "echo ${x:-$(: # )\nrm v)}",
    "sh -oc errexit 'rm v'",
    "eval -- 'rm v'",
  ])("%s", async (text) => {
    expect(await blockedIn(text)).toBe("rm");
  });

  it("and what stands in a here-document is data, where the grammar lets it end too early", async () => {
    const { names, unreadable } = await analyzeShellCommand("cat <<'E' > a\n  cat <<F\n  E\n  rm v\nE\nls");
    expect([names, unreadable]).toEqual([["cat", "ls"], null]);
  });
});

describe("harmless work is left alone", () => {
  // Case sh-06.
  it.each([
    "grep -rn rm docs/",
    "npm run format",
    "echo 'net income'",
    "make test > /dev/null 2>&1",
    "cat <<'E'\nrm -rf /\nE",
    "command -v rm",
    "echo rm v",
    "cat > s.sh <<E\nrm v\nE",
    "git rm v",
    "ls rm format.txt",
    "env | grep dd",
    "timeout 5 grep rm notes.txt",
    "find . -name rm",
    "docker run --rm image",
    "awk '{ print $1 }' kill.txt",
    "for name in rm dd; do echo $name; done",
    "rm-old --help; normal.exe; ./rm.sh",
    "trap - EXIT",
    "echo a > out rm",
    "grep -c rm < list kill.txt",
    "cat > README <<'E'\n`rm v` and $(kill 1)\nE",
    "cat <<\\E\n  $(rm v)\nE",
    "cat <<E\n\\`rm v\\`\nE",
    "echo '<<E;rm'",
    "xargs -I{} echo {} rm",
    "git -c user.name=rm commit -m 'rm v'",
    "git commit -c HEAD && git switch -c rm",
    "git config user.name rm",
    "git log --format=rm -- rm",
    "git grep -n rm",
    "git rm --cached v; git clean -xn",
    "git -c core.pager=cat log && GIT_PAGER=cat git diff",
    "git rebase --onto rm main",
    "git submodule update --init",
    "tar -czf rm.tgz . --checkpoint=10",
    "tar xf rm.tar -C kill",
    "fd rm -e txt && fd -tf . kill",
    "rsync -av rm/ kill/",
    "ssh -o ConnectTimeout=5 -i rm host",
    "ssh host ls -la",
    "sort -k 2 rm.txt | split -l 10",
    "npm run rm; poetry add rm; perf report -i kill",
    "PAGER=less EDITOR='code --wait' make rm",
    "ENV=rm PS1='$ rm ' make",
    "bash -euo pipefail -c 'ls -li'; sh -xc ls; zsh -fc ls",
    "find . -type f -exec wc -l {} +",
    "find . -name '*.c' -exec sh -c 'wc -l \"$1\"' sh {} ';'",
    "xargs -I% cp % rm/",
    "[ -f rm ] && [ x = y ] || echo no",
    'if [ "$a" != rm ]; then echo no; fi',
    'for f in *.txt; do cat "$f"; done',
    "case $x in rm|kill) echo no;; *) ls;; esac",
    "export A=1 B && unset A",
    "echo $((a << 2)) $((1 + 1))",
    "cat <<E>out\nrm v\nE",
    "setarch x86_64 -R ls rm; install -d rm",
  ])("%s", async (text) => {
    const analysis = await analyzeShellCommand(text);
    expect(findBlockedCommand(analysis.names)).toBeNull();
    expect(analysis.unreadable).toBeNull();
  });
});

describe("every act of the text is told, in the words that the shell sees", () => {
  it.each([
    ["git  'status' -s", ["git status -s"]],
    ["git log | head -5", ["git log", "head -5"]],
    ["cd app && env X=1 git push", ["cd app", "env X=1 git push", "git push"]],
    ["echo $(cat x)", ["echo $(cat x)", "cat x"]],
    ["sh -c 'ls; pwd'", ["sh -c ls; pwd", "ls", "pwd"]],
    ["X=1 ls > out 2>> log", ["X=1", "> out", ">> log", "ls"]],
    ["ls >/dev/null 2>&1 <in", ["ls"]],
    ["x=rm; $x v", ["x=rm", "rm v"]],
    ["export 'PATH=.' A=1; unset B", ["A=1", "export PATH=. A=1", "unset B"]],
    ["for PATH in . ./x; do ls; done", ["for PATH in . ./x", "ls"]],
    ["ls $((PATH = 0)) $((1 == 2))", ["$((PATH = 0))", "ls $((PATH = 0)) $((1 == 2))"]],
    // biome-ignore lint/suspicious/noTemplateCurlyInString: shell text, not a template.
    ["ls ${A:=1} ${B:-2}", ["${A:=1}", "ls ${A:=1} ${B:-2}"]],
    ["[ a > out ] || [ -f x || ./y ]", ["> out", "./y ]"]],
  ])("%s", async (text, acts) => {
    expect((await analyzeShellCommand(text)).acts).toEqual(acts);
  });
});

describe("what cannot be read is said, so that nobody takes the list for whole", () => {
  it.each([
    ["$(printf r)m v", "made at run time"],
    ["$CMD v", "made at run time"],
    ["x=ls; read x; $x", "made at run time"],
    ["/bin/r? v", "made at run time"],
    ['eval "$x"', "made at run time"],
    ['sh -c "$x"', "made at run time"],
    ["echo cm0gdg== | base64 -d | sh", "from its input"],
    ["sh < script", "from its input"],
    ["find . | xargs sh -c 'ls $0'", "from its input"],
    ["echo rm | xargs -I% % v", "made at run time"],
    ["echo rm | xargs -0I % sh -c '% v'", "made at run time"],
    ["xargs --replace=Q env Q v", "made at run time"],
    ["find /bin -name rm -exec {} v ';'", "made at run time"],
    ["find . -exec sh -c 'echo {}' ';'", "made at run time"],
    ["sh script.sh", "runs a file"],
    ["bash -lc ls", "files of its home folder"],
    ["sh -ic ls", "files of its home folder"],
    ["bash -eu --login -c ls", "files of its home folder"],
    ["zsh -c ls", "files of its home folder"],
    [". ./script.sh", "runs a file"],
    ["{rm,v}", "does not parse"],
    ["r{m,} v", "made at run time"],
    ["alias a='x='; a rm v", "another meaning"],
    ["if then", "does not parse"],
    ["a=(1 2); ls", "does not parse"],
    ["ls <(cat x)", "does not parse"],
    ["echo 'open", "does not parse"],
  ])("%s", async (text, reason) => {
    expect((await analyzeShellCommand(text)).unreadable).toContain(reason);
  });

  it("gives up on text inside text that goes too deep, without taking long", async () => {
    let text = "ls";
    for (let depth = 0; depth < 14; depth++) text = `eval ${JSON.stringify(text)}`;
    const startedAt = cpuMs();
    expect((await analyzeShellCommand(text)).unreadable).toContain("too deep");
    expect((await analyzeShellCommand(`${"env ".repeat(4_000)}ls`)).unreadable).toContain("too deep");
    expect((await analyzeShellCommand("$(ls) ".repeat(3_000))).names).toContain("ls");
    expect((await analyzeShellCommand("echo '".padEnd(20_000, "("))).unreadable).toContain("does not parse");
    expect((await analyzeShellCommand(`${"(".repeat(9_000)}ls`)).unreadable).toContain("does not parse");
    expect((await analyzeShellCommand("<<E\n".repeat(5_000))).unreadable).toContain("does not parse");
    expect((await analyzeShellCommand(`${"$(".repeat(200)}ls${")".repeat(200)}`)).unreadable).toContain("too deep");
    expect((await analyzeShellCommand(`${'"${x:-'.repeat(2_000)}ls`)).unreadable).not.toBeNull();
    expect((await analyzeShellCommand("f()(ls);".repeat(2_000))).names).toEqual(["ls"]);
    expect(await blockedIn("echo still; rm v")).toBe("rm");
    expect(cpuMs() - startedAt).toBeLessThan(5_000);
  });
});
