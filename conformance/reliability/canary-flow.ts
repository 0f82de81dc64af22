/** The whole flow with a recognisable secret in every place where one belongs, and in every place where one may stray. */
import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import type { Execution, SubmittedCredential } from "@svc/contract";
import {
  Connected,
  Frontend,
  openSession,
  operateJson,
  place,
  sessionBody,
  testOrigin,
  uniqueName,
  type Answer,
  type Stage,
} from "../harness/index.ts";
import type { Canary } from "./canary-search.ts";

/** A value with everything in it that some writer would escape. */
export function newValue(): string {
  return `v"\\é/+ %<&>\t${randomBytes(24).toString("base64")}`;
}

/** Goes through the flow, and keeps which secrets there are and which answer may hold which. */
export class CanaryFlow {
  readonly canaries: Canary[] = [];
  readonly #allowed = new Map<Answer, string[]>();
  readonly #stage: Stage;

  constructor(stage: Stage) {
    this.#stage = stage;
    this.#plant("service key", stage.client.key.slice("svc_live_".length + 10));
    const { serviceAccount, serviceAccountRotated, revoked, personal } = stage.provider.tokens;
    for (const [name, token] of Object.entries({ serviceAccount, serviceAccountRotated, revoked, personal })) {
      this.#plant(`provider token ${name}`, token.slice(token.lastIndexOf(".") + 1));
    }
    const held = stage.provider.world.readSecret(place, "DB_PASSWORD");
    assert.ok(held !== undefined);
    this.#plant("a value that only the provider has", held.raw);
  }

  /** The canaries that this answer may hold. */
  allowedIn(answer: Answer): readonly string[] {
    return this.#allowed.get(answer) ?? [];
  }

  /** Connects by a session: through its refusals, a bound completion and a replay of its creation. */
  async connect(): Promise<Connected> {
    const { caller, provider } = this.#stage;
    const tenantId = await this.#stage.tenant();
    const frontend = new Frontend(caller.http);
    const refused = await this.#session(tenantId, {});
    for (const credential of [provider.tokens.personal, provider.tokens.revoked, `${provider.tokens.revoked}"\\`]) {
      assert.equal((await frontend.submit(refused.secret, credential)).status, 422);
    }
    await caller.post(`/v1/tenants/${tenantId}/connect-sessions/${refused.id}:cancel`);
    await frontend.submit(refused.secret, provider.tokens.serviceAccount);
    assert.equal((await frontend.exchange(refused.token)).status, 410);
    await new Frontend(caller.http, "https://elsewhere.example").exchange(refused.token);

    const { id, secret } = await this.#session(tenantId, { completion: "confirmed" });
    provider.faults.add({ match: { path: "/v3/me" }, times: 3, fault: { kind: "html_502" } });
    assert.equal((await frontend.submit(secret, provider.tokens.serviceAccount)).status, 502);
    const submitted = await frontend.submit(secret, provider.tokens.serviceAccount);
    assert.equal(submitted.status, 200, submitted.text);
    const result = submitted.json as SubmittedCredential;
    assert.ok(result.status === "awaiting_confirmation");
    this.#plant("completion code", result.completionCode);
    this.#allow(submitted, "completion code");
    const path = `/v1/tenants/${tenantId}/connect-sessions/${id}:complete`;
    const wrong = result.completionCode.split("").reverse().join("");
    assert.notEqual((await caller.post(path, { completionCode: wrong })).status, 200);
    const completed = await caller.post(path, { completionCode: result.completionCode });
    assert.equal(completed.status, 200, completed.text);
    const { connection_id } = completed.json as { connection_id: string };
    await this.#rotate(tenantId, connection_id);
    return new Connected(caller, tenantId, connection_id);
  }

  /** Writes, reads and deletes a secret through every kind of end. */
  async execute(connected: Connected): Promise<void> {
    const { provider } = this.#stage;
    for (const name of ["first", "second", "unknown", "refused", "invalid", "left", "late"]) {
      const value = newValue();
      this.#plant(`secret value ${name}`, value);
      const set = (key: string): Promise<Answer> => connected.set(`CANARY_${name.toUpperCase()}`, key, value);
      if (name === "unknown") provider.faults.add({ match: { method: "POST" }, fault: { kind: "reset_after_effect" } });
      if (name === "refused") this.#echo(value, 400);
      if (name === "left") this.#echo(value, 500);
      if (name === "late") provider.faults.add({ match: { method: "POST" }, fault: { kind: "malformed_json" } });
      await set(name);
      await set(name);
      await connected.set(`CANARY_${name.toUpperCase()}`, name, `${value}!`);
    }
    const read = await connected.execute("secrets.get", { ...place, name: "CANARY_FIRST" });
    this.#allow(read, "secret value first");
    const held = await connected.execute("secrets.get", { ...place, name: "DB_PASSWORD" });
    this.#allow(held, "a value that only the provider has");
    for (const answer of [read, held]) assert.equal(answer.status, 200, answer.text);
    await connected.execute("secrets.names.list", { ...place });
    const gone = { ...place, name: "CANARY_FIRST" };
    await connected.run("secrets.delete", gone, { idempotencyKey: "canary-delete" });
    const { executions } = (await connected.caller.get(`/v1/tenants/${connected.tenantId}/action-executions?limit=100`))
      .json as { executions: Execution[] };
    const unknown = executions.find(({ status }) => status === "outcome_unknown");
    const resolve = `/v1/tenants/${connected.tenantId}/action-executions/${unknown?.id ?? ""}:resolve`;
    assert.equal((await connected.caller.post(resolve, { outcome: "failed", note: "seen" })).status, 200);
  }

  /** Sends secrets where they do not belong. */
  async stray(connected: Connected): Promise<void> {
    const { caller } = this.#stage;
    const value = newValue();
    this.#plant("stray value", value);
    const token = this.#stage.provider.tokens.serviceAccount;
    const key = { idempotencyKey: uniqueName("stray") };
    const path = `${connected.path}/actions/secrets.set:execute`;
    for (const input of [
      { ...place, name: "A", value, extra: value },
      { ...place, name: "A", value: { nested: value } },
      { ...place, name: value, value },
      { ...place, name: "A", value, visibility: value },
      { ...place, name: "A", value: value.repeat(1500) },
    ]) {
      assert.equal((await caller.post(path, { input }, key)).status, 422);
    }
    const bodies = [`{"input":{"value":${JSON.stringify(value)}`, `{"input":1,"input":${JSON.stringify(value)}}`];
    const headers = [["content-type", "application/json"]] as const;
    for (const body of [...bodies, value, JSON.stringify(value.repeat(6000))]) {
      const authorization = ["authorization", `Bearer ${caller.key}`] as const;
      const idempotency = ["idempotency-key", uniqueName("stray")] as const;
      const sent = await caller.http.send({
        method: "POST",
        path,
        headers: [...headers, authorization, idempotency],
        body,
      });
      assert.ok(sent.status >= 400 && sent.status < 500, sent.text);
    }
    for (const bearer of [token, `${caller.key}x`, value.replaceAll(/[^\x21-\x7e]/g, "")]) {
      const send = {
        method: "GET",
        path: "/v1/service-client",
        headers: [["authorization", `Bearer ${bearer}`]],
      } as const;
      assert.equal((await caller.http.send(send)).status, 401);
    }
    const escaped = encodeURIComponent(value);
    for (const url of [`/v1/${escaped}?token=${caller.key}`, `/v1/tenants?cursor=${escaped}`, `/connect/${token}`]) {
      assert.ok((await caller.get(url)).status >= 400, url.slice(0, 12));
    }
    const session = sessionBody({ returnUrl: `${testOrigin}/${token}?${escaped}`, completion: value });
    assert.equal((await caller.post(`/v1/tenants/${connected.tenantId}/connect-sessions`, session, key)).status, 400);
    // The pointer of an unknown field is its name: said back to its sender, and to nobody else.
    const name = newValue();
    this.#plant("stray name", name);
    this.#allow(await caller.post(path, { input: { ...place, name: "A", value, [name]: 1 } }, key), "stray name");
  }

  /** Tests a connection whose credential the provider no longer takes, and disconnects it. */
  async condemn(connected: Connected): Promise<void> {
    const { caller, provider } = this.#stage;
    const key = { idempotencyKey: uniqueName("test") };
    this.#echo(provider.tokens.serviceAccountRotated, 401, "GET");
    assert.equal((await caller.post(`${connected.path}:test`, undefined, key)).status, 200);
    await caller.post(`${connected.path}:test`, undefined, key);
    assert.equal((await caller.delete(connected.path)).status, 200);
    await connected.set("CANARY_GONE", "gone", newValue());
    await operateJson(this.#stage.server, ["service-clients", "list"]);
  }

  async #session(tenantId: string, fields: Readonly<Record<string, unknown>>) {
    const { caller } = this.#stage;
    const session = await openSession(caller, tenantId, fields);
    const name = `Connect token ${this.canaries.length}`;
    this.#plant(name, session.token);
    const made = caller.http.exchanges.at(-1);
    assert.ok(made !== undefined);
    this.#allow(made.answer, name);
    await caller.http.send(made.request);
    const secret = await new Frontend(caller.http).open(session.token);
    this.#plant(`session secret ${this.canaries.length}`, secret);
    const opened = caller.http.exchanges.at(-1)?.answer;
    assert.ok(opened !== undefined);
    this.#allow(opened, this.canaries.at(-1)?.name ?? "");
    return { ...session, secret };
  }

  async #rotate(tenantId: string, connectionId: string): Promise<void> {
    const { secret } = await this.#session(tenantId, { connection_id: connectionId });
    const { tokens } = this.#stage.provider;
    const frontend = new Frontend(this.#stage.caller.http);
    assert.equal((await frontend.submit(secret, tokens.serviceAccountRotated)).status, 200);
  }

  /** The provider's next answer says back what it was sent. */
  #echo(secret: string, status: number, method = "POST"): void {
    const json = { messages: [`Not accepted: ${secret}`], success: false };
    const fault = {
      kind: "status",
      status,
      effect: false,
      json,
      headers: { "x-echo": encodeURIComponent(secret) },
    } as const;
    this.#stage.provider.faults.add({ match: { method }, fault });
  }

  #plant(name: string, value: string): void {
    this.canaries.push({ name, value });
  }

  #allow(answer: Answer, name: string): void {
    this.#allowed.set(answer, [...this.allowedIn(answer), name]);
  }
}
