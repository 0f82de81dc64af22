/**
 * Measures what strangers at agent sign-in cost a service client: the times of its executions alone, and beside
 * `/oauth/authorize` with client documents at a server that accepts a connection and never responds.
 *
 *   npm run bench -- --strangers [--engine sqlite|postgres] [--per-second 490] [--quiet-per-second 50] [--seconds 30]
 *                        [--rounds 2]
 */
import { parseArgs } from "node:util";
import { enginesOf } from "../conformance/harness/engines.ts";
import { makeHome, runProgram, type Engine, type ServerHome } from "../conformance/harness/index.ts";
import { median } from "../tools/median.ts";
import { wholeNumberOf } from "../tools/usage.ts";
import { startProgram } from "./child.ts";
import { withRunContext, type RunContext } from "./fixture.ts";
import { drive } from "./measure.ts";
import type { StrangersOrder, StrangersResult } from "./strangers-load.ts";
import { makeConnection, serviceEnv, startService, type Target } from "./targets.ts";
import { scenarios } from "./scenarios.ts";

/** How often the slowest hundredth of the client's executions may take longer beside strangers than alone. */
const ratioMost = 2;

type Choice = { perSecond: number; quietPerSecond: number; seconds: number; rounds: number };

/** Gives a service client a page for agent sign-in, without which the routes don't exist. */
async function openAgentSignIn(home: ServerHome, { port }: Target): Promise<void> {
  const words = ["service-clients", "create", "--name", "app", "--allow-action", "doppler/*"];
  words.push("--agent-sign-in-url", "https://app.example.com/agents/sign-in");
  const made = await runProgram("svc-server", words, { cwd: home.folder, env: serviceEnv(home, port) });
  if (made.exitCode !== 0) throw new Error(`No service client was created: ${made.stderr}`);
}

async function measureEngine(context: RunContext, engine: Engine, choice: Choice): Promise<void> {
  const home = await makeHome(engine);
  const target = await startService(home, context.upstream);
  const strangers = await startProgram<unknown>("strangers-load.ts", null);
  try {
    const quiet = await makeConnection(home, target, context.credential, "quiet");
    await openAgentSignIn(home, target);
    const [read] = scenarios;
    if (read === undefined) throw new Error("There is no scenario.");
    const extent = {
      connections: 1,
      warmUpMs: 2000,
      measureMs: choice.seconds * 1000,
      perSecond: choice.quietPerSecond,
    };
    const quietly = () => drive(context.load, target.port, read.service(quiet), extent);
    const rows: { alone: Cost; beside: Cost }[] = [];
    for (let round = 0; round < choice.rounds; round += 1) {
      const alone = await quietly();
      const flood = new Promise<StrangersResult>((resolve) => {
        strangers.child.once("message", (result) => resolve(result as StrangersResult));
      });
      const forMs = extent.warmUpMs + extent.measureMs;
      strangers.child.send({ port: target.port, perSecond: choice.perSecond, forMs } satisfies StrangersOrder);
      const beside = await quietly();
      const { sent, statuses } = await flood;
      rows.push({ alone, beside });
      console.log(
        `${engine}: ${lineOf(alone)} alone, ${lineOf(beside)} beside ${sent} strangers (${JSON.stringify(statuses)})`,
      );
    }
    const ratioOf = (part: keyof Cost): string =>
      median(rows.map(({ alone, beside }) => beside[part] / alone[part])).toFixed(1);
    console.log(`${engine}, beside / alone: p50 ${ratioOf("p50Ms")}, p99 ${ratioOf("p99Ms")} (at most ${ratioMost})`);
  } finally {
    await Promise.all([target.stop(), strangers.stop()]);
    await home.remove();
  }
}

type Cost = { p50Ms: number; p99Ms: number };

function lineOf({ p50Ms, p99Ms }: Cost): string {
  return `p50 ${p50Ms.toFixed(1)} ms, p99 ${p99Ms.toFixed(1)} ms`;
}

/** @param words after `--strangers`. @throws UsageError or a TypeError of `parseArgs` for unknown options. */
export async function measureStrangers(words: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...words],
    options: {
      engine: { type: "string" },
      "per-second": { type: "string", default: "490" },
      "quiet-per-second": { type: "string", default: "50" },
      seconds: { type: "string", default: "30" },
      rounds: { type: "string", default: "2" },
    },
  });
  const choice: Choice = {
    perSecond: wholeNumberOf("per-second", values["per-second"], 5),
    quietPerSecond: wholeNumberOf("quiet-per-second", values["quiet-per-second"], 4),
    seconds: wholeNumberOf("seconds", values.seconds, 4),
    rounds: wholeNumberOf("rounds", values.rounds, 3),
  };
  const engines = enginesOf(values.engine);
  await withRunContext(engines, async (context) => {
    for (const engine of engines) await measureEngine(context, engine, choice);
  });
}
