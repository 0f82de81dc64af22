/** The operator's view of a running server: metrics, traces and log lines, without data of callers or providers. */
import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { after, test } from "node:test";
import { freePort } from "../../../tools/free-port.ts";
import { assertProblem, devConfig, suite } from "../../harness/index.ts";
import { runSql } from "../../harness/sql.ts";
import { attributeOf, startCollector, type ArrivedSpan } from "./collector.ts";

const metricsPort = await freePort();
const collector = await startCollector();
after(() => collector.close());
const metricsUrl = `http://127.0.0.1:${metricsPort}`;
const collectorKey = "canary-collector-key-71";
const env = {
  SVC_METRICS_LISTEN: `127.0.0.1:${metricsPort}`,
  OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
  OTEL_EXPORTER_OTLP_HEADERS: `x-collector-key=${collectorKey}`,
  OTEL_SERVICE_NAME: "svc-under-test",
  SVC_DRAIN_GRACE_MS: "0",
};

const withinMs = 60_000;

/** Polls until the condition holds. */
async function until<T>(what: string, ask: () => T | undefined | Promise<T | undefined>): Promise<T> {
  const deadline = Date.now() + withinMs;
  for (;;) {
    const found = await ask();
    if (found !== undefined) return found;
    assert.ok(Date.now() < deadline, `${what} did not happen`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** The value of one series in a scrape; undefined if there is none. */
async function valueOf(series: string): Promise<number | undefined> {
  const text = await (await fetch(`${metricsUrl}/metrics`)).text();
  const line = text.split("\n").find((one) => one.startsWith(`${series} `));
  return line === undefined ? undefined : Number(line.slice(series.length + 1));
}

const executeRoute = "/v1/tenants/{tenant_id}/connections/{connection_id}/actions/{action_id}:execute";

suite(
  "observed",
  (fixture) => {
    test("counts requests, executions and unknown outcomes with labels from the code", async () => {
      const { caller, provider } = fixture();
      const connected = await fixture().connected();
      assert.equal((await connected.set("METERED", "metered")).status, 200);
      provider.faults.add({ match: { method: "POST" }, times: 1, fault: { kind: "reset_after_effect" } });
      assertProblem(await connected.set("METERED_LOST", "metered-lost"), "ACTION_OUTCOME_UNKNOWN");
      assert.equal((await caller.get("/nowhere/canary-path-71")).status, 404);
      const executions = (status: string) =>
        `svc_executions_total{provider="doppler",action="secrets.set",status="${status}"}`;
      assert.equal(await valueOf(executions("succeeded")), 1);
      assert.equal(await valueOf(executions("outcome_unknown")), 1);
      assert.equal(await valueOf('svc_execution_failures_total{provider="doppler",code="ACTION_OUTCOME_UNKNOWN"}'), 1);
      await until(
        "the unknown outcome",
        async () => ((await valueOf('svc_unknown_outcomes{provider="doppler"}')) ?? 0) > 0 || undefined,
      );
      const requests = (route: string, status: string) =>
        `svc_http_request_duration_seconds_count{method="POST",route="${route}",status="${status}"}`;
      await until("the requests", async () => (await valueOf(requests(executeRoute, "2xx"))) === 1 || undefined);
      assert.equal(await valueOf(requests(executeRoute, "5xx")), 1);
      assert.equal(await valueOf('svc_http_problems_total{code="NOT_FOUND"}'), 1);
      assert.equal(await valueOf('svc_connect_sessions_ended_total{end="completed"}'), 1);
      assert.ok(((await valueOf("svc_lease_age_seconds")) ?? 99) < 60);
      assert.equal(await valueOf("svc_ready"), 1);
      const text = await (await fetch(`${metricsUrl}/metrics`)).text();
      assert.match(
        text,
        /^svc_provider_exchange_duration_seconds_count\{provider="doppler",service="api",method="POST",outcome="lost_\w+"\} 1$/m,
      );
      assert.match(text, /^process_resident_memory_bytes \d/m);
      for (const told of [connected.tenantId, connected.id, "canary", "METERED"]) assert.ok(!text.includes(told), told);
      const responses = await Promise.all(
        ["/healthz", "/readyz", "/v1/tenants"].map(async (path) => (await fetch(metricsUrl + path)).status),
      );
      assert.deepEqual(responses, [200, 200, 404]);
    });

    test("continues the caller's trace to the provider exchange, with names, codes and ids", async () => {
      const { provider } = fixture();
      const connected = await fixture().connected();
      const traceId = randomBytes(16).toString("hex");
      const headers = [
        ["traceparent", `00-${traceId}-00f067aa0ba902b7-01`],
        ["tracestate", "vendor=canary-tracestate-71"],
      ] as const;
      const response = await connected.execute(
        "secrets.set",
        { ...devConfig, name: "TRACED_NAME_71", value: "canary-traced-value-71" },
        { idempotencyKey: "canary-key-71", headers },
      );
      assert.equal(response.status, 200, response.text);
      const named = (kind: number): ArrivedSpan | undefined =>
        collector.spans().find((span) => span.traceId === traceId && span.kind === kind);
      const server = await until("the server's span", () => named(2));
      assert.equal(server.parentSpanId, "00f067aa0ba902b7");
      assert.equal(server.name, `POST ${executeRoute}`);
      assert.equal(attributeOf(server, "http.response.status_code"), 200);
      assert.equal(attributeOf(server, "svc.tenant_id"), connected.tenantId);
      const execution = await until("the execution's span", () => named(1));
      assert.equal(execution.parentSpanId, server.spanId);
      assert.equal(execution.name, "doppler/secrets.set");
      assert.equal(attributeOf(execution, "svc.status"), "succeeded");
      assert.equal(attributeOf(execution, "svc.execution_id"), attributeOf(server, "svc.execution_id"));
      const exchanges = collector.spans().filter((span) => span.traceId === traceId && span.kind === 3);
      assert.ok(exchanges.length > 0 && exchanges.every((span) => span.parentSpanId === execution.spanId));
      assert.ok(exchanges.some((span) => attributeOf(span, "server.address") === new URL(provider.url).host));
      const sent = provider.ledger.requests.at(-1);
      assert.ok(!JSON.stringify(sent).includes(traceId), "a provider received the trace id");
      const text = collector.text();
      for (const secret of [
        "canary",
        "TRACED_NAME_71",
        fixture().client.key,
        provider.tokens.serviceAccount,
        "harbor-api",
      ]) {
        assert.ok(!text.includes(secret), secret);
      }
      assert.ok(collector.headers.every((headers) => headers["x-collector-key"] === collectorKey));
      assert.match(text, /"svc-under-test"/);
    });

    test("logs the ids of request, tenant, connection and execution in each line about a request", async () => {
      const connected = await fixture().connected();
      const response = await connected.execute(
        "secrets.set",
        { ...devConfig, name: "LOGGED_71", value: "canary-logged-71" },
        { idempotencyKey: "logged-71", headers: [["x-request-id", "logged-request-71"]] },
      );
      const { execution } = response.json as { execution: { id: string } };
      const lineOf = (id: string): Promise<string> =>
        fixture().server.untilLogged(new RegExp(`^(?=.*"requestId":"${id}").*"msg":"request"`));
      const line = await lineOf("logged-request-71");
      const told = JSON.parse(line) as Readonly<Record<string, unknown>>;
      assert.equal(told["execution_id"], execution.id);
      assert.equal(told["tenant_id"], connected.tenantId);
      assert.equal(told["connection_id"], connected.id);
      assert.match(String(told["trace_id"]), /^[0-9a-f]{32}$/);
      assert.equal(line.split('"requestId"').length, 2, "an id is written twice");
      const replay = await connected.execute(
        "secrets.set",
        { ...devConfig, name: "LOGGED_71", value: "canary-logged-71" },
        { idempotencyKey: "logged-71", headers: [["x-request-id", "logged-replay-71"]] },
      );
      assert.equal(replay.headers["idempotent-replayed"], "true");
      const again = await lineOf("logged-replay-71");
      assert.equal((JSON.parse(again) as { execution_id?: unknown }).execution_id, execution.id);
      const path = "/v1/tenants/ten_canary-path-71/connections";
      await connected.caller.get(path, { headers: [["x-request-id", "unlogged-path-71"]] });
      await fixture().server.untilLogged("unlogged-path-71");
      assert.ok(!fixture().server.log().includes("canary"), "the log contains a caller's data");
    });

    test("counts failed background work, and logs the error's class, code and location", async () => {
      const { databaseUrl } = fixture().server.home;
      const series = 'svc_background_failures_total{what="webhooks"}';
      assert.equal((await valueOf(series)) ?? 0, 0);
      await runSql(databaseUrl, "alter table webhook_deliveries rename to canary_deliveries");
      await until("the failure", async () => ((await valueOf(series)) ?? 0) > 0 || undefined);
      await runSql(databaseUrl, "alter table canary_deliveries rename to webhook_deliveries");
      const line = await fixture().server.untilLogged('"msg":"a round of webhook deliveries failed"');
      const { level, cause } = JSON.parse(line) as {
        level: number;
        cause: { name: string; code: string; at: string[] };
      };
      const code = fixture().engine === "sqlite" ? "SQLITE_1" : "42P01";
      assert.deepEqual([level, cause.name, cause.code], [50, "StoreError", code]);
      assert.ok(cause.at.length > 0);
      assert.doesNotMatch(line, /webhook_deliveries|canary/);
    });

    test("isn't affected by a collector that refuses or hangs, and stops in time with everything sent", async () => {
      const connected = await fixture().connected();
      for (const status of [500, null]) {
        collector.respond(status);
        const name = `REFUSED_${status ?? 0}`;
        assert.equal((await connected.set(name, name)).status, 200);
      }
      collector.respond(200);
      const traceId = randomBytes(16).toString("hex");
      await connected.execute(
        "secrets.get",
        { ...devConfig, name: "REFUSED_500" },
        {
          headers: [["traceparent", `00-${traceId}-b7ad6b7169203331-01`]],
        },
      );
      assert.equal(await fixture().server.stop(), 0);
      assert.ok(
        collector.spans().some((span) => span.traceId === traceId),
        "the last spans were not sent",
      );
    });
  },
  { env },
);
