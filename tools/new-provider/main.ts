/**
 * `npm run new:provider -- <slug>`: creates a working provider in `providers/<slug>`, and registers it. It's only a
 * start: docs/new-provider.md says what to change, in which order. With `--auth oauth`, users connect on a consent
 * page. With `--openapi FILE --operations a,b=notes.add`, its actions and its simulator are generated from an OpenAPI
 * description.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { parseArgs } from "node:util";
import { namesOf } from "./names.ts";
import { describedFiles } from "./openapi/files.ts";
import { providerFiles, type AuthChoice } from "./provider-files.ts";
import { manifestText, withDependency, withProvider } from "./registration.ts";
import { readTemplates } from "./templates.ts";

const root = join(import.meta.dirname, "../..");

try {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: {
      auth: { type: "string", default: "static" },
      openapi: { type: "string" },
      operations: { type: "string" },
    },
  });
  const [slug = "", ...more] = positionals;
  if (slug === "" || more.length > 0) throw new RangeError("Pass one slug: npm run new:provider -- big-box");
  if ((values.openapi === undefined) !== (values.operations === undefined)) {
    throw new RangeError("Pass --openapi and --operations together: the file, and the ids of its operations.");
  }
  const { auth } = values;
  if (auth !== "static" && auth !== "oauth") throw new RangeError("--auth must be static or oauth.");
  create(slug, auth, values.openapi, values.operations);
} catch (error) {
  console.error(error instanceof Error ? error.message : "It failed.");
  process.exitCode = 2;
}

function create(slug: string, auth: AuthChoice, description: string | undefined, operations = ""): void {
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
  const described =
    description === undefined ? undefined : describedFiles(names, readFileSync(description, "utf8"), operations);
  const code = providerFiles({ names, auth, described }, readTemplates());
  const files = new Map([
    ...[...code].map(([path, text]): [string, string] => [`${folder}/${path}`, text]),
    [`${folder}/package.json`, manifestText(names, sibling)],
    [listPath, withProvider(readFileSync(join(root, listPath), "utf8"), names)],
    [manifestPath, withDependency(readFileSync(join(root, manifestPath), "utf8"), names, sibling.version)],
  ]);
  for (const [path, text] of files) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
    console.log(path);
  }
  if (description !== undefined) {
    console.log("\nConfirm each fact marked unconfirmed(…): until then, the provider neither compiles nor starts.");
    console.log("The code isn't formatted yet: npm run format");
  }
  console.log(`\nNow: npm install && npm test -- ${folder}. Then docs/new-provider.md, from step 2.`);
}
