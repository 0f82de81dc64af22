import assert from "node:assert/strict";
import { test } from "node:test";
import { acme, createProvider } from "../../entry/mcp/providers.ts";
import { createProviderRegistry, type DescribedProvider } from "../../../src/domain/providers/registry.ts";

const described = (slug: string): DescribedProvider => ({
  provider: createProvider(slug, acme.actions),
  url: "https://tools.example.com/mcp",
  origin: "https://tools.example.com",
  authorization: null,
  version: 1,
  digest: "d1",
});

test("replaces what is described by data as a whole, and keeps the providers that are code", () => {
  const registry = createProviderRegistry([acme]);
  const before = registry.current();
  const seen: number[] = [];
  registry.onReplaced(({ providers }) => void seen.push(providers.length));
  registry.replace([described("one"), described("two")]);
  assert.deepEqual(
    registry.current().providers.map(({ slug }) => slug),
    ["acme", "one", "two"],
  );
  assert.deepEqual(
    before.providers.map(({ slug }) => slug),
    ["acme"],
  );
  registry.replace([]);
  assert.deepEqual(registry.current().providers, [acme]);
  assert.deepEqual(seen, [3, 1]);
});

test("makes a derived value once for each snapshot", () => {
  const registry = createProviderRegistry([acme]);
  let made = 0;
  const count = registry.derive(({ providers }) => {
    made += 1;
    return providers.length;
  });
  assert.deepEqual([count(), count(), made], [1, 1, 1]);
  registry.replace([described("one")]);
  assert.deepEqual([count(), count(), made], [2, 2, 2]);
});

test("refuses a slug that another provider has, and keeps what it had", () => {
  const registry = createProviderRegistry([acme]);
  registry.replace([described("one")]);
  const { providers } = registry.current();
  assert.throws(() => registry.replace([described("acme")]), /same slug/);
  assert.throws(() => registry.replace([described("two"), described("two")]), /same slug/);
  assert.equal(registry.current().providers, providers);
});
