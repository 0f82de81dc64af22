/** Every way in which a changing request can fail, through the whole service, held against the provider's ledger. */
import assert from "node:assert/strict";
import { assertProblem, place, suite, verifies, type Answer, type Connected, type Stage } from "../harness/index.ts";
import { assertReplay, freeingCodes, ProviderBook, recordOfKey } from "./books.ts";
import { changeFaults, type ChangeFault, type Verdict } from "./change-faults.ts";

const callTimeoutMs = 5000;
const many = 1_000_000;
let cases = 0;

suite(
  "faults of a change",
  (stage) => {
    for (const kind of ["set", "delete"] as const) {
      verifies(
        "reliability.change-faults",
        `secrets.${kind} comes to the contract's end under every fault`,
        async () => {
          // The simulator's own limits would answer before its faults do.
          stage().provider.world.set({ readsPerMinute: many, secretReadsPerMinute: many, writesPerMinute: many });
          let connected = await stage().connected();
          for (const fault of changeFaults) {
            await inCase(`secrets.${kind}, ${fault.name}`, () => proveFault(stage(), connected, kind, fault));
            if (fault[kind] === "PROVIDER_UNAUTHORIZED") connected = await afterCondemned(stage(), connected);
          }
        },
      );
    }
  },
  { env: { SVC_CALL_TIMEOUT_MS: String(callTimeoutMs) } },
);

/** Runs one case, and names it in what it throws. */
async function inCase(name: string, prove: () => Promise<void>): Promise<void> {
  try {
    await prove();
  } catch (error) {
    throw new Error(`In the case "${name}": ${error instanceof Error ? error.message : "failed"}`, { cause: error });
  }
}

async function proveFault(stage: Stage, connected: Connected, kind: "set" | "delete", one: ChangeFault): Promise<void> {
  const { provider } = stage;
  cases += 1;
  const name = `CASE_${cases}`;
  const key = `change-${kind}-${cases}`;
  if (kind === "delete") provider.world.setSecret({ ...place, name, value: "canary-to-delete" });
  const send = (value: string): Promise<Answer> => {
    const input = kind === "set" ? { ...place, name, value } : { ...place, name: value === "one" ? name : `${name}_B` };
    return connected.execute(`secrets.${kind}`, input, { idempotencyKey: key });
  };
  const book = new ProviderBook(provider);
  provider.faults.add({ match: { method: kind === "set" ? "POST" : "DELETE" }, fault: one.fault });

  const first = await send("one");
  assertVerdict(first, one[kind]);
  assert.deepEqual(provider.faults.pending, [], "the fault was not met");
  assert.equal(book.changes.length, 1, "changing requests");
  assert.equal(book.effects.length, one.effects, "effects");
  await assertRecord(connected, key, one[kind]);
  const sent = book.requests.length;

  assert.equal((await send("another")).problem().code, "IDEMPOTENCY_KEY_REUSED");
  const again = await send("one");
  if (freeingCodes.has(one[kind])) {
    assert.equal(again.status, 200, again.text);
    assert.equal((again.json as { execution: { attempt: number } }).execution.attempt, 2);
    assert.equal(book.changes.length, 2, "a freed key makes one new attempt");
  } else {
    assertReplay(first, again);
    assert.equal(book.requests.length, sent, "a replay asks the provider nothing");
  }
  provider.faults.clear();
}

function assertVerdict(answer: Answer, verdict: Verdict): void {
  if (verdict === "succeeded") {
    assert.equal(answer.status, 200, answer.text);
    return;
  }
  const problem = assertProblem(answer, verdict);
  assert.equal(problem.retryable, freeingCodes.has(verdict));
  assert.match(problem.execution_id ?? "", /^act_/);
  assert.equal(answer.headers["retry-after"] !== undefined, freeingCodes.has(verdict), "Retry-After");
  assert.equal(answer.headers["x-should-retry"], verdict === "ACTION_OUTCOME_UNKNOWN" ? "false" : undefined);
}

async function assertRecord(connected: Connected, key: string, verdict: Verdict): Promise<void> {
  const record = await recordOfKey(connected, key);
  const status = verdict === "ACTION_OUTCOME_UNKNOWN" ? "outcome_unknown" : "failed";
  assert.equal(record.status, verdict === "succeeded" ? "succeeded" : status);
  assert.equal(record.error?.code ?? "succeeded", verdict);
  assert.equal(record.attempt, 1);
  assert.notEqual(record.dispatchedAt, null);
  assert.notEqual(record.completedAt, null);
}

/** The provider refused the credential itself: the connection waits for a new one, and another takes its place. */
async function afterCondemned(stage: Stage, connected: Connected): Promise<Connected> {
  const answer = await connected.caller.get(connected.path);
  assert.equal((answer.json as { status: string }).status, "needs_reconnect");
  return await stage.connected();
}
