/** Starts the failover watch. */
import { idPrefixes } from "@svc/contract";
import { auditEvent } from "../domain/audit/audit.ts";
import type { Config } from "./config.ts";
import type { Resources } from "./resources.ts";
import { replicationAdvice, stoppedAdvice } from "../domain/failover/describe.ts";
import type { FenceState } from "../domain/failover/judge.ts";
import { fenceEveryMs, watchFence, type FenceWatch } from "../domain/failover/watch.ts";
import type { LoadedKeyExpiry } from "../domain/idempotency/expiry.ts";

/** The watch's log. */
export type FenceLog = { warn(line: string): void; error(line: string): void; info(line: string): void };

/** Dependencies of the watch. @property onFailure called if a check fails; the next one is still tried. */
export type FenceParts = {
  log: FenceLog;
  expiry: Pick<LoadedKeyExpiry, "reload">;
  onFailure: (error: unknown) => void;
};

/** The watch on SQLite, which cannot fail over. */
const unwatched: FenceWatch = {
  state: () => ({ closed: null, mode: "none", lacksSync: false }),
  look: () => Promise.resolve(),
  dispatchRefused: () => undefined,
  stop: () => Promise.resolve(),
};

/** Starts the watch. @throws StoreError if the database cannot be read. */
export async function startFenceWatch(
  config: Pick<Config, "requireSyncReplication">,
  { store, platform, newId }: Resources,
  { log, expiry, onFailure }: FenceParts,
): Promise<FenceWatch> {
  const { fence, executions } = store;
  if (fence === null) return unwatched;
  return await watchFence({
    store: fence,
    reloadKeyExpiry: () => expiry.reload(),
    restoreLost: () => executions.restoreLost(),
    advancedEvent({ facts, row }) {
      const data = { from: row.timeline, to: facts.timeline, epoch: row.epoch + 1 };
      const about = { clientId: "", tenantId: "", subject: "", actor: "system", data };
      return auditEvent({ platform, newId: () => newId(idPrefixes.auditEvent) }, "failover.advanced", about);
    },
    requiresSync: config.requireSyncReplication,
    everyMs: fenceEveryMs,
    onChange: (state) => logState(log, state),
    onRestored: (count) => log.error(`the database had lost ${count} records of this process; they were written again`),
    onFailure,
  });
}

function logState(log: FenceLog, state: FenceState): void {
  const stopped = stoppedAdvice(state);
  if (stopped !== null) log.error(`writes are stopped: ${stopped}`);
  const advice = replicationAdvice(state.mode);
  if (advice !== null) log.warn(advice);
  if (stopped === null && advice === null) log.info(`writes are allowed; replication: ${state.mode}`);
}
