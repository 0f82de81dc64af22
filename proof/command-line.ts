/** Reads the words after `npm run proof --`. */
import { parseArgs } from "node:util";
import { UsageError, wholeNumberOf } from "../tools/usage.ts";
import { enginesOf } from "../conformance/harness/engines.ts";
import type { Engine } from "../conformance/harness/index.ts";
import type { Part } from "./part.ts";

/** The text of `--help`. */
export const usage = `npm run proof -- [part…] [--seed N] [--engine sqlite|postgres] [--markdown FILE] [--at-once N] [--<number of a part> N]
npm run proof -- [part…] --record
npm run proof -- --list          the parts, and the numbers of each
npm run proof -- --install       installs what the parts need, if it is missing
npm run proof -- --short         runs the short forms`;

/** The parsed command line. */
export interface Choice {
  readonly parts: readonly Part[];
  readonly seed: number | null;
  readonly engines: readonly Engine[];
  /** A file that receives the table as Markdown. */
  readonly markdown: string | null;
  /** Whether the documentation receives the table. */
  readonly isRecorded: boolean;
  readonly numbers: ReadonlyMap<string, number>;
  /** How many parts may run concurrently: two by default, because most of them wait half of their time. */
  readonly atOnce: number;
  readonly isListOnly: boolean;
}

/**
 * @param words without program and file.
 * @throws UsageError or a TypeError of `parseArgs` for an unknown part or option, for an invalid number, and if less
 * than a complete part would be recorded, so that a run never differs from its caller's intent.
 */
export function readCommandLine(words: readonly string[], parts: readonly Part[]): Choice {
  const names = new Set(parts.flatMap(({ numbers }) => Object.keys(numbers)));
  const { values, positionals } = parseArgs({
    args: [...words],
    allowPositionals: true,
    options: {
      ...Object.fromEntries([...names].map((name) => [name, { type: "string" } as const])),
      seed: { type: "string" },
      engine: { type: "string" },
      markdown: { type: "string" },
      record: { type: "boolean" },
      list: { type: "boolean" },
      "at-once": { type: "string" },
    },
  });
  const given = values as Readonly<Record<string, string | boolean | undefined>>;
  const chosen = positionals.map((name) => {
    const part = parts.find((one) => one.name === name);
    if (part === undefined) throw new UsageError(`There is no part ${name}; --list names them.`);
    return part;
  });
  const numbers = new Map<string, number>();
  for (const name of names) {
    const value = given[name];
    if (value !== undefined) numbers.set(name, wholeNumberOf(name, value, 10));
  }
  const isRecorded = given["record"] === true;
  if (isRecorded && (numbers.size > 0 || given["engine"] !== undefined)) {
    throw new UsageError("--record goes with whole parts: both engines, the numbers as they are.");
  }
  return {
    parts: chosen.length === 0 ? parts : parts.filter((part) => chosen.includes(part)),
    seed: given["seed"] === undefined ? null : wholeNumberOf("seed", given["seed"], 10),
    engines: enginesOf(given["engine"]),
    markdown: typeof given["markdown"] === "string" ? given["markdown"] : null,
    isRecorded,
    numbers,
    atOnce: given["at-once"] === undefined ? 2 : Math.max(1, wholeNumberOf("at-once", given["at-once"], 10)),
    isListOnly: given["list"] === true,
  };
}
