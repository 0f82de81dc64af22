/** Numbers in documents and alerts: each must equal the constant that the server uses. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { idPrefixes } from "@svc/contract";
import { tokenPrefixes } from "../../src/adapters/vault/service-key.ts";
import { retentionTable, type Retained } from "../../src/app/retention.ts";
import { readConfig } from "../../src/app/config.ts";
import { leaseTimes } from "../../src/domain/executions/lease.ts";
import { bodyBytesMax, strangerBodyBytesMax } from "../../src/entry/rest/body.ts";
import { systemPlatform } from "../../src/platform.ts";
import type { Store } from "../../src/domain/database/port.ts";
import { signing } from "../domain/journal/fixture.ts";

/** Finds the only number that matches a pattern in a file of the repository. */
function numberIn(path: string, pattern: RegExp): number {
  const text = readFileSync(new URL(`../../../../${path}`, import.meta.url), "utf8");
  const [found, ...others] = text.matchAll(new RegExp(pattern, "g"));
  assert.ok(found !== undefined && others.length === 0, `${path}: ${pattern} matches once`);
  return Number(found[1]);
}

test("documents the lease's length", () => {
  const seconds = leaseTimes.leaseMs / 1000;
  assert.equal(numberIn("docs/contract/04-states.md", /with a lease of (\d+) seconds/), seconds);
  assert.equal(numberIn("docs/operations.md", /`svc_lease_age_seconds`.*above (\d+) it sends nothing/), seconds);
  const alarm = numberIn("deploy/observability/prometheus-alerts.yaml", /svc_lease_age_seconds\) > (\d+)"/);
  assert.ok(alarm < seconds && alarm > leaseTimes.renewEveryMs / 1000, "the alert fires before the lease ends");
});

test("documents the size limit of a body", () => {
  assert.equal(numberIn("docs/contract/01-conventions.md", /\| (\d+) KiB; \d+ KiB on routes/) * 1024, bodyBytesMax);
  assert.equal(numberIn("docs/contract/01-conventions.md", /KiB; (\d+) KiB on routes/) * 1024, strangerBodyBytesMax);
  assert.equal(numberIn("docs/executing-safely.md", /body .*?(\d+) KiB\./) * 1024, bodyBytesMax);
  assert.equal(numberIn("docs/self-hosting.md", /\| (\d+) KiB in a body/) * 1024, bodyBytesMax);
  for (const [page, setting] of [
    ["docs/before-you-go-live.md", /client_max_body_size +(\d+)k/],
    ["deploy/proxies/nginx.conf", /client_max_body_size (4\d+)k/],
    ["deploy/proxies/nginx.conf", /client_body_buffer_size +(\d+)k/],
    ["deploy/proxies/Caddyfile", /max_size (4\d+)KiB/],
    ["deploy/proxies/Caddyfile", /request_buffers (\d+)KiB/],
  ] as const) {
    assert.equal(numberIn(page, setting) * 1024, bodyBytesMax, `${page}: ${setting.source}`);
  }
  // HAProxy keeps the head in the same buffer.
  assert.equal(numberIn("deploy/proxies/haproxy.cfg", /tune\.bufsize (\d+)/), bodyBytesMax + 32 * 1024);
  assert.equal(numberIn("deploy/proxies/haproxy.cfg", /content-length\) gt (\d+)/), bodyBytesMax);
  assert.equal(numberIn("deploy/proxies/envoy.yaml", /max_request_bytes: (\d+)/), bodyBytesMax);
  for (const name of ["maxRequestBodyBytes", "memRequestBodyBytes"]) {
    assert.equal(numberIn("deploy/proxies/traefik/svc.yaml", new RegExp(`${name}: (\\d+)`)), bodyBytesMax);
  }
});

test("documents the prefix of every id, and of every token that a browser or a host holds", () => {
  const text = readFileSync(new URL("../../../../docs/contract/01-conventions.md", import.meta.url), "utf8");
  const section = text.slice(text.indexOf("## 1.4 "), text.indexOf("## 1.5 "));
  for (const prefix of [...Object.values(idPrefixes).map((id) => `${id}_`), ...tokenPrefixes]) {
    assert.ok(section.includes(`\`${prefix}\``), `contract §1.4 doesn't have ${prefix}`);
  }
});

test("documents the retention periods", () => {
  const table = retentionTable(readConfig({}), {
    store: {} as Store,
    signing,
    platform: systemPlatform,
    onStopped: () => undefined,
  });
  const settings = "docs/self-hosting.md";
  const documented: readonly [Retained, string, RegExp][] = [
    ["executions", settings, /`SVC_EXECUTION_RETENTION_DAYS`.*\| `(\d+)`, `\d+`/],
    ["sessions", settings, /`SVC_SESSION_RETENTION_DAYS`.*\| `\d+`, `(\d+)`/],
    ["audit events", settings, /`SVC_AUDIT_RETENTION_DAYS`.*\| `(\d+)`/],
    ["audit events", "docs/audit.md", /`SVC_AUDIT_RETENTION_DAYS`, (\d+) by default/],
    ["events", settings, /`SVC_EVENT_RETENTION_DAYS`.*\| `(\d+)`/],
    ["events", "docs/webhooks.md", /Events are kept for (\d+) days/],
    ["responses", "docs/executing-safely.md", /Responses can be replayed for (\d+) days/],
    ["responses", "docs/contract/01-conventions.md", /A response is repeated for (\d+) days/],
    ["keys", "docs/contract/01-conventions.md", /until day (\d+) the key answers/],
    ["sessions", "docs/contract/04-states.md", /Connect sessions for (\d+) days/],
  ];
  for (const [what, path, pattern] of documented) {
    const keptForMs = table.find((row) => row.what === what)?.keptForMs;
    assert.equal(numberIn(path, pattern) * 86_400_000, keptForMs, `${what} in ${path}`);
  }
});
