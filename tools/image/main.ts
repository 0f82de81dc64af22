/**
 * `npm run image -- --out DIR`: builds the container image, without a daemon and without root. It writes an OCI layout to
 * push from, and for each processor an archive to load and a bill of materials.
 */
import { mkdirSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { UsageError, withUsage } from "../usage.ts";
import { allArchitectures, type Architecture } from "./architectures.ts";
import type { ImageBill } from "./bill.ts";
import { buildImage } from "./build.ts";

const usage = `npm run image -- --out DIR      builds the container image into DIR

  --architecture x64|arm64      only for this processor; may be repeated
  --packed DIR                  takes the server from the packages that npm run pack wrote there
  --repository URL              the repository that it is built from, for the image's labels
  --like FILE                   takes Debian's packages in the versions of this bill of materials; may be repeated`;

function main(words: readonly string[]): Promise<number> {
  const { values } = parseArgs({
    args: [...words],
    options: {
      out: { type: "string" },
      architecture: { type: "string", multiple: true, default: [...allArchitectures] },
      packed: { type: "string" },
      repository: { type: "string" },
      like: { type: "string", multiple: true, default: [] },
    },
  });
  if (values.out === undefined) throw new UsageError("Say where the image goes: --out DIR.");
  const out = resolve(values.out);
  mkdirSync(out, { recursive: true });
  const names = buildImage({
    out,
    wanted: values.architecture.map(architectureNamed),
    packed: values.packed === undefined ? null : resolve(values.packed),
    repository: values.repository ?? null,
    like: values.like.map((path) => JSON.parse(readFileSync(path, "utf8")) as ImageBill),
  });
  for (const name of names) console.log(name);
  return Promise.resolve(0);
}

function architectureNamed(name: string): Architecture {
  const found = allArchitectures.find((each) => each === name);
  if (found === undefined) throw new UsageError(`${name} isn't ${allArchitectures.join(" or ")}.`);
  return found;
}

process.exitCode = await withUsage(usage, process.argv.slice(2), main);
