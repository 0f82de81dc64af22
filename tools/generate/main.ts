/**
 * `npm run generate`: writes everything derived from the code: API description, error pages, provider pages and
 * llms.txt into `docs/reference`, the browser's scripts and the SDK's types into `generated` folders, and the database
 * schema's SQL, snapshots and types. With `--check`, it writes nothing and fails if a file is out of date.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { embedScriptFiles } from "@svc/connect/build";
import { connectUiFiles } from "@svc/connect-ui/build";
import { pagesWithTable, referenceFiles, withGeneratedTable } from "@svc/docs-site/reference";
import { codedActions } from "@svc/server/reference";
import { format, resolveConfig } from "prettier";
import { builtInActions } from "./built-in-actions.ts";
import { chartValues, chartValuesFile, withChartValues } from "./chart-values.ts";
import { cliCommands } from "./cli-commands.ts";
import { pythonFiles } from "./python-files.ts";
import { pythonPage } from "./python-page.ts";
import { rowTypes } from "./row-types.ts";
import { schemaSnapshots, tableTypes } from "./schema-snapshots.ts";
import { firstMigrations } from "./schema-sql.ts";
import { sdkPages } from "./sdk-pages.ts";
import { typescriptCalls } from "./typescript-calls.ts";
import { withGeneratorsTable } from "./generators-table.ts";
import { withHostsTable } from "./hosts-table.ts";
import { withEventTable, withTrailTable } from "./journal-tables.ts";
import { withSettingsTables } from "./settings-tables.ts";
import { withSuitesTable } from "./suites-table.ts";
import { withVendorToolsTable } from "./vendor-tools-table.ts";
import { vendorFacts, vendorsPage } from "./vendors-page.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** Folders that contain only generated files. */
const folders = [
  "docs/reference",
  "packages/connect/generated",
  "packages/connect-ui/generated",
  "sdk/python/src/svc/_async/calls",
  "sdk/python/src/svc/_sync",
  "packages/sdk/src/generated",
  "packages/cli/src/generated",
  "packages/server/src/domain/generated",
];

/** The origin in generated files; a server replaces it with its own. */
const docsUrl = "https://svc.acme.test";

/** Handwritten pages with generated tables. */
const tables: readonly (readonly [page: string, withTable: (page: string) => string])[] = [
  ["CONTRIBUTING.md", withSuitesTable],
  ["docs/agent-sign-in.md", withHostsTable],
  ["docs/audit.md", withTrailTable],
  ["docs/other-languages.md", withGeneratorsTable],
  ["docs/deploying.md", withChartValues],
  ["docs/webhooks.md", withEventTable],
  ["docs/self-hosting.md", withSettingsTables],
  ["packages/mcp-provider/README.md", withVendorToolsTable],
  ...pagesWithTable.map((name) => [name, (page: string) => withGeneratedTable(name, page)] as const),
];

const isCheck = process.argv.includes("--check");

/** Files that are generated first, because others are generated from them. */
const style = (await resolveConfig(join(root, "packages/sdk/src/index.ts"))) ?? {};
const sources = new Map([...(await typescriptCalls(style)), ...(await cliCommands(style)), ...firstMigrations(root)]);
if (!isCheck) for (const [name, text] of sources) if (isChanged(name, text)) write(name, text);
const { cliPage, operatorPage } = await import("./command-pages.ts");

/** Pages about programs and packages other than the server. */
const texts = new Map([
  ["docs/reference/cli.md", cliPage()],
  ["docs/reference/svc-server.md", operatorPage()],
  ...(await sdkPages(root)),
  ["docs/reference/vendors.md", vendorsPage(root)],
  ["docs/reference/connect-package.md", readFileSync(join(root, "packages/connect/README.md"), "utf8")],
]);
// The page about Python shows methods that are generated from the API description.
const description = referenceFiles(docsUrl, texts, vendorFacts).get("docs/reference/openapi.json") ?? "";
const python = pythonFiles(root, description);
texts.set("docs/reference/sdk-python.md", pythonPage(root, python));
const reference = referenceFiles(docsUrl, texts, vendorFacts);
const files = new Map([
  ...reference,
  ...texts,
  ...(await Promise.all(tables.map(pageWith))),
  ...sources,
  ["packages/sdk/src/generated/built-in-actions.ts", builtInActions(codedActions())],
  ...embedScriptFiles(),
  ...(await connectUiFiles()),
  ...(await schemaSnapshots(root)),
  ...tableTypes(root),
  ...rowTypes(),
  [chartValuesFile, await formatted(chartValuesFile, chartValues())],
  ...python,
]);
const present = folders.flatMap(filesIn);
const stale = present.filter((name) => !files.has(name));
const changed = [...files].filter(([name, text]) => isChanged(name, text)).map(([name]) => name);

if (isCheck) {
  for (const name of [...changed, ...stale]) console.error(`${name} is out of date`);
  if (changed.length + stale.length > 0) {
    console.error("Run npm run generate and commit the result.");
    process.exitCode = 1;
  } else console.log(`${files.size} generated files are up to date`);
} else {
  for (const name of stale) rmSync(join(root, name));
  for (const name of changed) write(name, files.get(name) ?? "");
  console.log(`${changed.length} generated files written, ${stale.length} removed, ${files.size} in all`);
}

/** Returns a page with its generated table. */
async function pageWith([name, withTable]: (typeof tables)[number]): Promise<[string, string]> {
  return [name, await formatted(name, withTable(readFileSync(join(root, name), "utf8")))];
}

/** Returns a page formatted as by `npm run format`. */
async function formatted(name: string, text: string): Promise<string> {
  const path = join(root, name);
  return await format(text, { ...(await resolveConfig(path)), filepath: path });
}

function isChanged(name: string, text: string): boolean {
  return !existsSync(join(root, name)) || readFileSync(join(root, name), "utf8") !== text;
}

function write(name: string, text: string): void {
  const path = join(root, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

function filesIn(folder: string): string[] {
  if (!existsSync(join(root, folder))) return [];
  return (
    readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      // Python leaves compiled files next to its sources.
      .filter((entry) => entry.isFile() && !entry.name.endsWith(".pyc"))
      .map((entry) => relative(root, join(entry.parentPath, entry.name)))
  );
}
