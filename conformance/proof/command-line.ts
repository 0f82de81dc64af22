/** Reads the words after `npm run proof --`. */
import { parseArgs } from "node:util";
import type { Engine } from "../harness/index.ts";
import type { Part } from "./part.ts";

/** What was asked for. */
export interface Choice {
  readonly parts: readonly Part[];
  readonly seed: number | null;
  readonly engines: readonly Engine[];
  /** A file that gets the table as Markdown. */
  readonly markdown: string | null;
  /** Whether the documentation gets the table. */
  readonly isRecorded: boolean;
  readonly numbers: ReadonlyMap<string, number>;
  /** How many parts may run beside each other: two where nothing else is said, for most of them wait half of their time. */
  readonly atOnce: number;
  readonly isListOnly: boolean;
}

/**
 * @param words without program and file.
 * @throws Error for a part or an option that there is none of, for a number that is none, and where less than a whole
 *   part would be recorded: a run must not be another than its caller thinks.
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
    if (part === undefined) throw new Error(`There is no part ${name}; --list names them.`);
    return part;
  });
  const numbers = new Map<string, number>();
  for (const name of names) {
    const value = given[name];
    if (value !== undefined) numbers.set(name, numberOf(name, value));
  }
  const isRecorded = given["record"] === true;
  if (isRecorded && (numbers.size > 0 || given["engine"] !== undefined)) {
    throw new Error("--record goes with whole parts: both engines, the numbers as they are.");
  }
  return {
    parts: chosen.length === 0 ? parts : parts.filter((part) => chosen.includes(part)),
    seed: given["seed"] === undefined ? null : numberOf("seed", given["seed"]),
    engines: enginesOf(given["engine"]),
    markdown: typeof given["markdown"] === "string" ? given["markdown"] : null,
    isRecorded,
    numbers,
    atOnce: given["at-once"] === undefined ? 2 : Math.max(1, numberOf("at-once", given["at-once"])),
    isListOnly: given["list"] === true,
  };
}

function numberOf(name: string, value: string | boolean): number {
  if (typeof value !== "string" || !/^\d{1,10}$/.test(value)) throw new Error(`--${name} takes a whole number.`);
  return Number(value);
}

function enginesOf(value: string | boolean | undefined): readonly Engine[] {
  if (value === undefined) return ["sqlite", "postgres"];
  if (value === "sqlite" || value === "postgres") return [value];
  throw new Error("--engine is sqlite or postgres.");
}
