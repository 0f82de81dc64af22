/**
 * Measures what one service client's listings cost another: the median of the other's execution alone, and beside
 * callers that repeat one listing without a pause, on a database that has grown.
 *
 *   npm run bench -- --beside [--engine sqlite|postgres] [--executions 1000000] [--callers 16] [--measure-ms 1500]
 *                        [--only NAME,…] [--markdown FILE]
 */
import { writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { enginesOf } from "../conformance/harness/engines.ts";
import type { Engine } from "../conformance/harness/index.ts";
import { wholeNumberOf } from "../tools/usage.ts";
import { withRunContext, type RunContext } from "./fixture.ts";
import { growService, type GrownService } from "./growth.ts";
import { drive } from "./measure.ts";
import type { LoadRequest } from "./load.ts";
import { scenarios } from "./scenarios.ts";

/** How often the quiet client's execution may take longer beside a listing than alone. */
const ratioMost = 10;

type Choice = { executions: number; callers: number; measureMs: number; only: readonly string[] | null };

/** The medians of the quiet client's execution, in milliseconds. */
type Row = { name: string; aloneMs: number; besideMs: number; worstMs: number; listings: number };

const quietWarmUpMs = 200;

async function measure(
  context: RunContext,
  { target, quiet }: Pick<GrownService, "target" | "quiet">,
  listing: LoadRequest,
  { callers, measureMs }: Choice,
): Promise<Omit<Row, "name">> {
  const [read] = scenarios;
  if (read === undefined) throw new Error("There is no scenario.");
  const request = read.service(quiet);
  const extent = { connections: 1, warmUpMs: quietWarmUpMs, measureMs };
  const alone = await drive(context.load, target.port, request, extent);
  const [beside, listed] = await Promise.all([
    drive(context.load, target.port, request, extent),
    drive(context.besideLoad, target.port, listing, { ...extent, connections: callers, warmUpMs: 0 }),
  ]);
  const { p50Ms: besideMs, p99Ms: worstMs } = beside;
  return { aloneMs: alone.p50Ms, besideMs, worstMs, listings: listed.perSecond };
}

function lineOf({ name, aloneMs, besideMs, worstMs, listings }: Row): string {
  const ratio = besideMs / aloneMs;
  const mark = ratio > ratioMost ? " !" : "";
  return `| ${name} | ${aloneMs.toFixed(1)} | ${besideMs.toFixed(1)} | ${ratio.toFixed(1)}${mark} | ${worstMs.toFixed(0)} | ${listings.toFixed(0)} |`;
}

async function measureEngine(context: RunContext, engine: Engine, choice: Choice): Promise<string> {
  const { executions } = choice;
  const grown = await growService(context, engine, { executions, tenants: executions });
  try {
    const lines = [
      `| ${engine}, ${executions} executions, ${choice.callers} callers | alone, ms | beside, ms | ratio | p99, ms | listings/s |`,
      "| --- | --- | --- | --- | --- | --- |",
    ];
    for (const line of lines) console.log(line);
    for (const { name, request } of grown.requests) {
      if (request.method !== "GET" || (choice.only !== null && !choice.only.includes(name))) continue;
      const line = lineOf({ name, ...(await measure(context, grown, request, choice)) });
      console.log(line);
      lines.push(line);
    }
    return `${lines.join("\n")}\n`;
  } finally {
    await grown.remove();
  }
}

/** @param words after `--beside`. @throws UsageError or a TypeError of `parseArgs` for unknown options. */
export async function measureBeside(words: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...words],
    options: {
      engine: { type: "string" },
      executions: { type: "string", default: "1000000" },
      callers: { type: "string", default: "16" },
      "measure-ms": { type: "string", default: "1500" },
      only: { type: "string" },
      markdown: { type: "string" },
    },
  });
  const choice: Choice = {
    executions: wholeNumberOf("executions", values.executions, 9),
    callers: wholeNumberOf("callers", values.callers, 3),
    measureMs: wholeNumberOf("measure-ms", values["measure-ms"], 6),
    only: values.only?.split(",").map((name) => name.trim()) ?? null,
  };
  const engines = enginesOf(values.engine);
  const tables: string[] = [];
  await withRunContext(engines, async (context) => {
    for (const engine of engines) tables.push(await measureEngine(context, engine, choice));
  });
  if (values.markdown !== undefined) writeFileSync(values.markdown, tables.join("\n"));
}
