/** Which tenants a key or token reaches. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { isReached, presentReach } from "../../../src/domain/tenants/port.ts";
import type { TenantReach } from "../../../src/domain/records/documents.ts";

const eu = { id: "ten_1", label: "eu" };
const us = { id: "ten_2", label: "us" };
const unlabeled = { id: "ten_3", label: null };

const cases: readonly (readonly [what: string, TenantReach, reached: readonly string[]])[] = [
  ["a key that isn't narrowed reaches all", null, ["ten_1", "ten_2", "ten_3"]],
  ["ids reach those, whatever their label", { ids: ["ten_1", "ten_3"] }, ["ten_1", "ten_3"]],
  ["no ids reach none", { ids: [] }, []],
  ["a label reaches those that have it", { label: "eu" }, ["ten_1"]],
  ["a label is compared whole, and with its case", { label: "EU" }, []],
  ["a beginning of a label is another label", { label: "e" }, []],
  ["a label that no tenant has reaches none", { label: "null" }, []],
  ["an id is no label", { label: "ten_1" }, []],
];
for (const [what, reach, reached] of cases) {
  test(what, () => {
    const found = [eu, us, unlabeled].filter((tenant) => isReached(reach, tenant));
    assert.deepEqual(
      found.map(({ id }) => id),
      reached,
    );
  });
}

test("shows ids or a label, and null for what doesn't narrow", () => {
  assert.deepEqual(presentReach(null), { tenants: null, tenantLabel: null });
  assert.deepEqual(presentReach({ ids: ["ten_1"] }), { tenants: ["ten_1"], tenantLabel: null });
  assert.deepEqual(presentReach({ label: "eu" }), { tenants: null, tenantLabel: "eu" });
});
