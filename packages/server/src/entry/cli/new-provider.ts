/** `svc-server new-provider`: writes a package for a provider of your own, with a simulator and tests. */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { OperatorFailure, UsageFailure } from "./io.ts";

/** The options of the command. */
export type NewProviderOptions = {
  auth: "static" | "oauth";
  dir?: string;
  openapi?: string;
  operations?: string;
  server?: string;
};

/** A written package. `leftOut`: the description's operations that have no action. */
export type NewPackage = {
  package: string;
  folder: string;
  files: number;
  leftOut: readonly { readonly key: string; readonly why: string }[];
};

/** The program that generates the files. It is loaded only for this command. */
type Maker = {
  makePackage(wish: {
    slug: string;
    auth: NewProviderOptions["auth"];
    description?: { text: string; operations: string; server?: string };
  }): { files: ReadonlyMap<string, string>; leftOut: NewPackage["leftOut"] } | { fault: string };
  operationsIn(text: string): { table: string } | { fault: string };
  packageNameOf(slug: string): string;
};

/** In a packed server, next to its program. */
const packed = new URL("../../new-provider.js", import.meta.url);

/** In a checkout. */
const source = new URL("../../../../../tools/new-provider/own-package.ts", import.meta.url);

/**
 * Writes the package into a new folder.
 * @param builtIn the slugs of the built-in providers, which can't be replaced.
 * @returns what was written.
 * @throws UsageFailure for a name, an option or a description that can't be used; nothing is written then.
 * OperatorFailure if the folder has files.
 */
export async function newProvider(
  slug: string,
  { auth, dir, openapi, operations, server }: NewProviderOptions,
  builtIn: readonly string[],
): Promise<NewPackage> {
  if (builtIn.includes(slug)) throw new UsageFailure(`The provider ${slug} is built in: choose another name.`);
  if (openapi === undefined && (operations ?? server) !== undefined) {
    throw new UsageFailure("--operations and --server belong to a description: pass it with --openapi.");
  }
  if (openapi !== undefined && auth === "oauth") {
    throw new UsageFailure("--openapi writes a provider with keys: leave out --auth oauth, and add OAuth afterwards.");
  }
  const { makePackage, packageNameOf } = await load();
  const described = { operations: operations ?? "", ...(server === undefined ? {} : { server }) };
  const description = openapi === undefined ? {} : { description: { text: textOf(openapi), ...described } };
  const made = makePackage({ slug, auth, ...description });
  if ("fault" in made) throw new UsageFailure(made.fault);
  const folder = resolve(dir ?? packageNameOf(slug));
  if (existsSync(folder) && !isEmptyFolder(folder)) {
    throw new OperatorFailure(`${dir ?? packageNameOf(slug)} isn't an empty folder: choose a new one with --dir.`);
  }
  for (const [path, text] of made.files) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    // Fails if anything exists at the path, and doesn't follow a link that appeared in the meantime.
    writeFileSync(join(folder, path), text, { flag: "wx" });
  }
  return { package: packageNameOf(slug), folder, files: made.files.size, leftOut: made.leftOut };
}

/** Returns the operations of a description as a table. @throws UsageFailure if it can't be used. */
export async function operationsTable(openapi: string): Promise<string> {
  const { operationsIn } = await load();
  const found = operationsIn(textOf(openapi));
  if ("fault" in found) throw new UsageFailure(found.fault);
  return `${found.table}\n`;
}

async function load(): Promise<Maker> {
  return (await import((existsSync(packed) ? packed : source).href)) as Maker;
}

/** The next steps with the package, for people. */
export function nextSteps({ folder, leftOut }: NewPackage, { openapi }: Pick<NewProviderOptions, "openapi">): string {
  if (openapi === undefined) {
    return `Now: cd ${folder} && npm install && npm run check. Then docs/new-provider.md, from step 2.\n`;
  }
  return [
    ...leftOut.map(({ key, why }) => `Left out: ${key}, because ${why}.`),
    `Now: cd ${folder} && npm install && npm run format, because the code isn't formatted yet.`,
    "Confirm each fact marked unconfirmed(…): until then, the provider neither compiles nor starts.\n",
  ].join("\n");
}

function textOf(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    throw new UsageFailure(`--openapi: ${path} can't be read.`);
  }
}

function isEmptyFolder(path: string): boolean {
  try {
    return readdirSync(path).length === 0;
  } catch {
    return false;
  }
}
