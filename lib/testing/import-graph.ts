import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { parseSync } from "oxc-parser";

/** One file and what it names in `import`, `export … from`, `import()` and `require()`; project files as paths from the root. */
export interface ModuleImports {
  file: string;
  imports: { target: string; isTypeOnly: boolean }[];
}

const ROOTS = ["app", "components", "lib", "db", "worker"];

/** Every module of the product, tests left out: they may reach for anything. */
export function readImportGraph(root = process.cwd()): ModuleImports[] {
  return ROOTS.flatMap((folder) => sourceFiles(path.join(root, folder))).map((file) => {
    const name = path.relative(root, file);
    return { file: name, imports: importsOf(name, readFileSync(file, "utf8")) };
  });
}

/** What one source text imports. Parsed, so that comments and strings do not count and nothing can hide in odd spacing. */
export function importsOf(file: string, source: string): ModuleImports["imports"] {
  const { program, module, errors } = parseSync(file, source);
  if (errors.length > 0) throw new Error(`${file} cannot be parsed: ${errors[0]?.message}`);
  const found: ModuleImports["imports"] = [];
  const add = (specifier: string, isTypeOnly: boolean): void => {
    found.push({ target: resolve(file, specifier), isTypeOnly });
  };
  for (const statement of module.staticImports) {
    const isTypeOnly = statement.entries.length > 0 && statement.entries.every((entry) => entry.isType);
    add(statement.moduleRequest.value, isTypeOnly);
  }
  for (const statement of module.staticExports) {
    for (const entry of statement.entries) if (entry.moduleRequest) add(entry.moduleRequest.value, entry.isType);
  }
  visit(program, (node) => {
    if (node.type === "ImportExpression") add(literal(file, node.source), false);
    if (node.type === "CallExpression" && isNamed(node.callee, "require")) add(literal(file, (node.arguments as unknown[])[0]), false);
    if (node.type === "CallExpression" && isMember(node.callee, "process", "getBuiltinModule"))
      add(literal(file, (node.arguments as unknown[])[0]), false);
  });
  return found;
}

type Node = Record<string, unknown> & { type: string };

function visit(value: unknown, see: (node: Node) => void): void {
  if (Array.isArray(value)) {
    for (const part of value) visit(part, see);
  } else if (value !== null && typeof value === "object") {
    if ("type" in value && typeof value.type === "string") see(value as Node);
    for (const part of Object.values(value)) visit(part, see);
  }
}

/** A computed specifier could name anything, so it counts as naming everything. */
function literal(file: string, node: unknown): string {
  const value = (node as { type?: string; value?: unknown } | undefined)?.value;
  if (typeof value === "string") return value;
  throw new Error(`${file} imports something that cannot be read from the source. Write the path out.`);
}

function isNamed(node: unknown, name: string): boolean {
  return (node as { type?: string; name?: string }).type === "Identifier" && (node as { name?: string }).name === name;
}

function isMember(node: unknown, object: string, property: string): boolean {
  const member = node as { type?: string; object?: unknown; property?: unknown };
  return member.type === "MemberExpression" && isNamed(member.object, object) && isNamed(member.property, property);
}

function resolve(file: string, specifier: string): string {
  if (specifier.startsWith("#")) return specifier.slice(1);
  if (specifier.startsWith(".")) return path.posix.join(path.posix.dirname(file), specifier);
  return specifier;
}

function sourceFiles(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const full = path.join(folder, entry.name);
    if (entry.isDirectory()) return path.basename(full) === "testing" ? [] : sourceFiles(full);
    return /\.(ts|tsx|mts|js|mjs)$/.test(entry.name) && !/\.(test|spec)\.tsx?$/.test(entry.name) ? [full] : [];
  });
}
