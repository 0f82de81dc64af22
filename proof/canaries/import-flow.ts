/** Imports of planted credentials: refused in every form, echoed by the provider, dry-run, and completed. */
import assert from "node:assert/strict";
import { uniqueName, type HttpResponse, type Connected } from "../../conformance/harness/index.ts";
import { everyEcho } from "./echoing-provider.ts";
import type { FlowContext } from "./secrets-flow.ts";

/** Imports these tokens into the connection's tenant. The service client must be allowed to import. */
export async function importTokens(
  { fixture, relay, n }: FlowContext,
  { caller, tenantId }: Connected,
  tokens: readonly string[],
): Promise<void> {
  const [token = "", another = ""] = tokens;
  const send = (body: unknown, idempotencyKey = uniqueName("import")): Promise<HttpResponse> =>
    caller.post(`/v1/tenants/${tenantId}/connections:import`, body, { idempotencyKey });
  const bodyOf = (access_token: string, fields: object = {}): object => ({
    provider: "doppler",
    authKind: "static_credential",
    requestedActions: ["secrets.get"],
    credential: { access_token },
    ...fields,
  });
  for (const credential of [token, [token], { [token]: token }, { token }, { access_token: { [token]: 1 } }]) {
    assert.ok((await send(bodyOf(token, { credential }))).status >= 400);
  }
  for (const malformed of [
    `${token} `,
    `Bearer ${token}`,
    token.slice(6),
    `dp.pt.${token.slice(6)}`,
    token.repeat(30),
  ]) {
    assert.equal((await send(bodyOf(malformed))).status, 422);
  }
  for (const body of [{ ...bodyOf(token), [token]: 1 }, token, `{"credential":{"${token}":1,"${token}":2}}`]) {
    assert.equal((await send(body)).status, 400);
  }
  for (let index = 0; index < 4; index += 1) {
    relay.echo(everyEcho[(n * 4 + index) % everyEcho.length] ?? "500", { method: "GET", path: "/v3/me", times: 9 });
    await send(bodyOf(token));
    relay.settle();
  }
  const key = uniqueName("import");
  const made = await send(bodyOf(token), key);
  assert.equal(made.status, 200, `${made.text} for shape ${n}`);
  await send(bodyOf(token), key);
  assert.equal((await send(bodyOf(another), key)).status, 422);
  assert.equal((await send(bodyOf(another, { dryRun: true }))).status, 200);
  assert.notEqual((await send(bodyOf(fixture.provider.tokens.revoked))).status, 200);
}
