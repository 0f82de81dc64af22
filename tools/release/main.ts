/** `npm run release`: builds what a release publishes, or publishes what was built. */
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { ensure, mayInstall } from "../needs/ensure.ts";
import { pip, python } from "../needs/python.ts";
import { pythonBuild } from "../needs/python-tools.ts";
import { UsageError, withUsage } from "../usage.ts";
import { publishedVersion } from "./names.ts";
import { publishPackages } from "./publish.ts";

const command = "npm run release -- --dry";
const usage = `npm run release -- --dry            builds the packages for npm and PyPI, and publishes nothing
  --out DIR                        where to; released by default
  --repository URL                 the repository to name in them, which npm compares with who publishes
  --tag TAG                        fails unless this is the tag of the version in package.json
  --install                        installs what is missing; with CI=true, always
npm run release -- --publish DIR   publishes on npm what isn't there yet; only the release workflow does that
  --unsigned                       without provenance: for a registry of your own`;

async function main(words: readonly string[]): Promise<number> {
  const { values } = parseArgs({
    args: [...words],
    options: {
      dry: { type: "boolean", default: false },
      out: { type: "string", default: "released" },
      repository: { type: "string" },
      tag: { type: "string" },
      install: { type: "boolean", default: false },
      publish: { type: "string" },
      unsigned: { type: "boolean", default: false },
    },
  });
  if (values.dry === (values.publish !== undefined)) throw new UsageError("Say either --dry or --publish DIR.");
  if (values.tag !== undefined && values.tag !== `v${publishedVersion()}`) {
    throw new UsageError(
      `The version is ${publishedVersion()}, so its tag is v${publishedVersion()}, not ${values.tag}.`,
    );
  }
  if (values.publish !== undefined) {
    const flags = values.unsigned ? ["--no-provenance"] : [];
    for (const id of publishPackages(resolve(values.publish), { flags })) console.log(id);
    return 0;
  }
  const missing = await ensure({ command, needs: [python, pip, pythonBuild], mayInstall: mayInstall(values.install) });
  if (missing !== null) {
    console.error(missing);
    return 1;
  }
  // Publishing needs nothing that npm installs.
  const { buildRelease } = await import("./build.ts");
  console.log(buildRelease({ out: resolve(values.out), repository: values.repository ?? null }).trimEnd());
  return 0;
}

process.exitCode = await withUsage(usage, process.argv.slice(2), main);
