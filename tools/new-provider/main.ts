/**
 * `npm run new:provider -- <slug>`: creates a working provider in `providers/<slug>`, and registers it. It's only a
 * start: docs/new-provider.md says what to change, in which order. With `--auth oauth`, users connect on a consent
 * page. With `--openapi FILE`, its actions and its simulator are generated from an OpenAPI description.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { parseArgs } from "node:util";
import { format, resolveConfig } from "prettier";
import { UsageError, withUsage } from "../usage.ts";
import { namesOf } from "./names.ts";
import { DescriptionError, readDescription } from "./openapi/description.ts";
import { describedFiles, type DescriptionWish } from "./openapi/files.ts";
import { listOperations } from "./openapi/operations.ts";
import { providerFiles, type AuthChoice } from "./provider-files.ts";
import { manifestText, withDependency, withProvider } from "./registration.ts";
import { readTemplates } from "./templates.ts";

const root = join(import.meta.dirname, "../..");
const usage = `npm run new:provider -- SLUG           creates a provider in providers/SLUG, with a simulator and tests
  --auth oauth                         users connect on a consent page; by default, they paste a key
npm run new:provider -- --openapi FILE lists the operations of an OpenAPI 3 description
npm run new:provider -- SLUG --openapi FILE --operations LIST
                                       generates the actions and the simulator from these operations:
                                       listBooks,lendBook=books.lend,"GET /shelves",emails/*
  --server URL                         the API's address, if it isn't the description's first server`;

process.exitCode = await withUsage(usage, process.argv.slice(2), async (words) => {
  const { positionals, values } = parseArgs({
    args: [...words],
    allowPositionals: true,
    options: {
      auth: { type: "string", default: "static" },
      openapi: { type: "string" },
      operations: { type: "string" },
      server: { type: "string" },
    },
  });
  const { auth, openapi, operations, server } = values;
  const [slug = "", ...more] = positionals;
  if (auth !== "static" && auth !== "oauth") throw new UsageError("--auth must be static or oauth.");
  if (openapi === undefined && (operations ?? server) !== undefined) {
    throw new UsageError("--operations and --server belong to a description: pass it with --openapi.");
  }
  const isListing = openapi !== undefined && operations === undefined;
  if ((slug === "" && !isListing) || more.length > 0) {
    throw new UsageError("Pass one slug: npm run new:provider -- big-box");
  }
  try {
    const text = openapi === undefined ? "" : readText(openapi);
    if (isListing) console.log(listOperations(readDescription(text)));
    else await create(slug, auth, operations === undefined ? undefined : { text, operations, server });
    return 0;
  } catch (error) {
    if (!(error instanceof RangeError || error instanceof DescriptionError)) throw error;
    console.error(error.message);
    return 2;
  }
});

function readText(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    throw new RangeError(`--openapi: ${path} can't be read.`);
  }
}

async function create(slug: string, auth: AuthChoice, wish: DescriptionWish | undefined): Promise<void> {
  const names = namesOf(slug);
  const folder = `providers/${slug}`;
  if (existsSync(join(root, folder))) throw new RangeError(`${folder} already exists.`);
  const sibling = JSON.parse(readFileSync(join(root, "providers/doppler/package.json"), "utf8")) as {
    version: string;
    dependencies: Record<string, string>;
  };
  const listPath = "packages/server/src/app/providers.ts";
  const manifestPath = "packages/server/package.json";
  // All texts first: nothing is written if one of them can't be created.
  const described = wish === undefined ? undefined : describedFiles(names, wish);
  const code = providerFiles({ names, auth, described }, readTemplates());
  const files = new Map([
    ...[...code].map(([path, text]): [string, string] => [`${folder}/${path}`, text]),
    [`${folder}/package.json`, manifestText(names, sibling)],
    [listPath, withProvider(readFileSync(join(root, listPath), "utf8"), names)],
    [manifestPath, withDependency(readFileSync(join(root, manifestPath), "utf8"), names, sibling.version)],
  ]);
  const written = await Promise.all(
    [...files].map(async ([path, text]) => [path, await formatted(path, text)] as const),
  );
  for (const [path, text] of written) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
    console.log(path);
  }
  for (const { key, why } of described?.leftOut ?? []) console.log(`\nLeft out: ${key}, because ${why}.`);
  if (described !== undefined) {
    console.log("\nConfirm each fact marked unconfirmed(…): until then, the provider neither compiles nor starts.");
  }
  console.log(`\nNow: npm install && npm test -- ${folder}. Then docs/new-provider.md, from step 2.`);
}

/** The text as the project formats it. */
async function formatted(path: string, text: string): Promise<string> {
  const options = await resolveConfig(join(root, path));
  return await format(text, { ...options, filepath: path });
}
