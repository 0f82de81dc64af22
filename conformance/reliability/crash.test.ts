/**
 * SIGKILL in the middle of writes, again and again, on the same data. Every third round is killed at random under a
 * stream of writes; the others exactly while a probe or a change is under way. `SVC_TEST_KILLS` sets how many kills,
 * `SVC_TEST_SEED` repeats a run's choices.
 */
import assert from "node:assert/strict";
import { describe } from "node:test";
import type { Fault } from "@svc/simulator";
import { chosenEngines, until, verifies, type Engine } from "../harness/index.ts";
import { ProviderBook } from "./books.ts";
import { seededRandom, seedOfRun } from "./seed.ts";
import { Stand } from "./stand.ts";
import { assertModelTransitions, watchTransitions } from "./trace.ts";
import { judgeWrites, untilNothingIsOpen, writeUntilStopped, type Write } from "./writers.ts";

/** The most kills in CI are those of proof/crash, at chosen points; here is the provider that hangs meanwhile. */
const killsByDefault: Readonly<Record<Engine, number>> = { sqlite: 5, postgres: 5 };
const streams = 6;

describe("SIGKILL in the middle of writes", { concurrency: false }, () => {
  for (const engine of chosenEngines()) {
    const kills = Number(process.env["SVC_TEST_KILLS"] ?? killsByDefault[engine]);
    verifies("reliability.crash", `${kills} kills on ${engine}`, async () => {
      const seed = seedOfRun();
      console.log(`seed ${seed}`);
      const stand = await Stand.make(engine, { SVC_CALL_TIMEOUT_MS: "20000", SVC_RATE_LIMIT_RPS: "0" });
      try {
        await crashes(stand, kills, seededRandom(seed));
      } finally {
        await stand.dispose();
      }
    });
  }
});

/** On PostgreSQL a dead server's lease runs on for up to 5 s: several kills are judged together there. */
const killsBeforeJudgement: Readonly<Record<Engine, number>> = { sqlite: 1, postgres: 8 };

async function crashes(stand: Stand, kills: number, random: () => number): Promise<void> {
  const { provider } = stand;
  let server = await stand.start();
  await watchTransitions(stand.home);
  await stand.connectedAt(server);
  const book = new ProviderBook(provider);
  const total = { writes: 0, succeeded: 0, unknown: 0, sentAgain: 0, freed: 0 };
  let writes: Write[] = [];
  for (let kill = 1; kill <= kills; kill += 1) {
    const connected = await stand.connectedAt(server);
    const stopping = new AbortController();
    const plan = planOf(kill, random);
    provider.faults.add({ match: plan.match, times: "always", fault: plan.fault });
    const roundBook = new ProviderBook(provider);
    const { signal } = stopping;
    const streaming = writeUntilStopped(() => connected, writes, { prefix: `K${kill}`, streams, signal });
    await plan.untilItIsTime(roundBook);
    stopping.abort();
    await stand.kill(server);
    await streaming;
    provider.faults.clear();

    server = await stand.start();
    if (kill % killsBeforeJudgement[stand.engine] !== 0 && kill !== kills) continue;
    const after = await stand.connectedAt(server);
    await untilNothingIsOpen(after, 10_000);
    const tally = await judgeWrites(after, writes, book);
    for (const [name, count] of Object.entries(tally)) total[name as keyof typeof total] += count;
    writes = [];
  }
  console.log(`${stand.engine}: ${kills} kills, ${JSON.stringify(total)}`);
  await assertModelTransitions(stand.home, ["accepted → failed", "dispatched → outcome_unknown"]);
  assert.ok(total.unknown > 0 && total.freed > 0 && total.sentAgain > 0, "the kills hit nothing under way");
}

interface Plan {
  readonly match: { readonly method: string; readonly path?: string };
  readonly fault: Fault;
  untilItIsTime(book: ProviderBook): Promise<void>;
}

function planOf(kill: number, random: () => number): Plan {
  const pauseMs = Math.floor(random() * 350);
  const isProbeRound = kill % 6 === 2;
  const match = isProbeRound ? { method: "GET", path: "/v3/configs/config/secrets/names" } : { method: "POST" };
  if (kill % 3 === 0) {
    const when = random() < 0.5 ? "before_effect" : "after_effect";
    const fault = { kind: "delay", ms: Math.floor(random() * 60), when } as const;
    return { match, fault, untilItIsTime: () => new Promise((resolve) => setTimeout(resolve, pauseMs)) };
  }
  const kind = kill % 2 === 0 ? "hang_before_effect" : "hang_after_effect";
  const asked = Math.ceil(random() * streams);
  return {
    match,
    fault: { kind },
    untilItIsTime: async (book) => {
      await until(10_000, "the provider was asked", () => {
        const seen = isProbeRound ? book.requests.length : book.changes.length;
        return seen >= asked ? true : null;
      });
    },
  };
}
