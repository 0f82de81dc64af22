/** What `/readyz` looks at. Whatever else must be in order before requests can be taken is one more entry here. */
import { clockTrouble } from "../clock/describe.ts";
import type { Resources } from "./resources.ts";
import type { Lease } from "../executions/lease.ts";
import { closedDetail, replicationAdvice, type FenceWatch } from "../failover/watch.ts";
import { fine, type CheckResult, type ReadinessChecks } from "../http/readiness.ts";

/** What the checks look at. */
export type ReadinessParts = {
  deployment: Resources;
  lease: Pick<Lease, "holds" | "ownerId">;
  fence: Pick<FenceWatch, "state">;
  draining: () => boolean;
};

/** The checks. Reasons are our own words: a foreign error's text may hold what nobody outside should see. */
export function readinessChecks({ deployment, lease, fence, draining }: ReadinessParts): ReadinessChecks {
  const { store, vault } = deployment;
  const database = async (): Promise<"ok" | "other schema" | "away"> => {
    try {
      // The round trip also proves that the migrations are applied.
      await store.ping();
      return "ok";
    } catch (error) {
      const isOther = error instanceof Error && "code" in error && error.code === "SCHEMA_CHANGED";
      return isOther ? "other schema" : "away";
    }
  };
  return {
    asked: [
      { name: "database", look: async () => okWhere((await database()) !== "away", "the database does not answer") },
      {
        name: "migrations",
        look: async () =>
          okWhere((await database()) === "ok", "the schema is another version's, or the database does not answer"),
      },
      { name: "vault", look: async () => okWhere(await vault.isHealthy(), "the root keys cannot be used") },
    ],
    known: [
      {
        name: "lease",
        look: () => okWhere(lease.holds(lease.ownerId()), "this process could not renew its lease in the database"),
      },
      {
        name: "clock",
        look: () => ({ ok: true, reason: clockTrouble(deployment.clock.standing()) ?? "" }),
      },
      {
        name: "failover",
        look() {
          const state = fence.state();
          const closed = closedDetail(state);
          return closed === null
            ? { ok: true, reason: replicationAdvice(state.mode) ?? "" }
            : { ok: false, reason: closed };
        },
      },
      { name: "accepting", look: () => okWhere(!draining(), "the server is stopping") },
    ],
  };
}

function okWhere(ok: boolean, reason: string): CheckResult {
  return ok ? fine : { ok, reason };
}
