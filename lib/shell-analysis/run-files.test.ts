import { describe, expect, it } from "vitest";
import { analyzeShellCommand } from "./analyze-command.ts";

async function runs(text: string) {
  return (await analyzeShellCommand(text)).runs;
}

/** The likeliest name of each file that must be there. */
async function named(text: string): Promise<(string | undefined)[]> {
  return (await runs(text)).files.filter(({ isGuess }) => !isGuess).map(({ names }) => names[0]);
}

describe("the files that a text runs", () => {
  it.each([
    ["./run.sh --fast", "./run.sh"],
    ["scripts/x", "scripts/x"],
    ["sub/../a.sh", "sub/../a.sh"],
    ["'./a file.sh'", "./a file.sh"],
    ["./a\\ file.sh", "./a file.sh"],
    ['"./a"".sh"', "./a.sh"],
    ["/workspace/a.sh", "/workspace/a.sh"],
    ["~/a.sh", "a.sh"],
    ["bash deploy.sh production", "deploy.sh"],
    ["bash -x deploy.sh", "deploy.sh"],
    ["sh -eu -- deploy.sh", "deploy.sh"],
    ["bash -o pipefail deploy.sh", "deploy.sh"],
    ["/bin/sh deploy.sh", "/bin/sh"],
    ["dash a.sh", "a.sh"],
    ["zsh -f a.sh", "a.sh"],
    [". ./env.sh", "./env.sh"],
    ["source env.sh && ls", "env.sh"],
    ["bash --rcfile own.rc -i", "own.rc"],
    ["BASH_ENV=first.sh bash -c ls", "first.sh"],
    ["su nobody deploy.sh", "deploy.sh"],
    ["python report.py data.csv", "report.py"],
    ["python3.12 -W ignore -u report.py", "report.py"],
    ["python3 -X dev report.py", "report.py"],
    ["python -m tools.report", "tools/report.py"],
    ["node server.mjs", "server.mjs"],
    ["node --max-old-space-size=4096 server.js", "server.js"],
    ["node server", "server"],
    ["tsx main.ts", "main.ts"],
    ["npx tsx main.ts", "main.ts"],
    ["ruby -w a.rb", "a.rb"],
    ["ruby -I lib a.rb", "a.rb"],
    ["perl -w a.pl", "a.pl"],
    ["deno run --allow-read a.ts", "a.ts"],
    ["deno a.ts", "a.ts"],
    ["bun run a.ts", "a.ts"],
    ["bun a.ts", "a.ts"],
    ["php a.php", "a.php"],
    ["php -d x=1 -f a.php", "a.php"],
    ["php -dfoo=1 a.php", "a.php"],
    ["sed -nf a.sed data", "a.sed"],
    ["Rscript a.R", "a.R"],
    ["awk -f a.awk data", "a.awk"],
    ["gawk -F , -fa.awk data", "a.awk"],
    ["sed -n -f a.sed data", "a.sed"],
    ["make -f own.mk all", "own.mk"],
    ["make --file=own.mk all", "own.mk"],
    ["lua a.lua", "a.lua"],
    ["java -jar a.jar", "a.jar"],
    ["go run main.go", "main.go"],
    ["uv run a.py", "a.py"],
    ["env -u X A=1 bash a.sh", "a.sh"],
    ["timeout 5 ./a.sh", "./a.sh"],
    ["nice -n 5 python a.py", "a.py"],
    ["nohup bash a.sh &", "a.sh"],
    ["time ./a.sh", "./a.sh"],
    ["exec ./a.sh", "./a.sh"],
    ["xargs -n 1 ./a.sh < names", "./a.sh"],
    ["ls | xargs python a.py", "a.py"],
    ["find . -name x -exec ./a.sh {} \\;", "./a.sh"],
    ["git bisect run ./a.sh", "./a.sh"],
    ["busybox sh a.sh", "a.sh"],
    ["sh -c 'bash a.sh'", "a.sh"],
    ["eval './a.sh'", "./a.sh"],
    ["echo $(bash a.sh)", "a.sh"],
    ["echo `./a.sh`", "./a.sh"],
    ["trap ./a.sh EXIT", "./a.sh"],
    ["if ./a.sh; then ls; fi", "./a.sh"],
    ["f() { ./a.sh; }; f", "./a.sh"],
    ["chmod +x a.sh && ./a.sh", "./a.sh"],
    ["sh < a.sh", "a.sh"],
    ["python < a.py", "a.py"],
    ["cat a.sh | sh", "a.sh"],
    ["F=a.sh; sh $F", "a.sh"],
  ])("of %s", async (text, file) => {
    expect(await named(text)).toContain(file);
  });

  it.each([
    "ls -la",
    "git status",
    "cat a.sh",
    "grep -r x .",
    "sh -c 'ls'",
    "python -c 'print(1)' a.py",
    "python3 -uc 'print(1)' a.py",
    "node -e '1' a.js",
    "node -p 1",
    "perl -ne 'print' data",
    "perl -pe 's/a/b/' data",
    "ruby -e 'puts 1' data",
    "php -r 'echo 1;'",
    "Rscript -e 1",
    "awk '{ print }' data",
    "awk -F, '{ print $1 }' data",
    "sed -i s/a/b/ data",
    "sed -ne p data",
    "echo ./a.sh",
    "echo 'bash a.sh'",
    "curl -o x http://example.com/a/b",
    "wc < data",
    "echo hi | sh",
  ])("are none for %s", async (text) => {
    expect(await named(text)).toEqual([]);
  });

  it("are more than one when the text runs several", async () => {
    expect(await named("./a.sh && bash b.sh | python c.py; node -r ./first.js d.js")).toEqual([
      "./a.sh",
      "b.sh",
      "c.py",
      "./first.js",
      "d.js",
    ]);
  });

  it("are looked for where a program looks by itself", async () => {
    const guesses = async (text: string) => (await runs(text)).files.filter(({ isGuess }) => isGuess).flatMap(({ names }) => names);
    expect(await guesses("make all")).toEqual(["GNUmakefile", "makefile", "Makefile"]);
    expect(await guesses("make -f own.mk")).toEqual([]);
    expect(await guesses("npm test")).toEqual(["package.json"]);
    expect(await guesses("yarn build && pnpm run x")).toEqual(["package.json"]);
    expect(await guesses("bash -lc ls")).toContain(".profile");
  });

  it("are looked for under every ending that may be left out", async () => {
    expect((await runs("node server")).files).toEqual([{ names: ["server", "server.js", "server.ts", "server/index.js"], isGuess: false }]);
    expect((await runs("python app")).files).toEqual([{ names: ["app", "app/__main__.py"], isGuess: false }]);
  });

  it.each([
    ["cd sub && ./a.sh", ["./a.sh", "sub/./a.sh"]],
    ["cd sub; cd ..; bash a.sh", ["a.sh", "sub/a.sh"]],
    ["(cd one && ./a.sh); (cd two && ./a.sh)", ["./a.sh", "one/./a.sh", "two/./a.sh", "one/two/./a.sh"]],
    ["cd /workspace/sub && ./a.sh", ["./a.sh", "/workspace/sub/./a.sh"]],
    ["env -C sub ./a.sh", ["./a.sh", "sub/./a.sh"]],
    ["cd ../.. && ./a.sh", ["./a.sh"]],
    ["cd sub && bash ~/a.sh", ["a.sh"]],
  ])("are looked for in each folder that the text goes to: %s", async (text, names) => {
    expect((await runs(text)).files).toEqual([{ names, isGuess: false }]);
  });

  it("are looked for in the folder that make is sent to", async () => {
    expect((await runs("make -C sub")).files).toEqual([
      { names: ["GNUmakefile", "makefile", "Makefile", "sub/GNUmakefile", "sub/makefile", "sub/Makefile"], isGuess: true },
    ]);
  });

  it.each([
    ["sh $X", "a file that it runs is named at run time"],
    ["python *.py", "a file that it runs is named at run time"],
    ["F=a.sh; sh $F", "a file that it runs is named at run time"],
    ["cd $D && ./a.sh", "it goes to a folder that is named at run time"],
    ["PATH=.:$PATH deploy", "it changes where programs are looked for"],
    [Array.from({ length: 50 }, (_, at) => `./a${at}`).join(";"), "it runs more files than are looked at"],
    [Array.from({ length: 9 }, (_, at) => `cd a${at}`).join(";"), "it goes through more folders than are followed"],
  ])("may be more than can be named: %s", async (text, unnamed) => {
    expect((await runs(text)).unnamed).toBe(unnamed);
  });

  it("are never more than forty names", async () => {
    const text = `${Array.from({ length: 7 }, (_, at) => `cd a${at}`).join(";")};${Array.from({ length: 90 }, (_, at) => `./a${at}`).join(";")}`;
    const { files } = await runs(text);
    expect(files.flatMap(({ names }) => names)).toHaveLength(40);
  });

  it("say nothing new of what the text may do besides", async () => {
    expect((await analyzeShellCommand("python a.py")).unreadable).toBe(null);
    expect((await analyzeShellCommand("sh a.sh")).unreadable).toBe("a shell runs a file");
  });
});
