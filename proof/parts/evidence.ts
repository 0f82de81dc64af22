/** The part that loses thousands of responses, and compares svc's settlements with the provider's effects. */
import { seededRandom } from "../../conformance/harness/seed.ts";
import { killLookers } from "../evidence/kills.ts";
import { runOverHttp } from "../evidence/over-http.ts";
import { runTestFiles } from "../test-files.ts";
import { atLeast, none, type Figure, type Part, type PartOptions } from "../part.ts";

const hourMs = 3_600_000;

/** The time within which 95 of 100 visible effects are settled. */
const secondsMax = 10;

/** Lost responses with a clock that the runs control, some over HTTP, and some while servers are killed. */
export const evidence: Part = {
  name: "evidence",
  proves: "of thousands of lost responses, whatever others write and however reads lag, none is settled wrongly",
  numbers: { runs: 10_000, "http-runs": 500, "look-kills": 20 },
  async run(options) {
    const runs = options.number("runs");
    const virtual = await runTestFiles(options, {
      files: ["packages/server/test/evidence-runs/runs.test.ts"],
      env: { SVC_TEST_EVIDENCE_RUNS: String(runs) },
      testsMin: 1,
      testTimeoutMs: 2 * hourMs,
      countsMin: { "runs without a wrong settlement": runs, "settlements by evidence": Math.floor(runs / 10) },
    });
    return [...virtual, ...(await overHttp(options)), ...(await underKills(options))];
  },
};

async function overHttp(options: PartOptions): Promise<readonly Figure[]> {
  const runs = options.number("http-runs");
  const { wrongs, settled, seconds } = await runOverHttp({ runs, random: seededRandom(options.seed) });
  for (const wrong of wrongs) options.log(wrong);
  const sorted = seconds.toSorted((left, right) => left - right);
  const p95 = sorted[Math.ceil(sorted.length * 0.95) - 1] ?? NaN;
  return [
    atLeast(`settled of ${runs} over HTTP on PostgreSQL`, settled, Math.floor(runs / 10)),
    none("wrong over HTTP", wrongs),
    {
      name: `seconds to settle ${seconds.length} effects, 95th percentile`,
      value: p95.toFixed(1),
      isMet: p95 <= secondsMax,
    },
  ];
}

async function underKills(options: PartOptions): Promise<readonly Figure[]> {
  const kills = options.number("look-kills");
  const lostEach = 12;
  const { random, log } = { random: seededRandom(options.seed), log: options.log };
  const { wrongs, settled, afterKill } = await killLookers({ kills, lostEach, random, log });
  for (const wrong of wrongs) log(wrong);
  return [
    atLeast(`settled once, with ${kills} kills of a server that looks`, settled, kills * lostEach),
    { name: "of these after the kill", value: String(afterKill), isMet: afterKill > 0 },
    none("settled twice, sent again, or not as the ledger has it", wrongs),
  ];
}
