/**
 * `npm run generate`: writes what follows from the code (API description, error pages, provider pages, llms.txt) into
 * `docs/reference`. With `--check` it writes nothing and fails where a file is not what the code says.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { referenceFiles } from "@svc/server/reference";

const folder = fileURLToPath(new URL("../../docs/reference", import.meta.url));

/** The origin that generated files name; a server puts its own in its place. */
const docsUrl = "https://svc.acme.test";

const files = referenceFiles(docsUrl);

const present = existsSync(folder)
  ? readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
  : [];
const stale = present.filter((name) => !files.has(name));
const changed = [...files]
  .filter(([name, text]) => !present.includes(name) || read(name) !== text)
  .map(([name]) => name);

if (process.argv.includes("--check")) {
  for (const name of [...changed, ...stale]) console.error(`docs/reference/${name} is not what the code says`);
  if (changed.length + stale.length > 0) {
    console.error("Run npm run generate and commit what it writes.");
    process.exitCode = 1;
  } else console.log(`docs/reference: ${files.size} files are what the code says`);
} else {
  for (const name of stale) rmSync(join(folder, name));
  for (const name of changed) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), files.get(name) ?? "");
  }
  console.log(`docs/reference: ${changed.length} files written, ${stale.length} removed, ${files.size} in all`);
}

function read(name: string): string {
  return readFileSync(join(folder, name), "utf8");
}
