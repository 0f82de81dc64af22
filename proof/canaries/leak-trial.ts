/** A test of the search: it must find a leak planted in every kind of location, in every form. */
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { inspect } from "node:util";
import type { CreatedWebhookEndpoint } from "@svc/contract";
import { ServiceClient } from "@svc/sdk";
import { Frontend, openSession, runProgram, until, type Engine, uniqueName } from "../../conformance/harness/index.ts";
import { CanarySearch, formsOf } from "./canary-search.ts";
import type { CanaryRegistry } from "./registry.ts";
import type { Life } from "./life.ts";
import { sendByMcp } from "./oauth-flow.ts";
import { locationsOfRun, type Location, type LocationKind } from "./locations.ts";
import { plainSecret, secretValue } from "./shapes.ts";
import { plantSigningSecret } from "./webhook-flow.ts";

const everywhere: readonly LocationKind[] = [
  "response",
  "page",
  "MCP response",
  "standard output",
  "standard error",
  "output of svc",
  "messages of svc",
  "output of svc-server",
  "audit export",
  "crash report",
  "other file",
  "webhook",
  "trace",
  "SDK",
];
/** No caller's text can get there, so only the search is tested. */
const closed: readonly LocationKind[] = ["metrics"];
const stored: Readonly<Record<Engine, readonly LocationKind[]>> = {
  sqlite: ["database file", "write-ahead log"],
  postgres: ["table", "PostgreSQL's files"],
};

/** One planted leak, which isn't a secret. */
export class LeakTrial {
  /** Number of leaks searched for so far. */
  count = 0;
  readonly missed: string[] = [];
  /** The planted text. */
  readonly leak: string;
  /** A value with every character that some form changes. */
  readonly #nasty: string;

  /** @param random numbers in [0, 1). */
  constructor(random: () => number) {
    this.leak = plainSecret(random);
    this.#nasty = `${secretValue(1, random)}${secretValue(9, random)}${secretValue(15, random)}`;
  }

  /** Plants it in every kind of location, on the path that a secret could take. */
  async plant(
    { server, fixture, oauth, connected, webhooks, order }: Life,
    registry: CanaryRegistry,
  ): Promise<Location[]> {
    const leak = this.leak;
    const { caller } = fixture;
    const { tenantId } = connected;
    const renamed = await caller.patch(`/v1/tenants/${tenantId}`, { displayName: leak });
    assert.equal(renamed.status, 200, renamed.text);
    await caller.get("/v1/service-client", { headers: [["x-request-id", leak]] });
    await sendByMcp(connected, { id: leak, method: "tools/list" });
    const page = await (await oauth.journey({ tenantId })).openPage();
    const { token } = await openSession(caller, tenantId);
    await new Frontend(caller.http, `https://${leak}.example`).exchange(token);
    const keyName = ["service-clients", "add-key", fixture.client.id, "--key-name", leak, "--format", "json"];
    const added = await server.operate(keyName);
    assert.equal(added.exitCode, 0, added.stderr);
    registry.allow(
      added,
      registry.plant("service key", /svc_live_.{10}([0-9A-Za-z]{38})/.exec(added.stdout)?.[1] ?? leak),
    );
    const exported = await server.operate(["audit", "export", "--format", "json"]);
    const env = { SVC_API_URL: server.url, SVC_TENANT_ID: tenantId, SVC_TOKEN: caller.key };
    const got = await runProgram("svc", ["tenants", "get", "--format", "json"], { cwd: server.home.folder, env });
    const unknown = await runProgram("svc", [`no-${leak}`], { cwd: server.home.folder, env });
    const { receiver } = webhooks;
    const endpoint = { url: `${receiver.url}/${leak}`, eventTypes: ["connection.created"] };
    const made = await caller.post("/v1/webhook-endpoints", endpoint, { idempotencyKey: uniqueName("endpoint") });
    const { id, secret } = made.json as Required<CreatedWebhookEndpoint>;
    registry.allow(made, plantSigningSecret(registry, receiver, secret));
    await caller.post(`/v1/webhook-endpoints/${id}:test`);
    await until(60_000, "the planted webhook comes", () => (receiver.hasGot("webhook", leak) ? true : null));
    const client = new ServiceClient({ baseUrl: server.url, accessToken: caller.key });
    const tenant = inspect(await client.tenants.get(tenantId));
    order({ way: "print", texts: [leak] });
    await until(60_000, "the planted line is printed", () => (server.output().stderr.includes(leak) ? true : null));
    order({ way: "report", texts: [leak] });
    await until(60_000, "the planted report is written", () =>
      /Node\.js report completed/.test(server.output().stderr) ? true : null,
    );
    writeFileSync(join(server.home.folder, "leak.txt"), Buffer.from(`-${leak}`).toString("base64url"));
    return [
      { kind: "SDK", where: "a tenant's name", bytes: tenant, allowed: [] },
      { kind: "page", where: "the hosted page", bytes: page.text, allowed: registry.canaries.map(({ name }) => name) },
      ...locationsOfRun({ program: "svc-server", what: "add-key", ran: added }, registry),
      ...locationsOfRun({ program: "svc-server", what: "audit export", ran: exported }, registry),
      ...locationsOfRun({ program: "svc", what: "tenants get", ran: got }, registry),
      ...locationsOfRun({ program: "svc", what: "an unknown command", ran: unknown }, registry),
    ];
  }

  /** Searches for it in each of these locations, and in every form inside their content. */
  judge(locations: readonly Location[], engine: Engine): void {
    const search = new CanarySearch([{ name: "planted", value: this.leak }]);
    const forms = new CanarySearch([{ name: "planted", value: this.#nasty }]);
    for (const kind of [...everywhere, ...closed, ...stored[engine]]) {
      const there = locations.filter((location) => location.kind === kind);
      this.#expect(
        there.length > 0 && there.some(({ bytes }) => search.find(bytes).length > 0) !== closed.includes(kind),
        kind,
      );
      const around = Buffer.from(there.at(-1)?.bytes ?? "").subarray(0, 20_000);
      for (const part of [this.#nasty, this.#nasty.slice(0, 16), this.#nasty.slice(16, 32)]) {
        for (const [form, text] of formsOf(part)) {
          const bytes = Buffer.concat([
            around.subarray(0, around.length / 2),
            Buffer.from(text),
            around.subarray(around.length / 2),
          ]);
          this.#expect(forms.find(bytes).length > 0, `${kind}, ${form}`);
        }
      }
    }
  }

  #expect(isFound: boolean, what: string): void {
    this.count += 1;
    if (!isFound) this.missed.push(what);
  }
}
