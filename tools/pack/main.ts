/**
 * `npm run pack -- --out DIR [--repository URL] [--sbom]`: creates the tarballs to publish, the files to install
 * them from, and the information about them. The work tree isn't changed.
 */
import { mkdirSync } from "node:fs";
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { writeInstallFiles } from "./install-files.ts";
import { packAll } from "./pack.ts";
import { writeSboms } from "./sbom.ts";

const { values } = parseArgs({
  options: { out: { type: "string" }, repository: { type: "string" }, sbom: { type: "boolean", default: false } },
});
if (values.out === undefined) {
  console.error("Say where the tarballs go: npm run pack -- --out DIR");
  process.exitCode = 2;
} else {
  const out = resolve(values.out);
  mkdirSync(out, { recursive: true });
  const tarballs = packAll(out, values.repository ?? null);
  for (const { name, file, bytes } of tarballs) console.log(`${name}  ${file}  ${bytes} bytes`);
  for (const file of writeInstallFiles(out, tarballs)) console.log(file);
  if (values.sbom) for (const file of writeSboms(out)) console.log(file);
}
