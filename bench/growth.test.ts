/** No statement of the service scans a growing table, according to the plans of both engines. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { enginesOf } from "../conformance/harness/engines.ts";
import { badNodes, isBadStep } from "./growth-plans.ts";
import { growService } from "./growth.ts";
import { recordProvider } from "./recording.ts";
import { startProgram } from "./child.ts";

/** The index that a listing's page is read from, and a pattern of its statement. */
const listingIndexes: readonly (readonly [index: string, statement: RegExp])[] = [
  ["executions_tenant", /from executions where client_id = (?!.*(?:status = [?$]|idempotency_key <>)).* order by/],
  ["executions_connection", /from executions where connection_id = .* order by/],
  ["executions_key", /from executions where .*idempotency_key <> ''.* order by/],
  ["executions_troubled", /from executions where client_id = .*\('failed', 'outcome_unknown'\).* order by/],
  [
    "executions_connection_troubled",
    /from executions where connection_id = .*\('failed', 'outcome_unknown'\).* order by/,
  ],
  ["executions_running", /from executions where .*\('accepted', 'dispatched'\).* order by/],
  ["connections_listing", /^select \* from connections where .* order by/],
  ["connect_sessions_listing", /^select \* from connect_sessions where .* order by/],
  ["tenants_listing", /^select \* from tenants where (?!.*label = ).*deletion_marker.* order by/],
  ["journal_public_tenant", /from "journal" where .*public_data IS NOT NULL and "tenant_id" = .* order by/],
  ["journal_public_type", /from "journal" where .*public_data IS NOT NULL and "type" = .* order by/],
  ["tenants_label", /^select \* from tenants where .*label = .* order by/],
];

for (const engine of enginesOf(process.env["SVC_TEST_ENGINE"])) {
  test(`uses an index for actions and for every listing with each filter, on ${engine}`, async () => {
    const { recording, credential } = await recordProvider();
    const upstream = await startProgram<{ port: number }>("upstream.ts", recording);
    const context = { upstream: `http://127.0.0.1:${upstream.first.port}`, credential };
    try {
      const service = await growService(context, engine, { executions: 20_000, tenants: 2000 });
      try {
        for (const { name, request } of service.requests) {
          const { method, path, body, headers, isKeyed, status } = request;
          const key = isKeyed ? { "idempotency-key": name } : {};
          const url = `http://127.0.0.1:${service.target.port}${path}`;
          const response = await fetch(url, { method, body, headers: { ...headers, ...key } });
          assert.equal(response.status, status, `${name}: ${await response.text()}`);
        }
        const plans = await service.plans();
        assert.deepEqual(
          plans.filter(({ bad }) => bad.length > 0),
          [],
        );
        for (const [index, form] of listingIndexes) {
          const lists = plans.filter(({ statement }) => form.test(statement));
          assert.ok(lists.length > 0, index);
          for (const { statement, steps } of lists) {
            assert.ok(
              steps.some((step) => step.includes(index)),
              `${statement}: ${steps.join("; ")}`,
            );
            assert.doesNotMatch(steps.join("; "), /sort|temp b-tree/i, statement);
          }
        }
      } finally {
        await service.remove();
      }
    } finally {
      await upstream.stop();
    }
  });
}

test("recognizes a plan that scans a table", () => {
  assert.equal(isBadStep("SCAN executions"), true);
  assert.equal(isBadStep("SCAN executions USING COVERING INDEX executions_connection"), true);
  assert.equal(isBadStep("SCAN executions USING INDEX executions_running"), false);
  assert.equal(isBadStep("SEARCH executions USING INDEX executions_tenant (tenant_id=?)"), false);
  assert.equal(isBadStep("SCAN owners"), false);
  const whole = { "Node Type": "Seq Scan", "Relation Name": "executions" };
  assert.deepEqual(badNodes({ "Node Type": "Limit", Plans: [whole] }), ["Seq Scan on executions "]);
  const index = { "Node Type": "Index Scan", "Relation Name": "tenants", "Index Name": "tenants_pkey" };
  assert.equal(badNodes({ "Node Type": "Sort", Plans: [index] }).length, 1);
  assert.deepEqual(badNodes({ "Node Type": "Limit", Plans: [index] }), []);
  assert.deepEqual(badNodes({ ...index, "Index Cond": "(id = $1)" }), []);
});
