/**
 * The reference of `@svc/sdk`: its README, and a page per object with each method and type, from the declarations that tsc
 * emits.
 */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { format } from "prettier";

/** One declaration of the package: its docstring without the stars, and its text without the docstring. */
type Declaration = { doc: string; code: string };

/** What a page without an object is about, by its file's name. */
const leads: Readonly<Record<string, string>> = {
  calls: "What every call accepts and returns besides its own arguments, and how a call is made.",
  errors: "What the SDK throws, and what each error says about whether the work was done.",
};

/**
 * The pages in their order: the file's name, the title, and the exports that it has, by name or by the package's file. A
 * generated file has the name of the handwritten one that adds to it.
 */
const pages: readonly (readonly [name: string, title: string, exports: readonly string[]])[] = [
  ["client", "ServiceClient", ["ServiceClient", "ServiceClientSettings"]],
  ["tenant", "client.tenant(id)", ["tenant-scope"]],
  ["connection", "client.tenant(id).connection(id)", ["connection-scope", "action-types", "action-id"]],
  ["tenants", "client.tenants", ["tenants"]],
  ["connect-sessions", "client.tenant(id).connectSessions", ["connect-sessions"]],
  ["connections", "client.tenant(id).connections", ["connections"]],
  ["executions", "client.tenant(id).executions", ["executions"]],
  ["proposals", "client.tenant(id).proposals", ["proposals"]],
  ["actions", "client.tenant(id).actions", ["actions"]],
  ["providers", "client.tenant(id).providers", ["providers"]],
  ["agent-tools", "Tools for agents", ["agent-tools", "tool-formats"]],
  ["delegated-tokens", "client.delegatedTokens", ["delegated-tokens"]],
  ["agent-authorizations", "client.agentAuthorizations", ["agent-authorizations"]],
  ["events", "client.events", ["events"]],
  ["webhook-endpoints", "client.webhookEndpoints", ["webhook-endpoints", "webhook-signature"]],
  ["audit-events", "client.auditEvents", ["audit-events"]],
  ["calls", "Options, lists and keys", ["transport", "poll", "listing", "platform", "probe", "exchange"]],
  ["catalog", "PublicCatalog", ["PublicCatalog"]],
  ["errors", "Errors", ["errors", "problem"]],
];

/**
 * @param root the project's folder.
 * @returns the pages' Markdown by file.
 * @throws Error if an export has no declaration or no page.
 */
export async function sdkPages(root: string): Promise<Map<string, string>> {
  const folder = mkdtempSync(join(tmpdir(), "svc-sdk-types-"));
  try {
    const declarations = new Map<string, Declaration>();
    emitTypes(root, folder);
    const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".d.ts"));
    for (const file of files.sort()) {
      for (const [name, declaration] of declarationsOf(readFileSync(join(folder, file), "utf8"))) {
        declarations.set(name, declaration);
      }
    }
    const readme = readFileSync(join(root, "packages/sdk/README.md"), "utf8").trimEnd();
    const exported = exportedNames(readFileSync(join(folder, "index.d.ts"), "utf8"));
    const exportsOf = (own: readonly string[]): string[] => own.flatMap((one) => exported.get(one) ?? [one]);
    const placed = new Set(pages.flatMap(([, , own]) => exportsOf(own)));
    const homeless = [...exported.values()].flat().filter((name) => !placed.has(name));
    if (homeless.length > 0) throw new Error(`No page of the SDK's reference has ${homeless.join()}.`);
    const made = await Promise.all(
      pages.map(async ([name, title, own]): Promise<[string, string]> => {
        return [`docs/reference/sdk/${name}.md`, await objectPage(title, leads[name], exportsOf(own), declarations)];
      }),
    );
    const index = pages.map(([name, title]) => `- [${title}](sdk/${name}.md)`);
    const text = [readme, "", "## Every method and type", "", ...index].join("\n");
    return new Map([["docs/reference/sdk.md", `${text}\n`], ...made]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function emitTypes(root: string, outDir: string): void {
  const options = ["--declaration", "--emitDeclarationOnly", "--strict", "--skipLibCheck", "--types", "node"];
  const language = ["--target", "es2024", "--module", "nodenext", "--allowImportingTsExtensions"];
  const tsc = join(root, "node_modules/typescript/bin/tsc");
  const args = [tsc, "--ignoreConfig", "packages/sdk/src/index.ts", "--outDir", outDir, ...language, ...options];
  // It emits files even if it finds errors; finding them is the type check's job.
  spawnSync(process.execPath, args, { cwd: root, stdio: "ignore" });
}

/** The names that each of the package's files exports, without those from the contract. */
function exportedNames(index: string): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const [, list = "", file = ""] of index.matchAll(
    /export (?:type )?\{([^}]*)\} from "\.\/(?:generated\/)?([\w-]+)\.ts"/g,
  )) {
    const names = list.split(",").map((name) => name.replace(/^\s*type\s+/, "").trim());
    found.set(file, [...(found.get(file) ?? []), ...names.filter((name) => name !== "")]);
  }
  return found;
}

/** The exported top-level declarations of a declaration file; in tsc's output, each begins at the start of a line. */
function declarationsOf(text: string): [string, Declaration][] {
  const pattern =
    /(?:^\/\*\*((?:(?!\*\/)[^])*)\*\/\n)?^(export (?:declare )?(?:class|type|function|const|interface) (\w+)(?:.*)(?:\n(?!export|\/\*\*|import).*)*)/gm;
  return [...text.matchAll(pattern)].map(([, doc = "", code = "", name = ""]) => [name, { doc: plain(doc), code }]);
}

function plain(doc: string): string {
  return doc
    .split("\n")
    .map((line) => line.replace(/^\s*\* ?/, "").trim())
    .join("\n")
    .trim()
    .replaceAll(/\{@link (\w+)\}/g, "`$1`")
    .replaceAll(/\s*@throws (\w+)/g, "\n\nThrows `$1`")
    .replaceAll(/\s*@param ([\w.]+)/g, "\n\n`$1`:")
    .replaceAll(/\s*@returns /g, "\n\nReturns ")
    .trim();
}

async function objectPage(
  title: string,
  lead: string | undefined,
  names: readonly string[],
  declarations: ReadonlyMap<string, Declaration>,
): Promise<string> {
  const sections = await Promise.all(names.map((name) => sectionsOf(name, declarations)));
  // What is generated comes first, and the handwritten object that adds to it says what both are.
  const objects = sections
    .filter(({ members }) => members.length > 0)
    .toSorted((a, b) => Number(a.name.startsWith("Waiting")) - Number(b.name.startsWith("Waiting")));
  const types = sections.filter(({ members }) => members.length === 0);
  return `${[
    `# ${title}`,
    "",
    lead ?? objects.at(-1)?.doc ?? "",
    "",
    ...objects.flatMap(({ members }) => members.flatMap(memberText)),
    ...types.flatMap(({ name, doc, code }) => [`## ${name}`, "", ...(doc === "" ? [] : [doc, ""]), ...block(code)]),
  ]
    .join("\n")
    .trimEnd()}\n`;
}

type Section = { name: string; doc: string; code: string; members: readonly Member[] };

async function sectionsOf(name: string, declarations: ReadonlyMap<string, Declaration>): Promise<Section> {
  const own = declarations.get(name);
  if (own === undefined) throw new Error(`${name} is exported by @svc/sdk and has no declaration.`);
  // A type that is "the return type of that function" means nothing on its own.
  const maker = /^export type \w+ = ReturnType<typeof (\w+)>;/.exec(own.code)?.[1];
  const code = (maker === undefined ? undefined : declarations.get(maker)?.code) ?? own.code;
  const shown = code.replace(/^export (?:declare )?/, "").replace(/^ {4}#private;\n/m, "");
  const text = (await format(shown, { parser: "typescript", printWidth: 100 })).trimEnd();
  return { name, doc: own.doc, code: text, members: isObject(name) ? membersOf(text) : [] };
}

/** Whether readers call its methods; the other exports are functions, types and errors, which one block shows best. */
function isObject(name: string): boolean {
  return /Scope$|^Waiting|^ServiceClient$|^PublicCatalog$|^AgentTools$/.test(name);
}

/** A method or property: its overloads or its type, and what its docstring says. */
type Member = { name: string; doc: string; code: string };

/** The members of a formatted declaration: those at its first indentation, after the line that opens its body. */
function membersOf(declaration: string): Member[] {
  const body = declaration.slice((/^\S.*\{$(?![^]*^\S.*\{$)/m.exec(declaration)?.index ?? 0) + 1);
  const pattern =
    /(?:^ {2}\/\*\*((?:(?!\*\/)[^])*)\*\/\n)?^ {2}((?:readonly |get )?(\w+).*(?:\n(?: {3}| {2}[)}>\]]).*)*)/gm;
  return [...body.matchAll(pattern)]
    .map(([, doc = "", code = "", name = ""]) => ({ name, doc: plain(doc), code: asMethod(code) }))
    .filter(({ doc }) => !doc.startsWith("A mistake: "));
}

/** A member as a reader calls it: `get: (id: string) => Promise<Execution>;` is `get(id: string): Promise<Execution>`. */
function asMethod(code: string): string {
  const text = code.replaceAll(/^ {2}/gm, "").replace(/;$/, "");
  if (!/^\w+: \(/.test(text)) return text;
  const arrow = text.lastIndexOf(") => ");
  return `${text.slice(0, arrow)}): ${text.slice(arrow + ") => ".length)}`.replace(": (", "(");
}

function memberText({ name, doc, code }: Member): string[] {
  return [`## ${name}`, "", ...block(code), ...(doc === "" ? [] : [doc, ""])];
}

function block(code: string): string[] {
  return ["```ts", code, "```", ""];
}
