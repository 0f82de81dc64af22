import assert from "node:assert/strict";
import { test } from "node:test";
import { languages } from "@svc/connect-ui";
import { registeredProviders } from "../../src/app/providers.ts";

test("every provider has the languages of the Connect page", () => {
  for (const { provider } of registeredProviders) {
    const spoken = Object.values(provider.translations ?? {}).flatMap(Object.keys);
    assert.deepEqual([...new Set(["en", ...spoken])].sort(), [...languages].sort(), provider.slug);
  }
});
