/** The server's background work: one kind of timer, and the list of what runs on it. */
import type { FastifyBaseLogger } from "fastify";
import { logClock } from "../domain/clock/describe.ts";
import { minuteMs } from "../domain/clock/units.ts";
import { createInHand, createSweep, type InHand, sweepEveryMs } from "../domain/executions/sweeper.ts";
import { leaseTimes, takeLease, type Lease } from "../domain/executions/lease.ts";
import type { LoadedDigests } from "../domain/executions/port.ts";
import { replicationAdvice, stoppedAdvice } from "../domain/failover/describe.ts";
import type { FenceState } from "../domain/failover/judge.ts";
import { fenceEveryMs, watchFence, type FenceWatch } from "../domain/failover/watch.ts";
import { keyExpiryEveryMs, loadKeyExpiry, type LoadedKeyExpiry } from "../domain/idempotency/key.ts";
import { machineLooksEveryMs } from "../domain/machine/watch.ts";
import type { BackgroundWork, Metrics } from "../domain/telemetry/port.ts";
import { describeDefect } from "../entry/rest/problems.ts";
import type { Config } from "./config.ts";
import { newOwnerId, type Resources } from "./resources.ts";
import { prune, retentionTable, type Retained } from "./retention.ts";
import { startWebhooks } from "./webhooks.ts";

/** Work that repeats until it is stopped. */
export type Repeating = {
  /** Aborts the signal of the current run, and waits for that run. */
  stop(): Promise<void>;
};

/**
 * Runs `work` at an interval, never concurrently: a run that takes longer than `everyMs` skips the next ones. The first
 * run is at most a minute away, so that hourly work is also done by a server that restarts more often. It doesn't keep
 * the process alive.
 * @param work receives a signal that a stop aborts, for work that can end early.
 * @param onFailure called with the error of each failed run; the next one is still tried.
 */
export function every(
  everyMs: number,
  work: (stopping: AbortSignal) => Promise<unknown>,
  onFailure: (error: unknown) => void,
): Repeating {
  const stopping = new AbortController();
  let running: Promise<unknown> | null = null;
  const run = (): void => {
    running ??= work(stopping.signal)
      .catch(onFailure)
      .finally(() => {
        running = null;
      });
  };
  const begin = (): void => {
    run();
    timer = setInterval(run, everyMs).unref();
  };
  let timer = setTimeout(begin, Math.min(everyMs, minuteMs)).unref();
  return {
    async stop() {
      stopping.abort();
      clearTimeout(timer);
      await running;
    },
  };
}

/** The background work, and what requests need from it. */
export type Background = {
  lease: Lease;
  expiry: LoadedKeyExpiry;
  fence: FenceWatch;
  inHand: InHand;
  /** The number of journals that retention doesn't touch, because they don't verify. */
  stoppedChains(): number;
  /** The tasks whose last run failed. */
  failing(): readonly string[];
  /** Adds work that repeats. It stops with the rest. */
  add(work: {
    what: BackgroundWork;
    everyMs: number;
    failure: string;
    run(stopping: AbortSignal): Promise<unknown>;
  }): void;
  /** Stops everything. The lease is last, so other processes take over only work that is really unfinished. */
  stop(): Promise<void>;
};

/** The name of a kind of data's retention among the tasks. */
export function retentionTask(what: Retained): string {
  return `retention of ${what}`;
}

/** Dependencies of the background work. */
export type BackgroundParts = {
  config: Config;
  resources: Resources;
  sandbox: boolean;
  /** The providers that this process has loaded besides the built-in ones. */
  digests: LoadedDigests;
  metrics: Metrics;
  log: Pick<FastifyBaseLogger, "info" | "warn" | "error">;
};

/**
 * Starts all background work. Three parts don't use `every`: the service clock, which also runs in commands, and the
 * failover watch and the webhook sender, which also run when something has happened.
 * @throws StoreError if the database doesn't answer.
 */
export async function startBackground(parts: BackgroundParts): Promise<Background> {
  const { config, resources, sandbox, metrics, log } = parts;
  const { store, vault, platform, clock, machine } = resources;
  // Logs an error's class, code and stack places, never its message. The store has already logged its own faults.
  const report = (work: BackgroundWork, level: "warn" | "error", message: string) => (error: unknown) => {
    metrics.backgroundFailure(work);
    if (store.faultCode() === null) log[level]({ cause: describeDefect(error) }, message);
  };
  logClock(clock, log, report("clock", "warn", "the clock could not be compared with the database's"));
  const expiry = await loadKeyExpiry({ store: store.restores, platform });
  const fence = await startFenceWatch(config, resources, {
    log,
    expiry,
    onFailure: report("failover", "warn", "the database could not be watched for failovers"),
  });
  const { digests: providers } = parts;
  const lease = await takeLease({ store: store.owners, platform, providers, newOwnerId: () => newOwnerId(platform) });
  const inHand = createInHand();
  const sweep = createSweep({
    executions: store.executions,
    owners: store.owners,
    idempotency: store.idempotency,
    connectSessions: store.connectSessions,
    onExpired(sessions) {
      for (let count = 0; count < sessions; count += 1) metrics.connectSession("expired");
    },
    connections: store.connections,
    clock,
    platform,
    ownerId: lease.ownerId,
    inHand,
    onSettled(count, whose) {
      metrics.swept(count);
      log.warn(count, `settled executions that ${whose === "dead" ? "a dead process left" : "this process lost"}`);
    },
  });
  await sweep();
  const failing = new Set<string>();
  /** Repeats a task under its name, and notes whether its last run failed. */
  const repeat = (
    task: string,
    everyMs: number,
    run: (stopping: AbortSignal) => Promise<unknown>,
    onFailure: (error: unknown) => void,
  ): Repeating =>
    every(
      everyMs,
      async (stopping) => {
        await run(stopping);
        failing.delete(task);
      },
      (error) => {
        failing.add(task);
        onFailure(error);
      },
    );
  let stoppedChains = 0;
  const retention = retentionTable(config, {
    store,
    signing: { deploymentId: vault.deploymentId, signatures: vault.signatures },
    platform,
    onStopped(chains) {
      stoppedChains = chains.length;
      for (const { clientId, fault } of chains) {
        log.error(
          { serviceClient: clientId || null, seq: fault.seq, reason: fault.reason },
          "the audit trail was altered: retention of this chain has stopped; run svc-server audit verify (docs/audit.md)",
        );
      }
    },
  });
  const noRenewal = report("lease", "warn", "the lease could not be renewed");
  const noExpiry = report("key_expiry", "warn", "the cutoff for old idempotency keys could not be read");
  const renewing = repeat("lease", leaseTimes.renewEveryMs, () => lease.renew(), noRenewal);
  const jobs = [
    // It doesn't throw.
    every(
      machineLooksEveryMs,
      async () => machine.shortage(),
      () => undefined,
    ),
    repeat("key_expiry", keyExpiryEveryMs, () => expiry.reload(), noExpiry),
    repeat("sweep", sweepEveryMs, sweep, report("sweep", "error", "a sweep failed")),
    ...retention.map((row) => {
      const failed = report(row.work, "error", `retention of ${row.what} failed`);
      return repeat(retentionTask(row.what), row.everyMs, (stopping) => prune(row, clock, stopping), failed);
    }),
  ];
  const onFailure = report("webhooks", "error", "a round of webhook deliveries failed");
  const webhooks = startWebhooks(config, resources, { sandbox, onFailure });
  return {
    lease,
    expiry,
    fence,
    inHand,
    stoppedChains: () => stoppedChains,
    failing: () => [...failing],
    add({ what, everyMs, failure, run }) {
      jobs.push(repeat(what, everyMs, run, report(what, "error", failure)));
    },
    async stop() {
      await Promise.all(jobs.map((job) => job.stop()));
      // The last chance to write settlements that couldn't be written, before their owner ends.
      await inHand.writeUnwritten();
      await webhooks?.stop();
      await fence.stop();
      await renewing.stop();
      await lease.end();
    },
  };
}

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
  { store }: Resources,
  { log, expiry, onFailure }: FenceParts,
): Promise<FenceWatch> {
  const { fence, executions } = store;
  if (fence === null) return unwatched;
  return await watchFence({
    store: fence,
    reloadKeyExpiry: () => expiry.reload(),
    restoreLost: () => executions.restoreLost(),
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
