/** Counting is deferred, but every scrape is complete. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { createMetricsRegistry } from "../../../src/adapters/telemetry/metrics.ts";

test("a scrape includes everything counted before it", async () => {
  const registry = createMetricsRegistry({ version: "0", nowMs: () => 0 });
  const countOf = async (series: string): Promise<string> => {
    const line = (await registry.text()).split("\n").find((one) => one.startsWith(`${series}{`));
    return line?.split(" ").at(-1) ?? "none";
  };
  const { request, exchange, execution } = registry.metrics;
  let counted = 0;
  for (const more of [1, 63, 64, 200]) {
    for (let times = 0; times < more; times += 1) {
      request({ method: "GET", route: "/", status: 200, seconds: 0.001 });
      exchange({ provider: "p", service: "api", method: "GET", outcome: "2xx", seconds: 0.001 });
      execution({ provider: "p", action: "a", status: "failed", code: "PROVIDER_ERROR", seconds: 0.001 });
    }
    counted += more;
    assert.equal(await countOf("svc_http_request_duration_seconds_count"), String(counted));
    assert.equal(await countOf("svc_provider_exchange_duration_seconds_count"), String(counted));
    assert.equal(await countOf("svc_executions_total"), String(counted));
    assert.equal(await countOf("svc_execution_duration_seconds_count"), String(counted));
    assert.equal(await countOf("svc_execution_failures_total"), String(counted));
  }
});
