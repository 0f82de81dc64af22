/** The secrets provider's complete flow, with a canary wherever a secret belongs. */
import assert from "node:assert/strict";
import { harborWorks } from "@svc/provider-doppler/simulator";
import type { ExecutionList, SubmittedCredential } from "@svc/contract";
import {
  Connected,
  Frontend,
  openSession,
  devConfig,
  uniqueName,
  type HttpResponse,
  type Fixture,
} from "../../conformance/harness/index.ts";
import type { CanaryRegistry } from "./registry.ts";
import { everyEcho, type EchoingProvider } from "./echoing-provider.ts";
import { asciiSecret, secretValue } from "./shapes.ts";
import { plantWords } from "./words.ts";

/** A flow's context. */
export interface FlowContext {
  readonly fixture: Fixture;
  readonly relay: EchoingProvider;
  readonly registry: CanaryRegistry;
  /** Numbers in [0, 1). */
  readonly random: () => number;
  /** The shape of its values. */
  readonly n: number;
}

const keyOf = (way: string): string => way.replaceAll(" ", "-");

/** A connection from its first session to its disconnect. */
export class SecretsFlow {
  /** The value of `CANARY_FIRST`, with the name of its canary. */
  readonly written: { readonly name: string; readonly value: string };
  /** The value of `CANARY_HELD`, which only the provider has. */
  readonly held: { readonly name: string; readonly value: string };
  readonly tokens: readonly string[];
  readonly #context: FlowContext;

  constructor(context: FlowContext) {
    this.#context = context;
    const { registry, fixture, random, n } = context;
    const value = secretValue(n, random);
    this.written = { value, name: registry.plant("secret value written", value) };
    // The provider would resolve a reference, and return a different value.
    const held = secretValue(n + 1, random).replaceAll("${", "$(");
    this.held = { value: held, name: registry.plant("secret value read", held) };
    fixture.provider.world.setSecret({ ...devConfig, name: "CANARY_HELD", value: held });
    this.tokens = [0, 1].map((which) => this.#token(`${n}-${which}`, asciiSecret(n + which, random)));
  }

  /** Connects after refusals of every kind, a bound completion and a rotation. */
  async connect(): Promise<Connected> {
    const { fixture, relay, registry, random, n } = this.#context;
    const { caller, provider } = fixture;
    const [token = "", rotated = ""] = this.tokens;
    const tenantId = await fixture.tenant();
    const displayName = plantWords(registry, asciiSecret(n + 2, random));
    assert.equal((await caller.patch(`/v1/tenants/${tenantId}`, { displayName })).status, 200);
    const frontend = new Frontend(caller.http);
    const refused = await this.#session(tenantId, {});
    for (const malformed of [
      `${token} `,
      `${token}\n`,
      `Bearer ${token}`,
      token.slice(6),
      `dp.pt.${token.slice(6)}`,
      token.repeat(30),
    ]) {
      assert.equal((await frontend.submit(refused.secret, malformed)).status, 422);
    }
    const path = "/connect/v1/credential";
    for (const body of [
      { token },
      { access_token: [token] },
      { [token]: 1 },
      `{"access_token":"${token}`,
      token,
      `"${token.repeat(3000)}"`,
    ]) {
      assert.ok((await frontend.send("POST", path, body, refused.secret)).status >= 400);
    }
    for (let index = 0; index < 5; index += 1) {
      relay.echo(everyEcho[(n * 5 + index) % everyEcho.length] ?? "500", { method: "GET", path: "/v3/me" });
      await frontend.submit(refused.secret, token);
    }
    relay.settle();
    await frontend.submit(refused.secret, provider.tokens.revoked);
    await caller.post(`/v1/tenants/${tenantId}/connect-sessions/${refused.id}:cancel`);
    await frontend.submit(refused.secret, token);
    assert.equal((await frontend.exchange(refused.token)).status, 410);
    await new Frontend(caller.http, "https://elsewhere.example").exchange(refused.token);

    const { id, secret } = await this.#session(tenantId, { completion: "confirmed" });
    const submitted = await frontend.submit(secret, token);
    assert.equal(submitted.status, 200, `${submitted.text} for shape ${n}`);
    const result = submitted.json as SubmittedCredential;
    assert.ok(result.status === "awaiting_confirmation");
    const { completionCode } = result;
    registry.allow(submitted, registry.plant("completion code", completionCode));
    const complete = `/v1/tenants/${tenantId}/connect-sessions/${id}:complete`;
    for (const wrong of [completionCode.split("").reverse().join(""), `${completionCode}x`, [completionCode]]) {
      assert.notEqual((await caller.post(complete, { completionCode: wrong })).status, 200);
    }
    const completed = await caller.post(complete, { completionCode });
    assert.equal(completed.status, 200, completed.text);
    const { connection_id } = completed.json as { connection_id: string };
    const again = await this.#session(tenantId, { connection_id });
    assert.equal((await frontend.submit(again.secret, rotated)).status, 200);
    return new Connected(caller, tenantId, connection_id);
  }

  /** Writes, reads and deletes with every kind of result; most responses echo the request. */
  async execute(connected: Connected): Promise<void> {
    const { relay, registry, fixture, random, n } = this.#context;
    const { caller, tenantId } = connected;
    const set = (name: string, key: string, value = this.written.value): Promise<HttpResponse> =>
      connected.set(name, key, value);
    assert.equal((await set("CANARY_FIRST", "first")).status, 200);
    await set("CANARY_FIRST", "first");
    for (const [name, { value, name: canary }] of [
      ["CANARY_FIRST", this.written],
      ["CANARY_HELD", this.held],
    ] as const) {
      const read = await connected.execute("secrets.get", { ...devConfig, name });
      // An unresolvable reference is stored, and has no readable value.
      const { computed } = (read.json as { output?: { computed?: string } }).output ?? {};
      assert.deepEqual([read.status, computed], value.includes("${") ? [422, undefined] : [200, value]);
      registry.allow(read, canary);
    }
    fixture.provider.faults.add({ match: { method: "POST" }, fault: { kind: "reset_after_effect" } });
    await set("CANARY_LOST", "lost");
    for (const [index, way] of everyEcho.entries()) {
      const key = keyOf(way);
      relay.echo(way, { method: "POST", path: "/secrets" });
      await set(`CANARY_${index}`, key);
      await set(`CANARY_${index}`, key);
      await set(`CANARY_${index}`, key, `${this.written.value}!`);
      relay.settle();
      if (index % 3 !== 0) continue;
      // A read doesn't contain the value; it echoes the credential.
      relay.echo(way, { method: "GET", times: 9 });
      await connected.execute("secrets.get", { ...devConfig, name: "CANARY_HELD" });
      await set("CANARY_PROBED", `probe-${key}`);
      relay.settle();
      relay.echo(way, { method: "DELETE" });
      await connected.execute(
        "secrets.delete",
        { ...devConfig, name: "CANARY_0" },
        { idempotencyKey: `delete-${index}` },
      );
      relay.settle();
    }
    const unknown = `/v1/tenants/${tenantId}/action-executions?status=outcome_unknown&limit=100`;
    const { executions } = (await caller.get(unknown)).json as ExecutionList;
    assert.ok(executions.length > 3, `${executions.length} unknown outcomes`);
    const note = plantWords(registry, asciiSecret(n + 3, random));
    for (const [index, { id }] of executions.entries()) {
      const outcome = index % 2 === 0 ? "failed" : "succeeded";
      const resolve = `/v1/tenants/${tenantId}/action-executions/${id}:resolve`;
      assert.equal((await caller.post(resolve, { outcome, note })).status, 200);
    }
    for (const key of ["lost", ...everyEcho.map(keyOf)]) await set("CANARY_LOST", key);
    await caller.get(`/v1/tenants/${tenantId}/action-executions?limit=100`);
    await caller.get("/v1/audit-events?limit=100");
  }

  /** Tests a connection with a dead credential, and disconnects it. */
  async condemn(connected: Connected): Promise<void> {
    const { relay, fixture, n } = this.#context;
    const { caller } = connected;
    for (const way of [everyEcho[n % everyEcho.length] ?? "500", "401" as const]) {
      relay.echo(way, { method: "GET", times: 3 });
      const key = { idempotencyKey: uniqueName("test") };
      await caller.post(`${connected.path}:test`, undefined, key);
      await caller.post(`${connected.path}:test`, undefined, key);
      relay.settle();
    }
    for (const token of this.tokens) fixture.provider.world.revoke(token);
    await connected.execute("secrets.names.list", { ...devConfig });
    assert.equal((await caller.delete(connected.path)).status, 200);
    await connected.set("CANARY_GONE", "gone", this.written.value);
  }

  async #session(tenantId: string, fields: Readonly<Record<string, unknown>>) {
    const { fixture, registry } = this.#context;
    const { caller } = fixture;
    const session = await openSession(caller, tenantId, fields);
    const made = caller.http.exchanges.at(-1);
    assert.ok(made !== undefined);
    registry.allow(made.response, registry.plant("Connect token", session.token));
    await caller.http.send(made.request);
    const secret = await new Frontend(caller.http).open(session.token);
    const opened = caller.http.exchanges.at(-1)?.response;
    assert.ok(opened !== undefined);
    registry.allow(opened, registry.plant("session secret", secret));
    return { ...session, secret };
  }

  #token(name: string, secret: string): string {
    const { fixture, registry } = this.#context;
    registry.plant("provider token", secret);
    const value = `dp.sa.${secret}`;
    const workplace = harborWorks;
    const grants = [{ project: devConfig.project, role: "admin" }] as const;
    const kind = "service_account";
    fixture.provider.world.addToken({
      name: `canary-${name}`,
      kind,
      value,
      workplace,
      access: "read/write",
      grants,
      expiresAtMs: null,
    });
    return value;
  }
}
