/** Every command of contract §7, through the real launcher: its requests, and its output for people and programs. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { operations, type Operation } from "@svc/contract";
import { validateAgainst } from "@svc/contract/validation";
import { environmentFor, svc } from "./fixture/launcher.ts";
import {
  connectionId,
  connectToken,
  event,
  executionId,
  proposalId,
  sessionId,
  signingSecret,
  tenantId,
  webhookEndpoint,
} from "./fixture/samples.ts";
import { responses, ok, paths, startService } from "./fixture/service.ts";

const input = '{"project":"api","config":"dev","name":"API_KEY"}';
const write = '{"project":"api","config":"dev","name":"API_KEY","value":"v"}';
const registered = ["--origin", "https://app.example.com", "--return-url", "https://app.example.com/connected"];
const { base } = paths;

/** A command, its last request, and its output on stdout. */
const commands: readonly (readonly [args: readonly string[], request: string, shown: RegExp])[] = [
  [
    ["auth", "status"],
    "GET /v1/service-client",
    /^maskedKey +svc_live_abcdefghij…$[^]*^appName +Harbor Tools\nagentSignInUrl +-\nlogoUrl +-$/m,
  ],
  [["tenants", "create", "--external-id", "acme", "--display-name", "Acme"], "POST /v1/tenants", /^externalId +acme$/m],
  [
    ["tenants", "list", "--external-id", "acme", "--limit", "5"],
    "GET /v1/tenants?externalId=acme&limit=5",
    /^TENANT +EXTERNAL ID/,
  ],
  [["tenants", "list", "--label", "eu"], "GET /v1/tenants?label=eu", /^TENANT +EXTERNAL ID +NAME +LABEL/],
  [["tenants", "get"], `GET ${base}`, /^id +ten_/],
  [["tenants", "update", tenantId, "--display-name", "B"], `PATCH ${base}`, /^displayName/m],
  [["tenants", "delete", "acme", "--force"], `DELETE ${base}?force=true`, /^deleted +true$/m],
  [["types"], `GET ${base}/providers/doppler/actions`, /^ {4}"doppler\/secrets.set": \{$/m],
  [["providers", "list"], `GET ${base}/providers`, /^doppler +Doppler +static_credential/m],
  [["providers", "get", "doppler"], `GET ${base}/providers/doppler`, /^actions +secrets.get, secrets.set$/m],
  [
    ["actions", "list", "doppler"],
    `GET ${base}/providers/doppler/actions`,
    /^doppler\/secrets.set +Set a secret +write +acts again +svc compares the state$/m,
  ],
  [
    ["actions", "search", "read", "a", "secret", "--provider", "doppler", "--limit", "5"],
    `GET ${base}/actions?query=read+a+secret&provider=doppler&limit=5`,
    /^doppler\/secrets.get +read/m,
  ],
  [
    ["actions", "get", "doppler", "secrets.get"],
    `GET ${base}/providers/doppler/actions/secrets.get`,
    /^effect +read$/m,
  ],
  [
    ["actions", "get", "doppler/secrets.set"],
    `GET ${base}/providers/doppler/actions/secrets.set`,
    /^if its response is lost +svc compares the state\nsvc looks with +doppler\/secrets.get\n[^]*^Input\n {2}project +string$/m,
  ],
  [["actions", "get", "doppler/secrets.get"], `GET ${base}/providers/doppler/actions/secrets.get`, /^effect +read$/m],
  [
    ["actions", "validate", "doppler/secrets.get", "--connection", connectionId, "--input", input],
    `GET ${base}/providers/doppler/actions/secrets.get`,
    /^valid$/m,
  ],
  [
    ["actions", "execute", "doppler/secrets.set", "--connection", connectionId, "--input", write],
    `POST ${paths.set}`,
    /^saved +true$/m,
  ],
  [
    ["actions", "validate", "secrets.get", "--connection", connectionId, "--input", input],
    `GET ${base}/providers/doppler/actions/secrets.get`,
    /^valid$/m,
  ],
  [
    ["actions", "execute", "secrets.get", "--connection", connectionId, "--input", input],
    `POST ${paths.get}`,
    /^computed +line one\n {10}line two$/m,
  ],
  [
    ["actions", "execute", "secrets.set", "--connection", connectionId, "--input", write],
    `POST ${paths.set}`,
    /^saved +true$/m,
  ],
  [
    ["connect-sessions", "create", "--provider", "doppler", ...registered, "--action", "secrets.get"],
    `POST ${base}/connect-sessions`,
    new RegExp(`^token +${connectToken}$`, "m"),
  ],
  [["connect-sessions", "get", sessionId], `GET ${paths.session}`, /^status +completed$/m],
  [["connect-sessions", "wait", sessionId], `GET ${paths.session}`, /^connection_id +con_/m],
  [
    ["connect-sessions", "list", "--status", "completed"],
    `GET ${base}/connect-sessions?status=completed`,
    /^SESSION +STATUS/,
  ],
  [["connect-sessions", "cancel", sessionId], `POST ${paths.session}:cancel`, /^status +cancelled$/m],
  [
    ["connect-sessions", "complete", sessionId, "--completion-code", "c"],
    `POST ${paths.session}:complete`,
    /^status +completed$/m,
  ],
  [
    ["connections", "list", "--provider", "doppler"],
    `GET ${base}/connections?provider=doppler`,
    /^con_\S+ +doppler +active +Harbor/m,
  ],
  [["connections", "get", connectionId], `GET ${paths.connection}`, /^account\n {2}slug +\S+\n {2}name +Harbor$/m],
  [["connections", "test", connectionId], `POST ${paths.connection}:test`, /^ok +true$/m],
  [["connections", "disconnect", connectionId], `DELETE ${paths.connection}`, /^status +disconnected$/m],
  [
    ["executions", "list", "--idempotency-key", "k", "--action", "secrets.set"],
    `GET ${base}/action-executions?action_id=secrets.set&idempotencyKey=k`,
    /^$/,
  ],
  [
    ["audit-events", "list", "--type", "connection.created", "--subject", connectionId],
    `GET /v1/audit-events?type=connection.created&subject=${connectionId}`,
    /^NUMBER +TYPE +ABOUT +BY +CREATED\n7 +connection.created +con_/,
  ],
  [
    ["events", "list", "--type", "connection.created", "--cursor", "c"],
    "GET /v1/events?type=connection.created&cursor=c",
    /^EVENT +TYPE +TENANT +CREATED\nevt_/,
  ],
  [["audit-events", "list", "--tenant", tenantId], `GET /v1/audit-events?tenant_id=${tenantId}`, /^NUMBER/],
  [["executions", "get", executionId], `GET ${paths.execution}`, /^status +succeeded$/m],
  [["executions", "wait", executionId], `GET ${paths.execution}`, /^2026-\S+ +Succeeded/m],
  [
    ["executions", "settle", executionId],
    `POST ${paths.execution}:settle`,
    /^2026-\S+ +Settled as succeeded by evidence +marker/m,
  ],
  [
    ["executions", "resolve", executionId, "--outcome", "succeeded", "--note", "seen"],
    `POST ${paths.execution}:resolve`,
    /^id +act_/,
  ],
  [
    ["actions", "propose", "doppler/secrets.set", "--connection", connectionId, "--input", write],
    `POST ${paths.propose}`,
    /^digest +1\.c2Ft/m,
  ],
  [
    ["proposals", "list", "--status", "pending", "--connection", connectionId],
    `GET ${base}/proposals?connection_id=${connectionId}&status=pending`,
    /^prp_\S+ +pending +doppler\/secrets.set +- +API_KEY exists/m,
  ],
  [["proposals", "get", proposalId], `GET ${paths.proposal}`, /^preview +API_KEY exists in dev/m],
  [
    ["proposals", "decide", proposalId, "--decision", "approve", "--digest", "1.c2Ft", "--decided-by", "maria"],
    `POST ${paths.proposal}:decide`,
    /^status +approved$/m,
  ],
  [
    ["policy", "test", "doppler/secrets.set", "--connection", connectionId],
    `POST ${base}/policy:test`,
    /^decision +allow\n\nLAYER +ID +RULE +DECISION\nservice_client +scl_\S+ +- +allow$/m,
  ],
  [
    ["webhooks", "create", "--url", "https://hooks.acme.io/svc", "--event-type", "*"],
    "POST /v1/webhook-endpoints",
    new RegExp(`^secret +${signingSecret}$`, "m"),
  ],
  [["webhooks", "list", "--limit", "5"], "GET /v1/webhook-endpoints?limit=5", /^whe_\S+ +enabled +- +connection/m],
  [["webhooks", "get", webhookEndpoint.id], `GET ${paths.endpoint}`, /^status +enabled$/m],
  [
    ["webhooks", "update", webhookEndpoint.id, "--status", "disabled"],
    `PATCH ${paths.endpoint}`,
    /^disabledReason +caller$/m,
  ],
  [["webhooks", "delete", webhookEndpoint.id], `DELETE ${paths.endpoint}`, /^deleted +true$/m],
  [
    ["webhooks", "rotate-secret", webhookEndpoint.id],
    `POST ${paths.endpoint}:rotate`,
    new RegExp(`^secret +${signingSecret}$`, "m"),
  ],
  [["webhooks", "test", webhookEndpoint.id], `POST ${paths.endpoint}:test`, /^type +webhook_endpoint.test$/m],
  [
    ["webhooks", "deliveries", webhookEndpoint.id, "--status", "pending"],
    `GET ${paths.endpoint}/deliveries?status=pending`,
    /^evt_\S+ +connection.created +pending +2 +503 +2026/m,
  ],
  [
    ["webhooks", "redeliver", webhookEndpoint.id, event.id],
    `POST ${paths.endpoint}/deliveries/${event.id}:redeliver`,
    /^status +pending$/m,
  ],
];

for (const [args, request, shown] of commands) {
  test(`svc ${args.slice(0, 3).join(" ")}`, async (context) => {
    const service = await startService(context);
    const table = await svc(args, environmentFor(service));
    assert.equal(table.code, 0, table.stderr);
    assert.match(table.stdout, shown);
    const last = service.seen.at(-1);
    assert.equal(`${last?.method} ${last?.path}`, request);
    // Types are TypeScript in every format.
    if (args[0] === "types") return;
    const json = await svc([...args, "--format", "json", "--quiet"], environmentFor(service));
    assert.equal(json.code, 0, json.stderr);
    assert.equal(typeof JSON.parse(json.stdout), "object");
    assert.equal(json.stderr, "", "--quiet prints only errors");
    for (const secret of [connectToken, signingSecret]) assert.ok(!(table.stderr + json.stderr).includes(secret));
  });
}

test("answers in the contract's form from the fixture", () => {
  const checked = Object.values<Operation>(operations).filter(({ method, path, success }) => {
    const known = path
      .replace("{tenant_id}", tenantId)
      .replace("{session_id}", sessionId)
      .replace("{connection_id}", connectionId)
      .replace("{execution_id}", executionId)
      .replace("{proposal_id}", proposalId)
      .replace("{webhook_endpoint_id}", webhookEndpoint.id)
      .replace("{event_id}", event.id)
      .replace("{slug}", "doppler")
      .replace("{action_id}", "secrets.get");
    const response = responses[`${method} ${known}`];
    if (response === undefined || typeof response.body === "string" || success.schema === undefined) return false;
    const verdict = validateAgainst(success.schema, JSON.parse(JSON.stringify(response.body)));
    assert.deepEqual(verdict, { ok: true }, `${method} ${path}`);
    assert.equal(response.status, success.status);
    return true;
  });
  assert.ok(checked.length >= 33, `only ${checked.length} were checked`);
});

test("without a tenant, reads the public catalog without a key and says so on stderr", async (context) => {
  const service = await startService(context);
  const env = { PATH: process.env["PATH"] ?? "", SVC_API_URL: service.url };
  for (const args of [
    ["providers", "list"],
    ["providers", "get", "doppler"],
    ["actions", "list", "doppler"],
    ["actions", "get", "doppler", "secrets.get"],
  ]) {
    const { code, stderr, stdout } = await svc([...args, "--format=json"], env);
    assert.equal(code, 0, stderr);
    assert.match(stderr, /public catalog/);
    assert.equal(typeof JSON.parse(stdout), "object");
  }
  assert.ok(service.seen.every((each) => each.path.startsWith("/api/catalog/v1/")));
  const missing = await svc(["actions", "get", "doppler", "nothing.here"], env);
  assert.equal(missing.code, 4);
});

test("prefers --tenant to SVC_TENANT_ID, before or after the command, and rejects an empty one", async (context) => {
  const service = await startService(context);
  const env = { ...environmentFor(service), SVC_TENANT_ID: "ten_of_nobody" };
  for (const args of [
    ["--tenant", tenantId, "providers", "list"],
    ["providers", "list", "--tenant", tenantId],
  ]) {
    assert.equal((await svc(args, env)).code, 0);
  }
  service.on("GET /v1/tenants", ok({ tenants: [], nextCursor: null }));
  const unknown = await svc(["providers", "list"], env);
  assert.deepEqual([unknown.code, /ten_of_nobody/.test(unknown.stderr)], [4, true]);
  assert.equal((await svc(["providers", "list", "--tenant", ""], env)).code, 2);
});

test("accepts an external ID wherever it accepts a tenant's id", async (context) => {
  const service = await startService(context);
  const { SVC_TENANT_ID: _id, ...env } = environmentFor(service);
  const named = { ...env, SVC_TENANT_ID: "acme" };
  for (const [args, own, request] of [
    [["connections", "list", "--tenant", "acme"], env, `GET ${base}/connections`],
    [["connections", "list"], named, `GET ${base}/connections`],
    [["tenants", "get", "acme"], env, `GET ${base}`],
    [["tenants", "get"], named, `GET ${base}`],
    [["tenants", "update", "acme", "--display-name", "B"], env, `PATCH ${base}`],
    [["tenants", "delete", "acme"], env, `DELETE ${base}`],
    [["audit-events", "list", "--tenant", "acme"], env, `GET /v1/audit-events?tenant_id=${tenantId}`],
    [["events", "list", "--tenant", "acme"], env, `GET /v1/events?tenant_id=${tenantId}`],
  ] as const) {
    const { code, stderr } = await svc(args, own);
    assert.equal(code, 0, stderr);
    const [lookUp, last] = service.seen.slice(-2).map(({ method, path }) => `${method} ${path}`);
    assert.deepEqual([lookUp, last], ["GET /v1/tenants?externalId=acme&limit=1", request]);
  }
  const other = await svc(["tenants", "delete", "other"], env);
  assert.deepEqual([other.code, service.writes().length], [4, 2], "another tenant's response isn't used");
});
