/** Streams of keyed writes that record every response, and a check of their results. */
import assert from "node:assert/strict";
import type { Execution } from "@svc/contract";
import { until, type HttpResponse, type Connected } from "./index.ts";
import { assertReplay, effectsByName, listExecutions, type ProviderLedger } from "./ledger.ts";

/** One keyed write as its caller saw it; the key is the secret's name. `first` is null until a response arrives. */
export interface Write {
  readonly name: string;
  first: HttpResponse | null;
}

/** The results of a run. */
export interface Tally {
  readonly writes: number;
  readonly succeeded: number;
  readonly unknown: number;
  /** Keys that were sent again because the response was lost. */
  readonly sentAgain: number;
  /** Attempts that ended in a crash before dispatch. */
  readonly freed: number;
}

/** Writes one key after another in `streams` concurrent streams until `signal` aborts. */
export async function writeUntilStopped(
  connected: (stream: number) => Connected,
  log: Write[],
  options: { prefix: string; streams: number; signal: AbortSignal },
): Promise<void> {
  const { prefix, streams, signal } = options;
  const run = async (stream: number): Promise<void> => {
    for (let index = 0; !signal.aborted; index += 1) {
      const write: Write = { name: `${prefix}_${stream}_${index}`, first: null };
      log.push(write);
      try {
        write.first = await connected(stream).set(write.name, write.name);
      } catch {
        // The server is down; the check finds out whether it had accepted the write.
        return;
      }
    }
  };
  await Promise.all(Array.from({ length: streams }, (_one, stream) => run(stream)));
}

/** Polls until no record is accepted or dispatched. @throws Error after `withinMs`. */
export async function untilNothingIsOpen(connected: Connected, withinMs: number): Promise<void> {
  await until(withinMs, "no record is accepted or dispatched", async () => {
    const accepted = await listExecutions(connected, "status=accepted");
    const dispatched = await listExecutions(connected, "status=dispatched");
    return accepted.length + dispatched.length === 0 ? true : null;
  });
}

/**
 * Sends every key again and compares answers, ledger and records: no key has two effects, each reported
 * success has one, each reported failure has none, no response has changed, and every effect has a record.
 */
export async function judgeWrites(
  connected: Connected,
  writes: readonly Write[],
  ledger: ProviderLedger,
): Promise<Tally> {
  const ends = new Map<string, HttpResponse>();
  for (const { name, first } of writes) {
    const again = await until(10_000, `${name} is answered`, async () => {
      const response = await connected.set(name, name);
      return response.status === 409 ? null : response;
    });
    const isKept = first !== null && (first.status === 200 || first.status === 504);
    if (isKept) assertReplay(first, again);
    ends.set(name, again);
  }
  const effects = effectsByName(ledger.effects);
  const executions = await listExecutions(connected);
  const records = recordsByName(executions);
  for (const [name, { status }] of ends) {
    const count = effects.get(name) ?? 0;
    const said = status === 200 ? [1] : status === 504 ? [0, 1] : [0];
    assert.ok(said.includes(count), `${name} was answered ${status} and has ${count} effects`);
  }
  for (const [name, count] of effects) {
    assert.equal(count, 1, `${name} was changed more than once`);
    const dispatched = (records.get(name) ?? []).filter(({ dispatchedAt }) => dispatchedAt !== null);
    assert.equal(dispatched.length, 1, `${name} was changed and has ${dispatched.length} dispatched records`);
  }
  assert.doesNotMatch(JSON.stringify(executions), /canary-value/);
  const statuses = [...ends.values()].map(({ status }) => status);
  return {
    writes: writes.length,
    succeeded: statuses.filter((status) => status === 200).length,
    unknown: statuses.filter((status) => status === 504).length,
    sentAgain: writes.filter(({ first }) => first === null).length,
    freed: writes.flatMap(({ name }) => records.get(name) ?? []).filter(({ status }) => status === "failed").length,
  };
}

function recordsByName(executions: readonly Execution[]): ReadonlyMap<string, readonly Execution[]> {
  const records = new Map<string, Execution[]>();
  for (const execution of executions) {
    const { name } = execution.summary.input as { name?: string };
    if (name !== undefined) records.set(name, [...(records.get(name) ?? []), execution]);
  }
  return records;
}
