/**
 * Liveness and readiness: a list of named checks, run at most every half second no matter how many ask, and answered
 * within a second even if one hangs. Strangers only learn whether the server is ready. The metrics listener shows the
 * checks.
 */
import { operations, type Readiness as ReadinessResponse } from "@svc/contract";
import { servePublic, type RouteDeps } from "./routes.ts";

/** The result of a check. @property reason short, in our own words: why it isn't ok, or a note although it is. */
export type CheckResult = { ok: boolean; reason: string };

/** A named check, such as `database`. */
export type ReadinessCheck = {
  name: string;
  /** Runs the check. If it throws or times out, it isn't ok. */
  look: () => CheckResult | Promise<CheckResult>;
};

export type ReadinessChecks = {
  /** Expensive checks, whose results are shared for half a second. */
  asked: readonly ReadinessCheck[];
  /** Cheap checks of this process, run for every request. */
  known: readonly { name: string; look: () => CheckResult }[];
};

/** The result, with all checks in order. */
export type ReadinessReport = { ready: boolean; checks: readonly ({ name: string } & CheckResult)[] };

/** Checks whether the server can accept requests. */
export type Readiness = () => Promise<ReadinessReport>;

/** How long results are reused, and how long a check may take, in milliseconds. */
export type ReadinessTimes = { keptMs: number; checkMs: number };

/** Together less than a second, the time limit for the response. */
export const readinessDefaults: ReadinessTimes = { keptMs: 500, checkMs: 800 };

/** The result of a check that found nothing wrong. */
export const fine: CheckResult = { ok: true, reason: "" };

/** Creates the check. @param onChange called when the failing checks change. */
export function createReadiness(
  { asked, known }: ReadinessChecks,
  monotonicMs: () => number,
  onChange: (report: ReadinessReport) => void = () => undefined,
  { keptMs, checkMs }: ReadinessTimes = readinessDefaults,
): Readiness {
  const looks = asked.map((check) => withTimeout(check, checkMs));
  let found: Promise<ReadinessReport["checks"]> | null = null;
  let keptUntilMs = Number.POSITIVE_INFINITY;
  let failingBefore = "[]";
  return async () => {
    if (found === null || monotonicMs() >= keptUntilMs) {
      // Until the checks are done, everyone waits for the same run.
      keptUntilMs = Number.POSITIVE_INFINITY;
      found = Promise.all(looks.map((look) => look())).finally(() => {
        keptUntilMs = monotonicMs() + keptMs;
      });
    }
    const checks = [...(await found), ...known.map(({ name, look }) => ({ name, ...look() }))];
    const report = { ready: checks.every(({ ok }) => ok), checks };
    const failing = JSON.stringify(checks.filter(({ ok }) => !ok));
    if (failing !== failingBefore) onChange(report);
    failingBefore = failing;
    return report;
  };
}

/** Adds a time limit. While a check hangs, later calls wait for it and don't start another. */
function withTimeout({ name, look }: ReadinessCheck, checkMs: number): () => Promise<{ name: string } & CheckResult> {
  let running: Promise<CheckResult> | null = null;
  const begin = async (): Promise<CheckResult> => {
    try {
      return await look();
    } catch {
      return { ok: false, reason: "the check failed" };
    } finally {
      running = null;
    }
  };
  return async () => {
    running ??= begin();
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<CheckResult>((resolve) => {
      timer = setTimeout(() => resolve({ ok: false, reason: `no response within ${checkMs} ms` }), checkMs);
    });
    const result = await Promise.race([running, late]);
    clearTimeout(timer);
    return { name, ...result };
  };
}

/** Dependencies of the routes. */
export type Health = { sandbox: boolean; readiness: Readiness };

/** Registers the routes. */
export function serveHealth(deps: Pick<RouteDeps, "app">, { sandbox, readiness }: Health): void {
  const headers = { "cache-control": "no-store" };
  servePublic({ ...deps, group: "health" }, operations.getHealth, () => ({ body: { status: "ok" }, headers }));
  servePublic({ ...deps, group: "health" }, operations.getReadiness, async () => {
    const { ready } = await readiness();
    const body: ReadinessResponse = { status: ready ? "ready" : "not_ready", sandbox };
    return { status: ready ? 200 : 503, body, headers };
  });
}
