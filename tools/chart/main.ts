/**
 * `npm run chart -- --out DIR`: packages the Helm chart. `npm run chart -- --manifests`: writes the plain manifests, which are its
 * output.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { needs } from "../needs/all.ts";
import { ensure, mayInstall } from "../needs/ensure.ts";
import { root } from "../pack/workspaces.ts";
import { UsageError, withUsage } from "../usage.ts";
import { chart, helm } from "./helm.ts";
import { plainManifests } from "./manifests.ts";

const usage = `npm run chart -- --out DIR       packages the Helm chart into DIR
npm run chart -- --manifests     writes the plain manifests in deploy/, which are the chart's output

  --install                      installs Helm if it is missing; with CI=true, always`;

async function main(words: readonly string[]): Promise<number> {
  const { values } = parseArgs({
    args: [...words],
    options: {
      out: { type: "string" },
      manifests: { type: "boolean", default: false },
      install: { type: "boolean", default: false },
    },
  });
  if (values.out === undefined && !values.manifests)
    throw new UsageError("Say what to write: --out DIR or --manifests.");
  const wanted = [needs.pip, needs.go, needs.helm];
  const missing = await ensure({ command: "npm run chart", needs: wanted, mayInstall: mayInstall(values.install) });
  if (missing !== null) {
    console.error(missing);
    return 1;
  }
  if (values.manifests) {
    for (const [place, text] of await plainManifests()) {
      writeFileSync(join(root, place), text);
      console.log(place);
    }
  }
  if (values.out === undefined) return 0;
  const out = resolve(values.out);
  mkdirSync(out, { recursive: true });
  const { status, stdout, stderr } = helm("package", chart, "--destination", out);
  (status === 0 ? console.log : console.error)((stdout + stderr).trim());
  return status ?? 1;
}

process.exitCode = await withUsage(usage, process.argv.slice(2), main);
