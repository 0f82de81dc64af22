/**
 * Other failures of a PostgreSQL under two servers: two primaries at once, no required standby, no connection
 * left, a network that drops every packet, an older copy. Each returns the broken promises.
 */
import assert from "node:assert/strict";
import { setTimeout as pause } from "node:timers/promises";
import { operateJson, until, type RunningServer } from "../../conformance/harness/index.ts";
import { FailoverFixture, withinMs } from "./fixture.ts";

/** One failure. @property run returns the breaches, and rejects if something never finishes. */
export interface Trouble {
  readonly name: string;
  readonly run: (log: (line: string) => void) => Promise<readonly string[]>;
}

const dayMs = 86_400_000;
/** How long a fault lasts. */
const faultMs = 8000;
/** From the end of a fault to the first write that succeeds. */
const servesWithinMs = 10_000;
const readyWithinMs = 1000;

type Log = (line: string) => void;

async function accept({ first }: FailoverFixture, since: Date): Promise<void> {
  const undatedUntil = new Date(Date.now() + dayMs).toISOString();
  await operateJson(first, ["failover", "accept", "--since", since.toISOString(), "--undated-until", undatedUntil]);
}

/** @returns the status and reasons of its readiness, and how long it took. */
async function readiness(server: RunningServer): Promise<{ status: number; text: string; tookMs: number }> {
  const from = performance.now();
  const response = await fetch(`${server.url}/readyz`, { signal: AbortSignal.timeout(withinMs) });
  const text = await response.text();
  return { status: response.status, text, tookMs: performance.now() - from };
}

/** Stops the callers and judges. @returns breaches; losses count only if they aren't allowed. */
async function judged(fixture: FailoverFixture, mayLose: boolean): Promise<readonly string[]> {
  await fixture.callers.stop();
  const { twice, lost, untrue } = await fixture.judge();
  const untold = mayLose ? [] : [...lost, ...untrue];
  return [
    ...twice,
    ...untold,
    ...untrue.filter((line) => /: done, recorded as failed/.test(line)),
    ...fixture.callers.faults,
  ];
}

/** @returns a breach if no write succeeds soon enough. */
async function servedAgain(fixture: FailoverFixture, what: string, log: Log): Promise<readonly string[]> {
  const from = performance.now();
  fixture.callers.allow(40);
  const at = await until(withinMs, `a write succeeds after ${what}`, () => fixture.callers.firstAfter(from));
  log(`${what}: serves ${((at - from) / 1000).toFixed(1)} s after its end`);
  return at - from > servesWithinMs ? [`${what}: it served only ${at - from} ms after the end`] : [];
}

/** Waits until every server reports that it isn't ready. @returns a breach for each response that took too long. */
async function refusedMeanwhile(servers: readonly RunningServer[], log: Log) {
  const breaches: string[] = [];
  for (const server of servers) {
    const from = performance.now();
    const seen = await until(withinMs, "readiness tells", async () => {
      const { status, text, tookMs } = await readiness(server);
      if (tookMs > readyWithinMs) breaches.push(`readiness took ${tookMs.toFixed(0)} ms: ${status}`);
      return status === 503 ? text : null;
    });
    log(`not ready after ${(performance.now() - from).toFixed(0)} ms: ${seen.slice(0, 300)}`);
  }
  return breaches;
}

/** @param moves whether the first server's new sessions go to the new primary while its old ones stay. */
function twoPrimaries(isSynchronous: boolean, moves: boolean): Trouble["run"] {
  return async (log) => {
    const fixture = await FailoverFixture.start({ standbys: isSynchronous ? 2 : 1, isSynchronous });
    try {
      const { cluster, callers } = fixture;
      await fixture.grown(30);
      const since = new Date();
      callers.allow(1000);
      await cluster.promoteBeside();
      const atPromotion = callers.acknowledged;
      if (moves) cluster.addressOf(0).pointTo(cluster.port, { stay: true });
      cluster.addressOf(1).pointTo(cluster.port);
      await pause(faultMs);
      callers.allow(0);
      const ready = await Promise.all(fixture.servers.map(readiness));
      log(
        `acknowledged with two primaries: ${callers.acknowledged - atPromotion}; ${ready.map(({ status }) => status).join()}`,
      );
      cluster.moveAddresses();
      if (!isSynchronous) {
        await until(withinMs, "both servers are not ready", async () =>
          (await Promise.all(fixture.servers.map(readiness))).every(({ status }) => status === 503) ? true : null,
        );
        await accept(fixture, since);
      }
      const slow = await servedAgain(fixture, "two primaries", log);
      return [...slow, ...(await judged(fixture, !isSynchronous))];
    } finally {
      await fixture.dispose();
    }
  };
}

async function standbyRequired(log: Log): Promise<readonly string[]> {
  const fixture = await FailoverFixture.start(
    { standbys: 1, isSynchronous: true },
    { env: { SVC_REQUIRE_SYNC_REPLICATION: "true" } },
  );
  const set = async (names: string): Promise<void> => {
    await fixture.cluster.primary(`alter system set synchronous_standby_names = '${names}'`);
    await fixture.cluster.primary("select pg_reload_conf()");
  };
  try {
    await fixture.grown(20);
    await set("");
    await pause(500);
    fixture.callers.allow(20);
    const sent = fixture.ledger.changes.length;
    // Earlier dispatches remain in flight for a moment.
    await pause(500);
    const late = fixture.ledger.changes.length - sent;
    const breaches = [...(await refusedMeanwhile(fixture.servers, log))];
    await pause(faultMs);
    if (fixture.ledger.changes.length > sent + late)
      breaches.push(`${fixture.ledger.changes.length - sent - late} were sent without a standby`);
    const [connected] = fixture.connected;
    assert.ok(connected !== undefined);
    const response = await connected.set("WITHOUT_STANDBY", "without-standby");
    const { code } = response.json as { code?: string };
    log(`answered ${response.status} ${code ?? ""}`);
    if (code !== "OVERLOADED" && code !== "ACTION_NOT_DISPATCHED") breaches.push(`answered ${response.text}`);
    await set("ANY 1 (*)");
    breaches.push(...(await servedAgain(fixture, "no standby", log)));
    return [...breaches, ...(await judged(fixture, false))];
  } finally {
    await fixture.dispose();
  }
}

async function noConnectionLeft(log: Log): Promise<readonly string[]> {
  const fixture = await FailoverFixture.start({ standbys: 0, isSynchronous: false });
  try {
    const { cluster, callers } = fixture;
    await fixture.grown(20);
    const endSessions = `select pg_terminate_backend(pid) from pg_stat_activity where usename = '${cluster.role}'`;
    callers.allow(200);
    // Takes the connections that the servers lose immediately, so they keep none.
    const end = await cluster.holdAdministrator(endSessions);
    const giveBack = [await cluster.takeConnections()];
    for (let times = 0; times < 5; times += 1) {
      await end();
      giveBack.push(await cluster.takeConnections());
    }
    const breaches = [...(await refusedMeanwhile(fixture.servers, log))];
    await pause(faultMs);
    for (const give of giveBack) await give();
    breaches.push(...(await servedAgain(fixture, "no connection left", log)));
    return [...breaches, ...(await judged(fixture, false))];
  } finally {
    await fixture.dispose();
  }
}

async function networkDrops(log: Log): Promise<readonly string[]> {
  const fixture = await FailoverFixture.start({ standbys: 0, isSynchronous: false });
  try {
    await fixture.grown(20);
    fixture.callers.allow(200);
    fixture.cluster.addressOf(0).hold();
    const breaches = [...(await refusedMeanwhile([fixture.first], log))];
    await pause(2 * faultMs);
    fixture.cluster.addressOf(0).letGo();
    const from = performance.now();
    await until(withinMs, "the server is ready", async () =>
      (await readiness(fixture.first)).status === 200 ? true : null,
    );
    log(`ready ${(performance.now() - from).toFixed(0)} ms after the network`);
    if (performance.now() - from > servesWithinMs) breaches.push("it was ready too late");
    return [...breaches, ...(await judged(fixture, false))];
  } finally {
    await fixture.dispose();
  }
}

/** How long after a death the other server would have settled what the dead one left, with a margin. */
export const settledWithinMs = 12_000;

/** Replaces the database with an older copy, and immediately repeats keys that acted since. @returns the breaches. */
export async function olderCopy(log: Log): Promise<readonly string[]> {
  const fixture = await FailoverFixture.start({ standbys: 0, isSynchronous: false });
  try {
    const { callers } = fixture;
    await fixture.grown(20);
    const since = new Date();
    const restore = await fixture.cluster.backUp();
    await fixture.grown(40);
    // Each server must have checked since the backup, even on a busy machine: no real restore is faster.
    await pause(8000);
    await restore();
    // Keys from before and after the backup, concurrently, like callers that lost their responses.
    const old = callers.writes.slice(-60);
    for (let round = 0; round < 3; round += 1) await Promise.all(old.map((write) => callers.send(write)));
    await stopped(fixture);
    log((await readiness(fixture.first)).text.slice(0, 300));
    await accept(fixture, since);
    const slow = await servedAgain(fixture, "an older copy", log);
    return [...slow, ...(await judged(fixture, true))];
  } finally {
    await fixture.dispose();
  }
}

/**
 * Replaces the database with an older copy while one of the servers dies. The copy shows its writes as accepted that
 * were sent later. @returns the breaches.
 */
export async function olderCopyAndDeath(log: Log): Promise<readonly string[]> {
  const fixture = await FailoverFixture.start(
    { standbys: 0, isSynchronous: false },
    { streams: 24, readsSlowly: true },
  );
  try {
    const { callers, cluster } = fixture;
    await fixture.grown(20);
    const since = new Date();
    callers.allow(1000);
    const restore = await cluster.backUp();
    await fixture.grown(40);
    callers.allow(0);
    await pause(8000);
    await Promise.all([restore(), fixture.killSecond()]);
    await stopped(fixture);
    await pause(settledWithinMs);
    const { count } = (await cluster.inDatabase(countOpen))[0] ?? {};
    log(`accepted writes left open: ${String(count)}`);
    await accept(fixture, since);
    await fixture.startSecond();
    const slow = await servedAgain(fixture, "an older copy and a death", log);
    return [...slow, ...(await judged(fixture, true))];
  } finally {
    await fixture.dispose();
  }
}

/** Counts the writes that wait for an acceptance. */
export const countOpen = "select count(*)::int as count from executions where status = 'accepted' and effect <> 'read'";

/** Waits until no living server is ready. */
async function stopped(fixture: FailoverFixture): Promise<void> {
  await until(withinMs, "the servers are not ready", async () =>
    (await Promise.all(fixture.living.map(readiness))).every(({ status }) => status === 503) ? true : null,
  );
}

/** All failures. */
export const troubles: readonly Trouble[] = [
  { name: "two primaries, asynchronous, new sessions at the new one", run: twoPrimaries(false, true) },
  { name: "two primaries, asynchronous, a server at each", run: twoPrimaries(false, false) },
  { name: "two primaries, synchronous, new sessions at the new one", run: twoPrimaries(true, true) },
  { name: "two primaries, synchronous, a server at each", run: twoPrimaries(true, false) },
  { name: "no standby where one is required", run: standbyRequired },
  { name: "no connection left", run: noConnectionLeft },
  { name: "a network that drops every packet", run: networkDrops },
  { name: "an older copy in the same cluster", run: olderCopy },
  { name: "an older copy while a server dies", run: olderCopyAndDeath },
];
