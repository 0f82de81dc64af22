/** Secrets in requests where they don't belong: unknown fields, malformed bodies, headers and URLs. */
import assert from "node:assert/strict";
import {
  devConfig,
  sessionBody,
  testOrigin,
  uniqueName,
  type Caller,
  type Connected,
} from "../../conformance/harness/index.ts";
import type { FlowContext } from "./secrets-flow.ts";
import { secretValue } from "./shapes.ts";

/** Sends them. @param token a provider token. */
export async function sendStraySecrets(context: FlowContext, connected: Connected, token: string): Promise<void> {
  const { registry, random, n } = context;
  const { caller } = connected;
  const value = secretValue(n + 2, random).slice(0, 400);
  registry.plant("secret value written", value);
  const path = `${connected.path}/actions/secrets.set:execute`;
  const key = { idempotencyKey: uniqueName("stray") };
  const common = { ...devConfig, name: "A", value };
  for (const input of [
    { ...common, extra: value },
    { ...common, value: { nested: value } },
    { ...common, value: [value] },
    { ...common, name: value },
    { ...common, visibility: value },
    { ...common, project: { [value]: value } },
    { ...common, value: value + "x".repeat(51_200) },
  ]) {
    assert.equal((await caller.post(path, { input }, key)).status, 422);
  }
  await strayBodies(caller, path, value);
  await strayHeaders(caller, token, value);
  const session = sessionBody({ returnUrl: `${testOrigin}/${encodeURIComponent(token)}`, completion: value });
  assert.equal((await caller.post(`/v1/tenants/${connected.tenantId}/connect-sessions`, session, key)).status, 400);
  // The pointer to an unknown or repeated field contains its name: its sender may see it, but no one else.
  const field = `field ${secretValue(0, random)}`;
  const name = registry.plant("secret value written", field);
  registry.allow(await caller.post(path, { input: { ...common, [field]: 1 } }, key), name);
  const twice = `{"input":{${JSON.stringify(field)}:1,${JSON.stringify(field)}:2}}`;
  registry.allow(await caller.post(path, twice, key), name);
}

async function strayBodies(caller: Caller, path: string, value: string): Promise<void> {
  const json = JSON.stringify(value);
  const bodies = [
    `{"input":{"value":${json}`,
    `{"input":1,"input":${json}}`,
    `{"input":{"value":${json}}} ${json}`,
    `{"input":{"value":${json},"__proto__":{}}}`,
    `{"input":{"value":"${value}`,
    value,
    JSON.stringify(value.repeat(1500)),
    Buffer.concat([Buffer.from(value), Buffer.from([0xff, 0xfe])]),
  ];
  for (const [index, body] of bodies.entries()) {
    const sent = await caller.http.send({
      method: "POST",
      path,
      headers: [
        ["content-type", index % 4 === 3 ? "text/plain" : "application/json"],
        ["authorization", `Bearer ${caller.key}`],
        ["idempotency-key", uniqueName("stray")],
      ],
      body,
    });
    assert.ok(sent.status >= 400 && sent.status < 500, sent.text);
  }
}

async function strayHeaders(caller: Caller, token: string, value: string): Promise<void> {
  const visible = encodeURIComponent(value);
  for (const bearer of [token, `${caller.key}x`, caller.key.toUpperCase(), visible]) {
    for (const headers of [
      [["authorization", `Bearer ${bearer}`]],
      [["authorization", bearer]],
      [["cookie", `k=${visible}`]],
    ] as const) {
      assert.equal((await caller.http.send({ method: "GET", path: "/v1/service-client", headers })).status, 401);
    }
  }
  const headers = [
    "user-agent",
    "referer",
    "traceparent",
    "x-forwarded-for",
    "accept-language",
    "x-request-id",
    "origin",
  ].map((name) => [name, `${token}/${visible}`] as const);
  await caller.get("/v1/service-client", { headers });
  await caller.get("/v1/service-client", { headers: [["x-request-id", caller.key]] });
  await caller.get("/v1/service-client", { headers: [["expect", token]] });
  await caller.send("BREW", `/v1/${visible}`, undefined, { headers }).catch(() => undefined);
  const quoted = encodeURIComponent(token);
  const urls = [
    `/v1/${visible}?token=${caller.key}`,
    `/v1/tenants?cursor=${visible}`,
    `/v1/tenants?limit=${quoted}`,
    `/connect/${quoted}`,
  ];
  for (const url of [...urls, `/connect/oauth/github/callback?code=${quoted}&state=${visible}`, `/docs/${quoted}`]) {
    assert.ok((await caller.get(url)).status >= 400, url.slice(0, 12));
  }
}
