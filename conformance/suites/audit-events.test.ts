/**
 * Every route that changes something, from the server's API description, and every operator command, from its help:
 * each runs once and must append exactly the events of the table. A forgotten event fails, and so does a new
 * route or command that is missing from the table.
 */
import assert from "node:assert/strict";
import type { CreatedWebhookEndpoint, Event } from "@svc/contract";
import { operateJson, suite, suiteOnBothEngines, verifies, type Fixture, uniqueName } from "../harness/index.ts";
import { registering } from "./agent-sign-in-fixture.ts";
import { makeContext } from "./audit-step.ts";
import { propose } from "./audit-proposal-steps.ts";
import { steps } from "./audit-steps.ts";
import { everyRow } from "./isolation-fixture.ts";

const env = {
  ...registering,
  SVC_OAUTH_GITHUB_CLIENT_ID: "audit-events",
  SVC_OAUTH_GITHUB_CLIENT_SECRET: "audit-events-secret",
  SVC_SETTLE: "on_request",
};

/** The types of all events of the deployment, in chain order. */
async function typesOf({ server }: Fixture): Promise<Map<string, string>> {
  const { journal: rows = [] } = await everyRow(server.home);
  const events = rows.map((row) => JSON.parse(row) as { client_id: string; seq: number; type: string });
  events.sort((left, right) => left.seq - right.seq);
  return new Map(events.map(({ client_id: chain, seq, type }) => [`${chain} ${seq}`, type]));
}

async function appended(fixture: Fixture, work: () => Promise<void>): Promise<string[]> {
  const before = await typesOf(fixture);
  await work();
  return [...(await typesOf(fixture))].filter(([at]) => !before.has(at)).map(([, type]) => type);
}

/** The review of an MCP server on this machine, without tools. */
const reviewText = JSON.stringify({
  version: 1,
  slug: "audited-notes",
  url: "http://127.0.0.1:9/mcp",
  protocol: "2025-11-25",
  server: { name: "notes", title: null, version: "1" },
  auth: { kind: "none" },
  account: null,
  tools: [],
});

/** Matches keys of any age. */
const longAgo = ["--before", "2020-01-01T00:00:00Z", "--undated-until", "2020-01-01T00:00:00Z"];

/**
 * Operator commands with their arguments and events. `$c` is a client, `$e` its webhook endpoint, `$m` an event, `$o` a
 * tenant of the client, `$t` one with a connection.
 */
const commands: Readonly<Record<string, { args?: readonly string[]; stdin?: string; events: readonly string[] }>> = {
  migrate: { events: [] },
  "service-clients create": { args: ["--name", "events-made"], events: ["service_client.created"] },
  "service-clients list": { events: [] },
  "service-clients update": { args: ["$c", "--allow-action", "*/*"], events: ["service_client.updated"] },
  "service-clients add-key": { args: ["$c", "--key-name", "second"], events: ["service_client.key_added"] },
  "service-clients rotate-key": {
    args: ["$c", "--key-name", "second", "--overlap-seconds", "0"],
    events: ["service_client.key_rotated"],
  },
  "service-clients update-key": { args: ["$c", "second", "--tenant", "$o"], events: ["service_client.key_updated"] },
  "service-clients revoke-key": { args: ["$c", "second"], events: ["service_client.key_revoked"] },
  "oauth-apps set": { args: ["notion", "--client-id", "events"], stdin: "a-secret", events: ["oauth_app.set"] },
  "oauth-apps expect-events-secret": {
    args: ["notion", "--no-wait"],
    events: ["oauth_app.event_secret_expected"],
  },
  "oauth-apps rotate-events-secret": {
    args: ["notion"],
    stdin: "a-secret-for-events",
    events: ["oauth_app.event_secret_set"],
  },
  "oauth-apps list": { events: [] },
  "oauth-apps remove": { args: ["notion"], events: ["oauth_app.removed"] },
  "connections disconnect": {
    args: ["--tenant", "$t"],
    events: ["connections.disconnected", "connection.disconnected"],
  },
  "webhooks list": { args: ["--service-client", "$c"], events: [] },
  "webhooks deliveries": { args: ["$e"], events: [] },
  "webhooks redeliver": { args: ["$e", "$m"], events: ["webhook_endpoint.redelivered"] },
  "webhooks disable": { args: ["$e"], events: ["webhook_endpoint.disabled"] },
  "webhooks enable": { args: ["$e"], events: ["webhook_endpoint.updated"] },
  "webhooks status": { events: [] },
  "service-clients revoke": { args: ["$c"], events: ["service_client.revoked"] },
  apply: {
    args: ["-"],
    stdin: "serviceClients: [{ name: applied, keys: [{ name: default, keyFile: applied.key }] }]",
    events: ["service_client.created"],
  },
  "operator-tokens create": { args: ["--name", "events-operator"], events: ["operator_token.created"] },
  "operator-tokens list": { events: [] },
  "operator-tokens update": { args: ["events-operator", "--role", "viewer"], events: ["operator_token.updated"] },
  "operator-tokens revoke": { args: ["events-operator"], events: ["operator_token.revoked"] },
  "vault status": { events: [] },
  "vault rotate": { events: ["vault.rotated"] },
  "vault rekey": { events: ["vault.rekeyed"] },
  "restore-check": { events: [] },
  // One proposal is pending.
  "idempotency-keys expire": { args: longAgo, events: ["idempotency_keys.expired", "proposal.withdrawn"] },
  "audit verify": { events: [] },
  "audit export": { args: ["--client", "$c", "--heads-only"], events: ["audit.exported"] },
  "providers list": { events: [] },
  "providers review": { args: ["-"], stdin: reviewText, events: [] },
  "providers apply": { args: ["-"], stdin: reviewText, events: ["provider.applied"] },
  "providers show": { args: ["audited-notes"], events: [] },
  "providers remove": { args: ["audited-notes"], events: ["provider.removed"] },
  "sandbox-credentials": { events: [] },
  "clock status": { events: [] },
  // The clock hasn't jumped, so there is nothing to accept.
  "clock accept": { events: [] },
  "failover status": { events: [] },
};
/**
 * Not run here: the server, a check that exits with 1 if it finds anything, commands that only write files or control a
 * simulator, and commands that are refused unless the database has failed over, or need an MCP server (mcp-providers.test.ts).
 */
const commandsOfNoEvent = [
  "serve",
  "doctor",
  "backup",
  "docs",
  "cells",
  "sandbox",
  "failover accept",
  "providers check",
  "providers add-mcp",
  "providers recheck",
  "oauth-apps register",
  "providers accept",
  "new-provider",
];

async function commandNames({ server }: Fixture): Promise<string[]> {
  const listed = async (...path: string[]): Promise<string[]> => {
    const { stdout } = await server.operate([...path, "--help"]);
    const section = /^Commands:\n((?:.+\n)*)/m.exec(stdout)?.[1] ?? "";
    const names = [...section.matchAll(/^ {2}([a-z][a-z-]*)/gm)].map(([, name = ""]) => name);
    return names.filter((name) => name !== "help");
  };
  const groups = new Set(Object.keys(commands).flatMap((name) => (name.includes(" ") ? [name.split(" ", 1)[0]] : [])));
  const found: string[] = [];
  for (const name of await listed()) {
    if (!groups.has(name)) found.push(name);
    else found.push(...(await listed(name)).map((verb) => `${name} ${verb}`));
  }
  return found;
}

suiteOnBothEngines(
  "audit events",
  (fixture) => {
    verifies("audit.complete", "every route other than GET appends exactly its events", async () => {
      const context = await makeContext(fixture());
      for (const step of steps) {
        const act = await step.does(context);
        const types = await appended(fixture(), async () => {
          const { status, text } = await act();
          assert.equal(status, step.status, `${step.route}, ${step.case}: ${text}`);
        });
        assert.deepEqual(types.sort(), [...step.events].sort(), `${step.route}, ${step.case}`);
      }
      const routes = fixture().server.api.operations.filter(({ method }) => method !== "get");
      const described = routes.map(({ method, template }) => `${method} ${template}`);
      assert.deepEqual([...new Set(steps.map(({ route }) => route))].sort(), described.sort());
    });
  },
  { env },
);

// Each command is a process, and runs the functions that the routes run, so one engine is enough.
suite(
  "audit events of operators",
  (fixture) => {
    verifies("audit.complete", "every operator command appends exactly its events", async () => {
      const client = await fixture().another();
      const connected = await fixture().connected();
      const { tenantId } = connected;
      await operateJson(fixture().server, ["idempotency-keys", "expire", ...longAgo]);
      await propose(connected, "WAITS");
      const otherTenantId = await fixture().tenant(client.caller);
      // Nothing listens there, so deliveries fail.
      const body = { url: "https://127.0.0.1:1/none", eventTypes: ["*"] };
      const endpoint = (
        await client.caller.post("/v1/webhook-endpoints", body, { idempotencyKey: uniqueName("endpoint") })
      ).json as CreatedWebhookEndpoint;
      const event = (await client.caller.post(`/v1/webhook-endpoints/${endpoint.id}:test`)).json as Event;
      const ids = { $c: client.id, $e: endpoint.id, $m: event.id, $o: otherTenantId, $t: tenantId };
      const named: Readonly<Record<string, string>> = ids;
      for (const [name, { args = [], stdin, events }] of Object.entries(commands)) {
        const given = args.map((arg) => named[arg] ?? arg);
        const types = await appended(fixture(), async () => {
          await operateJson(fixture().server, [...name.split(" "), ...given], stdin);
        });
        // On a slow machine, a session of the test before may end by its own time meanwhile.
        const own = types.filter((type) => type !== "connect_session.expired");
        assert.deepEqual(own.sort(), [...events].sort(), name);
      }
      const known = [...Object.keys(commands), ...commandsOfNoEvent];
      assert.deepEqual((await commandNames(fixture())).sort(), known.sort());
    });
  },
  { env },
);
