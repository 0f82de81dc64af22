/** Commands that write through a connection, with and without faults, and that read and resolve writes. */
import assert from "node:assert/strict";
import type { ExecutedAction, Execution, ExecutionList } from "@svc/contract";
import { devConfig, type HttpResponse } from "../../../conformance/harness/index.ts";
import { assertReplay } from "../../../conformance/harness/ledger.ts";
import { changeFaults, type ChangeFault } from "../change-faults.ts";
import { kind, oneOf, type Kind } from "../command.ts";
import type { ConnectionModel, Model, WriteModel } from "../model.ts";
import { assertCode, assertStatus, type Real } from "../real.ts";
import { pathOf } from "./connections.ts";

/** Quick faults; those that hang cost a timeout each, and the matrix covers them. */
const faults: readonly ChangeFault[] = changeFaults.filter(
  ({ fault }) => !/^(?:hang_|gzip_bomb|slow_drip)/.test(fault.kind),
);

/** Codes that free the key. */
const freeing = new Set(["PROVIDER_RATE_LIMITED", "PROVIDER_UNREACHABLE", "ACTION_NOT_DISPATCHED"]);

type Fresh = Pick<WriteModel, "key" | "connection" | "action" | "name" | "input">;

/** A new write. */
export function freshWrite(real: Real, connection: ConnectionModel, action: WriteModel["action"]): Fresh {
  const [key, name] = [real.name("write"), real.name("NAME")];
  if (action === "secrets.delete") real.provider.world.setSecret({ ...devConfig, name, value: "canary-to-delete" });
  const input = { ...devConfig, name, ...(action === "secrets.set" ? { value: `canary-value-of-${name}` } : {}) };
  return { key, connection, action, name, input };
}

/** Sends a write. */
export function send(real: Real, { connection, action, input, key }: Fresh): Promise<HttpResponse> {
  return real.caller.post(`${pathOf(connection)}/actions/${action}:execute`, { input }, { idempotencyKey: key });
}

/** Records the first response to a write that claimed its key. */
function noted(model: Model, fresh: Fresh, response: HttpResponse, effects: number): WriteModel {
  const code = response.status === 200 ? null : response.problem().code;
  const status = code === null ? "succeeded" : code === "ACTION_OUTCOME_UNKNOWN" ? "outcome_unknown" : "failed";
  const executionId = code === null ? (response.json as ExecutedAction).execution.id : response.problem().execution_id;
  assert.ok(executionId !== undefined, "no execution is named");
  const isFreed = code !== null && freeing.has(code);
  const write = { ...fresh, response, status, isFreed, resolution: null, isLeft: false, executionId } as const;
  const made: WriteModel = { ...write, attempt: 1, effects };
  model.writes.push(made);
  return made;
}

async function writeThrough(
  { model, real, pick }: { model: Model; real: Real; pick: number },
  connection: ConnectionModel,
  action: WriteModel["action"],
  isFaulty: boolean,
): Promise<void> {
  const fresh = freshWrite(real, connection, action);
  if (model.revoked.has(connection.credential)) {
    const response = await send(real, fresh);
    assertCode(response, "PROVIDER_UNAUTHORIZED");
    connection.status = "needs_reconnect";
    noted(model, fresh, response, 0);
    return;
  }
  if (!isFaulty) {
    const response = await send(real, fresh);
    assertStatus(response, 200);
    noted(model, fresh, response, 1);
    return;
  }
  const one = oneOf(faults, pick);
  const method = action === "secrets.set" ? "POST" : "DELETE";
  real.provider.faults.add({ match: { method }, fault: one.fault });
  const response = await send(real, fresh);
  assert.deepEqual(real.provider.faults.pending, [], `${one.name} did not occur`);
  const verdict = action === "secrets.set" ? one.set : one.delete;
  if (verdict === "succeeded") assertStatus(response, 200);
  else assertCode(response, verdict);
  noted(model, fresh, response, one.effects);
}

const active = (model: Model): readonly ConnectionModel[] => model.connectionsOf("doppler", "active");
const inactive = (model: Model): readonly ConnectionModel[] =>
  model.connectionsOf("doppler", "needs_reconnect", "disconnected");

/** Repeats a key, and checks the response. */
export async function sendAgain(real: Real, model: Model, write: WriteModel): Promise<void> {
  const again = await send(real, write);
  if (write.isFreed) {
    attemptedAgain(model, write, again);
    return;
  }
  if (write.resolution === "failed") assertCode(again, "ACTION_RESOLVED_FAILED");
  else if (write.resolution === "succeeded") {
    assertStatus(again, 200);
    const { output, execution } = again.json as ExecutedAction;
    assert.deepEqual([output, execution.status], [null, "succeeded"]);
  } else if (write.response === null) {
    assertCode(again, "ACTION_OUTCOME_UNKNOWN");
    write.response = again;
  } else assertReplay(write.response, again);
}

/** Makes the next attempt with a freed key: like a first one, on the connection's current state. */
function attemptedAgain(model: Model, write: WriteModel, again: HttpResponse): void {
  const { connection } = write;
  if (connection.status !== "active") {
    assertCode(again, "CONNECTION_NOT_ACTIVE");
    return;
  }
  write.isFreed = false;
  write.attempt += 1;
  write.response = again;
  if (model.revoked.has(connection.credential)) {
    assertCode(again, "PROVIDER_UNAUTHORIZED");
    connection.status = "needs_reconnect";
    write.executionId = again.problem().execution_id ?? "";
    return;
  }
  assertStatus(again, 200);
  const { execution } = again.json as ExecutedAction;
  assert.equal(execution.attempt, write.attempt);
  Object.assign(write, { status: "succeeded", effects: write.effects + 1, executionId: execution.id });
}

const unknown = ({ writes }: Model): readonly WriteModel[] =>
  writes.filter(({ status }) => status === "outcome_unknown");

function resolve(real: Real, write: WriteModel, outcome: string): Promise<HttpResponse> {
  const path = `/v1/tenants/${write.connection.tenant.id}/action-executions/${write.executionId}:resolve`;
  return real.caller.post(path, { outcome, note: "Looked it up." });
}

export const writeCommands: readonly Kind[] = [
  kind({ name: "set a secret", on: active, run: (context, to) => writeThrough(context, to, "secrets.set", false) }),
  kind({
    name: "delete a secret",
    on: active,
    run: (context, to) => writeThrough(context, to, "secrets.delete", false),
  }),
  kind({
    name: "set a secret under a fault",
    on: active,
    run: (context, to) => writeThrough(context, to, "secrets.set", true),
  }),
  kind({
    name: "delete a secret under a fault",
    on: active,
    run: (context, to) => writeThrough(context, to, "secrets.delete", true),
  }),
  kind({
    name: "write through a connection that is not active",
    on: inactive,
    async run({ real }, connection) {
      assertCode(await send(real, freshWrite(real, connection, "secrets.set")), "CONNECTION_NOT_ACTIVE");
    },
  }),
  kind({
    name: "write without a key",
    on: active,
    async run({ real }, connection) {
      const { input } = freshWrite(real, connection, "secrets.set");
      const response = await real.caller.post(`${pathOf(connection)}/actions/secrets.set:execute`, { input });
      assertCode(response, "IDEMPOTENCY_KEY_REQUIRED");
    },
  }),
  kind({
    name: "write with an input that does not fit",
    on: active,
    async run({ model, real }, connection) {
      const fresh = freshWrite(real, connection, "secrets.set");
      assertCode(await send(real, { ...fresh, input: { ...fresh.input, name: "lower" } }), "INPUT_INVALID");
      // A request with an invalid input doesn't use its key.
      if (!model.revoked.has(connection.credential)) noted(model, fresh, await send(real, fresh), 1);
    },
  }),
  kind({
    name: "send one write six times concurrently",
    on: (model) => model.working,
    async run({ model, real }, connection) {
      const fresh = freshWrite(real, connection, "secrets.set");
      const responses = await Promise.all(Array.from({ length: 6 }, () => send(real, fresh)));
      const done = responses.filter(({ status }) => status === 200);
      const first = done.find(({ headers }) => headers["idempotent-replayed"] === undefined);
      assert.ok(first !== undefined, "no response was the first");
      for (const response of responses) {
        if (response.status !== 200) assertCode(response, "IDEMPOTENCY_KEY_IN_PROGRESS");
        else if (response !== first) assertReplay(first, response);
      }
      noted(model, fresh, first, 1);
    },
  }),
  kind({
    name: "send a key again",
    on: ({ sendable }) => sendable,
    run: ({ model, real }, write) => sendAgain(real, model, write),
  }),
  kind({
    name: "send a key with another body",
    on: ({ sendable }) => sendable,
    async run({ real }, write) {
      const other = { ...write, input: { ...write.input, config: "stg" } };
      assertCode(await send(real, other), "IDEMPOTENCY_KEY_REUSED");
    },
  }),
  kind({
    name: "send a key of a deleted tenant",
    on: ({ writes }) => writes.filter(({ connection }) => connection.tenant.isDeleted),
    async run({ real }, write) {
      assertCode(await send(real, write), "TENANT_NOT_FOUND");
    },
  }),
  kind({
    name: "settle an unknown outcome",
    on: unknown,
    async run({ real, pick }, write) {
      const outcome = pick % 2 === 0 ? "succeeded" : "failed";
      const response = await resolve(real, write, outcome);
      if (write.isLeft && response.status === 409) {
        assert.ok(response.headers["retry-after"] !== undefined, response.text);
        return;
      }
      assertStatus(response, 200);
      assert.equal((response.json as Execution).status, outcome);
      Object.assign(write, { status: outcome, resolution: outcome });
    },
  }),
  kind({
    name: "settle a settled write",
    on: ({ writes }) => writes.filter(({ status }) => status !== "outcome_unknown"),
    async run({ real, pick }, write) {
      const outcome = pick % 2 === 0 ? "succeeded" : "failed";
      const response = await resolve(real, write, outcome);
      if (write.resolution === outcome) assertStatus(response, 200);
      else assertCode(response, "EXECUTION_NOT_UNKNOWN");
    },
  }),
  kind({
    name: "show an execution",
    on: ({ writes }) => writes,
    async run({ real }, write) {
      const path = `/v1/tenants/${write.connection.tenant.id}/action-executions/${write.executionId}`;
      const response = await real.caller.get(path);
      assertStatus(response, 200);
      const { status, attempt } = response.json as Execution;
      assert.deepEqual([status, attempt], [write.status, write.attempt]);
      assert.doesNotMatch(response.text, /canary/);
      assertCode(await real.stranger.get(path), "TENANT_NOT_FOUND");
    },
  }),
  kind({
    name: "look up a write by its key",
    on: ({ writes }) => writes,
    async run({ real }, { connection, key, attempt, executionId }) {
      const path = `/v1/tenants/${connection.tenant.id}/action-executions?idempotencyKey=${key}`;
      const { executions } = (await real.caller.get(path)).json as ExecutionList;
      assert.equal(executions.length, attempt, "a record for each attempt");
      assert.equal(executions[0]?.id, executionId);
    },
  }),
];
