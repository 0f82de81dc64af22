/** The command line of `npm run bench`. */
import { parseArgs } from "node:util";
import { enginesOf } from "../conformance/harness/engines.ts";
import type { Engine } from "../conformance/harness/index.ts";
import { UsageError, wholeNumberOf } from "../tools/usage.ts";
import { scenarios, type Scenario } from "./scenarios.ts";

/** The text of `--help`. */
export const usage = `npm run bench -- [--quick] [--only read,write,session,catalog,executions,connections,token,budget]
                 [--engine sqlite|postgres] [--connections 1,8,32,128] [--pairs N] [--measure-ms N] [--warm-up REQUESTS]
                 [--starts N] [--no-counts] [--json FILE] [--markdown FILE]
npm run bench -- --growth [--engine sqlite|postgres] [--executions 100000,1000000] [--rounds N] [--measure-ms N]
                 [--audit-events N] [--markdown FILE]
npm run bench -- --beside [--engine sqlite|postgres] [--executions N] [--callers N] [--measure-ms N] [--only NAME,…]
                 [--markdown FILE]
npm run bench -- --strangers [--engine sqlite|postgres] [--per-second N] [--quiet-per-second N] [--seconds N] [--rounds N]
npm run bench -- --mcp [--engine sqlite|postgres] [--calls N]
npm run bench -- --cost [--engine sqlite|postgres] [--executions N] [--clients N] [--rounds N] [--markdown FILE]
npm run bench -- --replicas [--most N] [--only read,write,session,executions] [--connections N] [--measure-ms N]
                 [--markdown FILE]`;

/** The parsed command line. */
export interface Choice {
  readonly scenarios: readonly Scenario[];
  readonly engines: readonly Engine[];
  readonly connections: readonly number[];
  readonly pairs: number;
  /**
   * Requests to each side before a scenario is measured: V8 compiles code that has run often, and a slow machine runs
   * less per second. Limited to `compileMsMost`.
   */
  readonly compileRequests: number;
  readonly compileMsMost: number;
  /** The unmeasured start of each run. */
  readonly warmUpMs: number;
  readonly measureMs: number;
  /** How long statements and fsyncs are counted: long enough that periodic work is a small part. */
  readonly countMs: number;
  /** How often each program start is timed; 0 skips starts and sizes. */
  readonly starts: number;
  /** Whether statements and fsyncs are counted, in separate runs. */
  readonly isCounted: boolean;
  readonly jsonFile: string | null;
  readonly markdownFile: string | null;
}

const whole = {
  connections: [1, 8, 32, 128],
  pairs: 15,
  compileRequests: 20_000,
  compileMsMost: 60_000,
  warmUpMs: 150,
  measureMs: 600,
  countMs: 2000,
  starts: 10,
};
const quick = {
  connections: [1, 8, 32],
  pairs: 2,
  compileRequests: 2000,
  compileMsMost: 800,
  warmUpMs: 30,
  measureMs: 180,
  countMs: 180,
  starts: 2,
};

/**
 * @param words without program and file.
 * @throws UsageError or a TypeError of `parseArgs` for unknown options and invalid numbers, so that a run never differs
 * from its caller's intent.
 */
export function readCommandLine(words: readonly string[]): Choice {
  const text = { type: "string" } as const;
  const flag = { type: "boolean", default: false } as const;
  const { values } = parseArgs({
    args: [...words],
    options: {
      quick: flag,
      only: text,
      engine: text,
      connections: text,
      pairs: text,
      "measure-ms": text,
      "warm-up": text,
      starts: text,
      "no-counts": flag,
      json: text,
      markdown: text,
    },
  });
  const base = values.quick ? quick : whole;
  const number = (name: "pairs" | "measure-ms" | "warm-up" | "starts", fallback: number): number =>
    values[name] === undefined ? fallback : wholeNumberOf(name, values[name], 6);
  return {
    scenarios: values.only === undefined ? scenarios : chosenScenarios(values.only.split(",")),
    engines: enginesOf(values.engine),
    connections: values.connections?.split(",").map((one) => wholeNumberOf("connections", one, 6)) ?? base.connections,
    pairs: number("pairs", base.pairs),
    compileRequests: number("warm-up", base.compileRequests),
    compileMsMost: base.compileMsMost,
    warmUpMs: base.warmUpMs,
    measureMs: number("measure-ms", base.measureMs),
    countMs: base.countMs,
    starts: number("starts", values.only === undefined ? base.starts : 0),
    isCounted: !values["no-counts"],
    jsonFile: values.json ?? null,
    markdownFile: values.markdown ?? null,
  };
}

/** The scenarios with these names, in the table's order. @throws UsageError for an unknown name. */
export function chosenScenarios(names: readonly string[]): readonly Scenario[] {
  for (const name of names) {
    if (scenarios.some((one) => one.name === name)) continue;
    throw new UsageError(`There is no scenario ${name}: ${scenarios.map((one) => one.name).join(", ")}.`);
  }
  return scenarios.filter((one) => names.includes(one.name));
}
