/**
 * Two servers on one PostgreSQL, one of which is killed while they check for lost responses: at a random moment from
 * just before the first check to just after the last, so that kills happen before, between and after the steps of a
 * check.
 */
import type { AuditEventList, Execution } from "@svc/contract";
import {
  Caller,
  Fixture,
  makeClient,
  until,
  type Connected,
  type RunningServer,
} from "../../conformance/harness/index.ts";
import { ProviderLedger, recordOfKey } from "../../conformance/harness/ledger.ts";
import { MultiServerFixture } from "../../conformance/harness/multi-server-fixture.ts";

/** The number of kills, and of lost responses before each. */
export interface KillsPlan {
  readonly kills: number;
  readonly lostEach: number;
  readonly random: () => number;
  readonly log: (line: string) => void;
}

/** The result of the plan. */
export interface KillsResult {
  /** Every violation, as a sentence. */
  readonly wrongs: readonly string[];
  readonly settled: number;
  /** The number of lost responses that were settled only after the kill. */
  readonly afterKill: number;
}

const lost = { match: { method: "POST" }, fault: { kind: "close_before_response", effect: true } } as const;
const look = { method: "GET", path: "/v3/configs/config/secret" } as const;
/** Each read within the call is tried three times. */
const triesOfLook = 3;
const firstLookAfterMs = 5000;
/** A check that was leased by the killed server waits until its lease expires. */
const settledWithinMs = 90_000;

/** Runs the plan. */
export async function killLookers({ kills, lostEach, random, log }: KillsPlan): Promise<KillsResult> {
  const env = { SVC_SETTLE: "automatic", SVC_RATE_LIMIT_RPS: "0", SVC_CIRCUIT_BREAKER_FAULTS: "0" };
  const fixture = await MultiServerFixture.make("postgres", env);
  const wrongs: string[] = [];
  let [settled, afterKill] = [0, 0];
  try {
    let [one, other] = await Promise.all([fixture.start(), fixture.start()]);
    const connections = await connect(fixture, one, lostEach);
    for (let kill = 0; kill < kills; kill += 1) {
      const ledger = new ProviderLedger(fixture.provider);
      const names = connections.map((_connected, index) => `KILL_${kill}_${index}`);
      const firstAtMs = performance.now();
      for (const [index, connected] of connections.entries()) {
        fixture.provider.faults.add(lost);
        for (let tries = 0; tries < triesOfLook; tries += 1) {
          fixture.provider.faults.add({ match: look, fault: { kind: "html_502" } });
        }
        const response = await on(connected, one).set(names[index] ?? "", names[index] ?? "");
        // On a slow machine, a check of an earlier call may receive a fault meant for this call's own check, which then
        // succeeds.
        if (response.status !== 504 && response.status !== 200)
          wrongs.push(`kill ${kill}: a response was ${response.status}`);
      }
      // Slow reads, so that kills happen during them too.
      for (const _ of names)
        fixture.provider.faults.add({ match: look, fault: { kind: "delay", ms: 100, when: "after_effect" } });
      const lastAtMs = performance.now();
      const firstLookMs = firstAtMs + firstLookAfterMs;
      const killAtMs = firstLookMs - 300 + random() * (lastAtMs - firstAtMs + 1500);
      await new Promise((resolve) => setTimeout(resolve, Math.max(0, killAtMs - performance.now())));
      await fixture.kill(one);
      const killedAt = Date.now();
      const survivors = connections.map((connected) => on(connected, other));
      await until(settledWithinMs, "everything is settled", async () => {
        const open = await Promise.all(survivors.map((connected, index) => recordOfKey(connected, names[index] ?? "")));
        return open.every(({ status }) => status !== "outcome_unknown") ? true : null;
      });
      for (const [index, connected] of survivors.entries()) {
        const record = await recordOfKey(connected, names[index] ?? "");
        for (const wrong of await wrongsOf(connected, record)) wrongs.push(`kill ${kill}, ${record.id}: ${wrong}`);
        if (record.settlement?.by === "evidence") settled += 1;
        if (Date.parse(record.settlement?.at ?? "") > killedAt) afterKill += 1;
      }
      if (ledger.changes.length !== names.length)
        wrongs.push(`kill ${kill}: ${ledger.changes.length} changing requests`);
      log(`kill ${kill + 1} of ${kills}: ${afterKill} settled after it`);
      [one, other] = [other, await fixture.start()];
    }
    return { wrongs, settled, afterKill };
  } finally {
    await fixture.dispose();
  }
}

/** Connections for as many tenants, because a connection has one check at a time. */
async function connect(fixture: MultiServerFixture, server: RunningServer, count: number): Promise<Connected[]> {
  const { engine, provider } = fixture;
  const made = new Fixture({ engine, provider, server, client: await makeClient(server) }, {});
  const connections: Connected[] = [];
  for (let index = 0; index < count; index += 1) connections.push(await made.connected());
  return connections;
}

const on = (connected: Connected, server: RunningServer): Connected =>
  connected.by(new Caller(server.http, connected.caller.key));

async function wrongsOf({ caller }: Connected, { id, status, settlement, evidence }: Execution): Promise<string[]> {
  const wrongs: string[] = [];
  if (status !== "succeeded" || settlement?.by !== "evidence")
    wrongs.push(`it is ${status} by ${settlement?.by ?? "-"}`);
  if (!evidence.some(({ verdict }) => verdict === "applied")) wrongs.push("its record has no look that proves it");
  const response = await caller.get(`/v1/audit-events?subject=${id}&type=action_execution.settled`);
  const { auditEvents } = response.json as AuditEventList;
  if (auditEvents.length !== 1) wrongs.push(`the audit trail has ${auditEvents.length} settlements`);
  return wrongs;
}
