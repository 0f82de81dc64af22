/**
 * SIGKILL while calls are proposed, decided and executed: one server, or two over one PostgreSQL of which one is killed
 * while the other may take over. Afterwards, each call is checked against its people's decisions and the provider's own
 * ledger.
 */
import {
  Caller,
  operateJson,
  until,
  uniqueName,
  type Connected,
  type Engine,
} from "../../conformance/harness/index.ts";
import { setPolicy } from "../../conformance/suites/proposal-fixture.ts";
import { CrashFixture, type GatedServer } from "../crash/fixture.ts";
import type { PointKind } from "../crash/trigger.ts";
import { Calls, type CallCounts } from "./calls.ts";

/** The plan for killing. */
export interface ApprovalPlan {
  readonly engine: Engine;
  /** SIGKILLs in all. */
  readonly kills: number;
  /** Whether a second server runs over the same database. */
  readonly hasReplica: boolean;
  /** Numbers in [0, 1). */
  readonly random: () => number;
  readonly log: (line: string) => void;
}

export interface ApprovalResult {
  readonly kills: number;
  /** The points at which a server was killed. */
  readonly points: ReadonlySet<string>;
  readonly counts: CallCounts;
  readonly breaches: readonly string[];
}

const streams = 3;
const killsBeforeJudgement = 10;
/** The approximate number of events in a stream, from its proposal to the end of its execution. */
const eventsPerStream = 60;

/** Kills servers at points of calls that need approval, on a new home. */
export async function runApprovalKills(plan: ApprovalPlan): Promise<ApprovalResult> {
  const fixture = await CrashFixture.make(plan.engine);
  try {
    const gated = await fixture.addServer();
    const decider = await makeDecider(fixture, gated);
    const replica = plan.hasReplica ? await fixture.addServer() : null;
    return await killAll(plan, { fixture, gated, replica, calls: new Calls(fixture, decider) });
  } finally {
    await fixture.dispose();
  }
}

interface Parties {
  readonly fixture: CrashFixture;
  readonly gated: GatedServer;
  readonly replica: GatedServer | null;
  readonly calls: Calls;
}

async function killAll(plan: ApprovalPlan, { fixture, gated, replica, calls }: Parties): Promise<ApprovalResult> {
  const points = new Set<string>();
  let kills = 0;
  while (kills < plan.kills) {
    const fired = await killOnce(plan, { fixture, gated, replica, calls });
    if (fired !== null) {
      kills += 1;
      points.add(fired);
      await gated.restart();
    }
    if (calls.waiting < killsBeforeJudgement * streams && kills < plan.kills) continue;
    await calls.judge(fixture.at(gated));
    plan.log(`${plan.engine}${replica === null ? "" : " with a replica"}: ${String(kills)} kills`);
  }
  return { kills, points, counts: calls.counts, breaches: calls.breaches };
}

/** Runs concurrent calls, and kills at a point among them. @returns the point, or null if they finished before it. */
async function killOnce({ random }: ApprovalPlan, { fixture, gated, replica, calls }: Parties): Promise<string | null> {
  const kind: PointKind = random() < 0.8 ? "statement" : "byte";
  const n = 1 + Math.floor(random() * streams * (kind === "statement" ? eventsPerStream : 12));
  gated.arm({ kind, n, side: random() < 0.5 ? "before" : "after" }, "kill");
  const servers = [gated, ...(replica === null ? [] : [replica])];
  const at = (index: number): Connected => fixture.at(servers[index % servers.length] ?? gated);
  await Promise.all(
    Array.from({ length: streams }, (_each, index) => calls.run(at(index), random() < 0.75 ? "approve" : "deny")),
  );
  return gated.disarm();
}

/** Sets a policy that requires approval for every change, and creates a key that may decide. */
async function makeDecider(fixture: CrashFixture, gated: GatedServer): Promise<string> {
  const { server } = gated;
  const profile = (await fixture.at(gated).caller.get("/v1/service-client")).json as { id: string };
  await setPolicy({ server }, ["service-clients", "update", profile.id], [{ decision: "ask" }]);
  const name = uniqueName("decider");
  const { key } = await operateJson<{ key: string }>(server, [
    "service-clients",
    "add-key",
    profile.id,
    "--key-name",
    name,
  ]);
  await operateJson(server, ["service-clients", "update-key", profile.id, name, "--may-decide"]);
  const decider = new Caller(server.http, key);
  await until(10_000, "the key is known", async () =>
    (await decider.get("/v1/service-client")).status === 200 ? true : null,
  );
  return key;
}
