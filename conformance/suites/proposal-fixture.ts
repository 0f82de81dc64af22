/** Policies, deciders and proposals, as their tests create and watch them. */
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Execution, PolicyRule, Proposal, ProposedAction } from "@svc/contract";
import {
  Caller,
  devConfig,
  operateJson,
  uniqueName,
  until,
  type HttpResponse,
  type Connected,
  type Fixture,
} from "../harness/index.ts";

/** A policy that requires approval for every change of a secret. */
export const asksForSecrets: readonly PolicyRule[] = [{ match: { actions: ["doppler/secrets.*"] }, decision: "ask" }];

/** Runs an operator's command that takes a policy. */
export async function setPolicy(
  { server }: Pick<Fixture, "server">,
  command: readonly string[],
  rules: unknown,
): Promise<unknown> {
  const file = join(server.home.folder, `${uniqueName("policy")}.json`);
  writeFileSync(file, JSON.stringify(rules));
  return await operateJson(server, [...command, "--policy-file", file]);
}

/** A service client under a policy, its connection, and one of its keys that may decide. */
export type Asking = { connected: Connected; decider: Caller; clientId: string };

/** The parts of a suite's fixture that it uses. */
export type AskingFixture = Pick<Fixture, "server" | "another"> & {
  connected(fields: { caller: Caller }): Promise<Connected>;
};

/** Creates a service client with these rules. @param probed an action for checking that the policy applies. */
export async function makeAsking(
  fixture: AskingFixture,
  rules: readonly PolicyRule[] = asksForSecrets,
  probed = "secrets.set",
): Promise<Asking> {
  const { server } = fixture;
  const { id: clientId, caller } = await fixture.another();
  await setPolicy(fixture, ["service-clients", "update", clientId], rules);
  const connected = await fixture.connected({ caller });
  const add = ["service-clients", "add-key", clientId, "--key-name", "decider"];
  const { key } = await operateJson<{ key: string }>(server, add);
  await operateJson(server, ["service-clients", "update-key", clientId, "decider", "--may-decide"]);
  const decider = new Caller(caller.http, key);
  await until(5000, "the policy applies", async () => {
    const body = { connection_id: connected.id, action_id: probed, input: {} };
    const verdict = (await caller.post(`/v1/tenants/${connected.tenantId}/policy:test`, body)).json as {
      reasons: unknown[];
    };
    return rules.length === 0 || verdict.reasons.length > 0 ? true : null;
  });
  return { connected, decider, clientId };
}

/** The proposal in a response, which must be one. */
export function proposalOf(response: HttpResponse): Proposal {
  assert.equal(response.status, 202, response.text);
  return (response.json as ProposedAction).proposal;
}

/** A proposal's path. */
export const placeOf = ({ tenant_id, id }: Proposal): string => `/v1/tenants/${tenant_id}/proposals/${id}`;

export function decide(
  decider: Caller,
  proposal: Proposal,
  decision: "approve" | "deny" = "approve",
  fields: object = {},
): Promise<HttpResponse> {
  const body = { decision, digest: proposal.digest, decidedBy: "maria@example.com", ...fields };
  return decider.post(`${placeOf(proposal)}:decide`, body);
}

/** Approves, which must succeed. */
export async function approve(decider: Caller, proposal: Proposal): Promise<void> {
  const response = await decide(decider, proposal);
  assert.equal(response.status, 200, response.text);
}

/** Waits until a proposal has one of these statuses. */
export async function reached(caller: Caller, proposal: Proposal, ...states: Proposal["status"][]): Promise<Proposal> {
  return await until(10_000, `the proposal is ${states.join(" or ")}`, async () => {
    const now = (await caller.get(placeOf(proposal))).json as Proposal;
    return states.includes(now.status) ? now : null;
  });
}

/** Waits until the execution of an approved proposal has ended. */
export async function executed(caller: Caller, proposal: Proposal): Promise<Execution> {
  const { execution_id, tenant_id } = await reached(caller, proposal, "accepted");
  return await until(10_000, "its execution ended", async () => {
    const now = (await caller.get(`/v1/tenants/${tenant_id}/action-executions/${execution_id ?? ""}`))
      .json as Execution;
    return now.completedAt === null ? null : now;
  });
}

/** A secret's input. */
export const secret = (name: string) => ({ ...devConfig, name, value: `canary-value-of-${name}` });
