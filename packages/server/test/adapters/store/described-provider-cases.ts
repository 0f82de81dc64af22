/** Providers that are described by data. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Store } from "../../../src/domain/database/port.ts";
import type { DescribedProviderRow } from "../../../src/domain/providers/port.ts";
import { newId } from "./samples.ts";

/** A provider that was just added. */
export function sampleDescribed(change: Partial<DescribedProviderRow> = {}): DescribedProviderRow {
  return {
    slug: newId("tools"),
    url: "https://tools.example.com/mcp",
    review: { tools: [] },
    seen: null,
    version: 1,
    createdAt: 1000,
    updatedAt: 1000,
    removedAt: null,
    checkedAt: null,
    checkDue: Number.MAX_SAFE_INTEGER,
    checkFault: "",
    ...change,
  };
}

const operator = { actor: "operator", enabled: 1 } as const;

/** The newest entries about a provider, oldest first. */
async function entriesOf({ audit }: Store, slug: string): Promise<string[]> {
  const { rows } = await audit.list("", { type: null, tenantId: null, subject: slug, beforeSeq: null, limit: 10 });
  return rows.map(({ type }) => type).toReversed();
}

/** Registers the cases. */
export function describedProviderCases(store: () => Store): void {
  test("keeps a described provider, counts its changes, and records each", async () => {
    const { describedProviders } = store();
    const row = sampleDescribed();
    assert.equal(await describedProviders.add(row, operator), true);
    assert.equal(await describedProviders.add({ ...row, url: "https://other.example.com" }, operator), false);
    assert.deepEqual(await describedProviders.find(row.slug), row);
    const applied = { review: { tools: ["one"] }, seen: null, updatedAt: 2000 };
    assert.equal(await describedProviders.apply(row, applied, { ...operator, accepted: "one" }), true);
    assert.equal(await describedProviders.apply(row, applied, operator), false, "an older version");
    const change = { tool: "one", before: "a", after: "b" };
    const noted = { seen: { one: "b" }, updatedAt: 3000 };
    const second = { slug: row.slug, version: 2 };
    assert.equal(await describedProviders.note(second, noted, { actor: "system", tools: [change] }), true);
    assert.equal(await describedProviders.note(second, noted, { actor: "system", tools: [change] }), false);
    const now = { ...row, ...applied, ...noted, version: 3 };
    assert.deepEqual(await describedProviders.find(row.slug), now);
    assert.deepEqual(
      (await describedProviders.list()).filter(({ slug }) => slug === row.slug),
      [now],
    );
    assert.deepEqual(await entriesOf(store(), row.slug), [
      "provider.applied",
      "provider.applied",
      "provider.tool_changed",
    ]);
  });

  test("keeps the row of a removed provider, so that its slug stays with its address", async () => {
    const { describedProviders } = store();
    const row = sampleDescribed();
    await describedProviders.add(row, operator);
    const { slug } = row;
    assert.equal(await describedProviders.remove({ slug, version: 2 }, 5000, "operator"), false, "another version");
    assert.equal(await describedProviders.remove({ slug, version: 1 }, 5000, "operator:ada"), true);
    assert.equal(await describedProviders.remove({ slug, version: 1 }, 6000, "operator"), false);
    const filter = { type: null, tenantId: null, subject: slug, beforeSeq: null, limit: 1 };
    const [entry] = (await store().audit.list("", filter)).rows;
    assert.deepEqual([entry?.type, entry?.actor], ["provider.removed", "operator:ada"]);
    assert.equal((await describedProviders.find(row.slug))?.removedAt, 5000);
    assert.ok((await describedProviders.list()).every(({ slug }) => slug !== row.slug));
    const version = (await describedProviders.versions()).find(({ slug }) => slug === row.slug);
    assert.deepEqual(version, { slug: row.slug, version: 2, removedAt: 5000 });
    assert.equal(await describedProviders.add(sampleDescribed({ slug: row.slug }), operator), false);
    const back = { review: row.review, seen: null, updatedAt: 7000 };
    assert.equal(await describedProviders.apply({ slug: row.slug, version: 2 }, back, operator), true);
    assert.equal((await describedProviders.find(row.slug))?.removedAt, null);
  });

  test("gives a check that is due to one process only", async () => {
    const { describedProviders } = store();
    const { slug } = sampleDescribed();
    await describedProviders.add(sampleDescribed({ slug, checkDue: 100 }), operator);
    const taken = await Promise.all([describedProviders.takeDue(100, 900), describedProviders.takeDue(100, 900)]);
    assert.deepEqual(
      taken.flatMap((row) => row?.slug ?? []),
      [slug],
    );
    assert.equal(await describedProviders.takeDue(899, 1800), null);
    await describedProviders.checked(slug, { checkedAt: 500, checkDue: 2000, checkFault: "" });
    await describedProviders.checked(slug, { checkedAt: null, checkDue: 3000, checkFault: "unreachable" });
    const { checkedAt, checkDue, checkFault } = (await describedProviders.find(slug)) ?? sampleDescribed();
    assert.deepEqual([checkedAt, checkDue, checkFault], [500, 3000, "unreachable"]);
    await describedProviders.hasten(slug, { dueMs: 600, ifDueAfterMs: 700 });
    assert.equal((await describedProviders.find(slug))?.checkDue, 3000, "its last check failed");
    await describedProviders.checked(slug, { checkedAt: 800, checkDue: 4000, checkFault: "" });
    await describedProviders.hasten(slug, { dueMs: 900, ifDueAfterMs: 4000 });
    assert.equal((await describedProviders.find(slug))?.checkDue, 4000, "it is due soon");
    await describedProviders.hasten(slug, { dueMs: 900, ifDueAfterMs: 3999 });
    assert.equal((await describedProviders.find(slug))?.checkDue, 900);
    await describedProviders.checked(slug, { checkedAt: null, checkDue: Number.MAX_SAFE_INTEGER, checkFault: "" });
  });
}
