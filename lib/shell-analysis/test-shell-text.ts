/** Shell texts made at random from what shells and parsers disagree about; for tests. Whatever they hold, no program runs in them but the `programs`. */
export function randomShellText(random: () => number, programs: readonly string[]): string {
  return new Writer(random, programs).list(0);
}

/** Ends of here-documents, each as it is written behind `<<` and as its last line. */
const DELIMITERS: readonly (readonly [string, string])[] = [
  ["E", "E"],
  ["'E'", "E"],
  ['"E F"', "E F"],
  ['E"x"', "Ex"],
  ["E'x'y", "Exy"],
  ["\\E", "E"],
  ["E.x", "E.x"],
  ["$x", "$x"],
  ["''", ""],
];
// biome-ignore lint/suspicious/noTemplateCurlyInString: shell text, not a template.
const EXPANSIONS = ["$x", "${x:-'}'}", '"${x:-\'}"', "${x#'#'}", "$#", "$((1+1))", "$'a'", '"`:`"'];
// biome-ignore lint/suspicious/noTemplateCurlyInString: shell text, not a template.
const LINES = ["text", "  E", "E ", "\tE", "Ex", "'", '"', "\\$(", "it's", "# '", "a\\", "$x", "${x:-'}", "<<E", "E)"];
const WORDS = [
  ...["a", "'b c'", '"d e"', "f\\ g", "'#'", "a#b", "x=#", "$", "'\\'", '"\\""', "\\'", "{", "}", "[", "]", "!", "if", ...EXPANSIONS],
  ...["'('", "\\;", "-c", "--", "~", "*", "\\\n", "=", "a=b", "\\\\", '"$"', "%", "'&'"],
];
const ASSIGNMENTS = ["A=1 ", "A= ", "A='x y' ", 'A="$x" ', "_=1 ", "A=$ ", "A=$x:$x/y:~/z ", "A=a#b ", "A={a ", "A=[ "];
const REDIRECTIONS = [">f ", "<g ", "2>&1 ", ">&2 ", "2>f ", ">>f ", "<&0 ", "3<g ", ">|f ", '>"a b" '];

class Writer {
  readonly #random: () => number;
  readonly #programs: readonly string[];

  constructor(random: () => number, programs: readonly string[]) {
    this.#random = random;
    this.#programs = programs;
  }

  list(depth: number): string {
    const parts = this.#some(depth === 0 ? 3 : 1, () => this.#command(depth + 1));
    return parts.map((part) => part + this.#separatorOf(part)).join("");
  }

  #command(depth: number): string {
    if (depth > 4) return this.#simple(depth);
    const inner = () => this.list(depth + 1);
    return this.#pick([
      () => this.#simple(depth),
      () => this.#simple(depth),
      () => this.#simple(depth),
      () => this.#hereDocument(depth),
      () => `(${inner()}\n)`,
      () => `{ ${inner()}\n}`,
      () => `! ${this.#command(depth + 1)}`,
      () => `if ${inner()}\nthen ${inner()}\nelse ${inner()}\nfi`,
      () => `for i in ${this.#word(depth)} 1\ndo ${inner()}\ndone`,
      () => `case x in ${this.#pick(["x", "(x", "'x'", "*", "[a-z]", "y|x"])}) ${inner()}\nesac`,
      () => `f() { ${inner()}\n}\nf`,
      () => `[ ${this.#word(depth)} ${this.#pick(["||", "&&", "|", ";", "&", "=", "-a"])} ${this.#simple(depth)} ]`,
      () => `${this.#pick(["eval", "sh -c", "eval --"])} '${this.#name()} x'`,
      () => `${this.#pick(["env", "nice -n 1", "timeout 5", "command", "exec", "env A=1 -u B", "nohup"])} ${this.#name()}`,
    ])();
  }

  #simple(depth: number): string {
    const before = this.#some(2, () => this.#pick([...ASSIGNMENTS, ...REDIRECTIONS]), 0.3).join("");
    const words = this.#some(3, () => ` ${this.#word(depth)}`, 0.7).join("");
    return `${before}${this.#name()}${words}${this.#random() < 0.2 ? ` ${this.#pick(REDIRECTIONS).trim()}` : ""}`;
  }

  #hereDocument(depth: number): string {
    const [written, last] = this.#pick(DELIMITERS);
    const lines = this.#some(3, () => (this.#random() < 0.3 ? ` $(${this.#simple(depth + 1)}\n)` : this.#pick(LINES)));
    return `${this.#name()} <<${written}${this.#pick(["", " >f", "; :"])}\n${lines.join("\n")}\n${last}\n${this.#name()}`;
  }

  #word(depth: number): string {
    if (depth > 4 || this.#random() < 0.7) return this.#pick(WORDS);
    const inner = this.list(depth + 2);
    return this.#pick([
      () => `$(${inner}\n)`,
      () => `"$(${inner}\n)"`,
      () => `"\${x:-$(${inner}\n)}"`,
      () => `\${x:-$(${inner}\n)}`,
      () => `$((1+$(${inner}\n)))`,
      () => `\`${this.#name()}\``,
      () => `"\`${this.#name()}\`"`,
      () => `\`${this.#name()} \\\`${this.#name()}\\\`\``,
      () => `$(: # )\n${this.#name()}\n)`,
    ])();
  }

  #name(): string {
    const name = this.#pick(this.#programs);
    return this.#pick([
      name,
      name,
      name,
      name,
      `'${name}'`,
      `"${name}"`,
      `\\${name}`,
      `${name[0]}''${name.slice(1)}`,
      `${name[0]}"${name.slice(1)}"`,
    ]);
  }

  #separatorOf(part: string): string {
    // Behind a here-document its last line must stand alone.
    return part.includes("<<")
      ? "\n"
      : this.#pick([";", "\n", " && ", " || ", " & ", " | ", ";\n", "\n\n# it's\n", " # '\n"]) + this.#tail();
  }

  /** An operator wants a command behind it. */
  #tail(): string {
    return `${this.#name()}\n`;
  }

  #some(most: number, make: () => string, share = 1): string[] {
    if (this.#random() > share) return [];
    return Array.from({ length: 1 + Math.floor(this.#random() * most) }, make);
  }

  #pick<T>(values: readonly T[]): T {
    return values[Math.floor(this.#random() * values.length)] as T;
  }
}
