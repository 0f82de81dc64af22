/** The checks of `/readyz`. Add one for anything that must work before the server can accept requests. */
import type { FastifyBaseLogger } from "fastify";
import { clockTrouble } from "../domain/clock/describe.ts";
import { type Lease, describeDifference, differencesOf } from "../domain/executions/lease.ts";
import { closedDetail, replicationAdvice } from "../domain/failover/describe.ts";
import type { FenceWatch } from "../domain/failover/watch.ts";
import { machineFaultOf } from "../domain/machine/watch.ts";
import {
  createReadiness,
  fine,
  type CheckResult,
  type Readiness,
  type ReadinessChecks,
} from "../entry/rest/readiness.ts";
import type { Resources } from "./resources.ts";

/** Dependencies of the checks. */
export type ReadinessParts = {
  resources: Resources;
  lease: Pick<Lease, "holds" | "ownerId">;
  fence: Pick<FenceWatch, "state">;
  draining: () => boolean;
  /** Providers that connections need and that this process hasn't loaded. */
  missingProviders: () => readonly string[];
  /** The background tasks whose last run failed. */
  failingTasks: () => readonly string[];
  log: Pick<FastifyBaseLogger, "info" | "warn">;
};

/** Creates the readiness check of this process, which logs each change. */
export function createServerReadiness(parts: ReadinessParts): Readiness {
  return createReadiness(readinessChecks(parts), parts.resources.platform.monotonicMs, ({ ready, checks: found }) => {
    if (ready) parts.log.info("the server is ready");
    else parts.log.warn({ failed: found.filter(({ ok }) => !ok) }, "the server is not ready");
  });
}

/** Creates the checks. Reasons are our own words, because a foreign error's text may contain secrets. */
function readinessChecks({
  resources,
  lease,
  fence,
  draining,
  missingProviders,
  failingTasks,
}: ReadinessParts): ReadinessChecks {
  const { store, vault, clock, machine } = resources;
  const database = async (): Promise<{ state: "ok" | "other schema" | "away"; fault: string }> => {
    try {
      // The round trip also proves that the migrations are applied.
      await store.ping();
      return { state: "ok", fault: "" };
    } catch (error) {
      const isOther = error instanceof Error && "code" in error && error.code === "SCHEMA_CHANGED";
      const fault = error instanceof Error && "fault" in error ? error.fault : null;
      return {
        state: isOther ? "other schema" : "away",
        fault: typeof fault === "string" ? fault : "the database does not answer",
      };
    }
  };
  return {
    asked: [
      {
        name: "database",
        async look() {
          const { state, fault } = await database();
          return toResult(state !== "away", fault);
        },
      },
      {
        name: "migrations",
        look: async () =>
          toResult(
            (await database()).state === "ok",
            "the schema is another version's, or the database does not answer",
          ),
      },
      { name: "vault", look: async () => toResult(await vault.isHealthy(), "the root keys cannot be used") },
      {
        // The other providers work, so this process stays ready; the database has its own check.
        name: "providers",
        async look() {
          const missing = missingProviders().map((slug) => `${slug} isn't loaded, but connections need it`);
          const processes = await store.owners.loaded().catch(() => []);
          return { ok: true, reason: [...missing, ...differencesOf(processes).map(describeDifference)].join("; ") };
        },
      },
    ],
    known: [
      {
        name: "lease",
        look: () => toResult(lease.holds(lease.ownerId()), "this process could not renew its lease in the database"),
      },
      {
        name: "machine",
        look() {
          const code = machine.shortage();
          return toResult(code === null, machineFaultOf(code ?? "")?.what ?? "");
        },
      },
      {
        name: "clock",
        look: () => ({ ok: true, reason: clockTrouble(clock.state()) ?? "" }),
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
      // Requests are served without them.
      { name: "background", look: () => ({ ok: true, reason: failingTasks().join(", ") }) },
      { name: "accepting", look: () => toResult(!draining(), "the server is stopping") },
    ],
  };
}

function toResult(ok: boolean, reason: string): CheckResult {
  return ok ? fine : { ok, reason };
}
