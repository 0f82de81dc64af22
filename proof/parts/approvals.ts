/** The part that kills servers during calls that need a person's approval. */
import { seededRandom } from "../../conformance/harness/seed.ts";
import { runApprovalKills, type ApprovalPlan } from "../approvals/scenario.ts";
import { atLeast, none, type Figure, type Part } from "../part.ts";

/** One server on SQLite, and two over one PostgreSQL. */
export const approvals: Part = {
  name: "approvals",
  proves:
    "SIGKILL among calls that are proposed, decided and executed, with two servers on PostgreSQL: at most one request for an approval, and none without one",
  numbers: { "approval-kills": 1000 },
  async run({ engines, number, seed, log }) {
    const kills = Math.ceil(number("approval-kills") / engines.length);
    const on = (engine: ApprovalPlan["engine"]) =>
      runApprovals({ engine, kills, hasReplica: engine === "postgres", random: seededRandom(seed), log });
    // A server start needs one core, so the engines run concurrently.
    return (await Promise.all(engines.map(on))).flat();
  },
};

async function runApprovals(plan: ApprovalPlan): Promise<readonly Figure[]> {
  const { engine, kills, log } = plan;
  const { counts, breaches, points, ...result } = await runApprovalKills(plan);
  for (const breach of breaches) log(`${engine}: ${breach}`);
  return [
    atLeast(`SIGKILLs on ${engine}`, result.kills, kills),
    atLeast(`different points on ${engine}`, points.size, Math.min(40, Math.ceil(kills / 2))),
    atLeast(`approved calls on ${engine}`, counts.executed + counts.unknown, 1),
    none(`approvals used twice, and requests without one, on ${engine}`, breaches),
  ];
}
