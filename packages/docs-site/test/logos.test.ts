/** Every provider has a logo, and every surface takes it from the provider's manifest. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { registeredProviders } from "@svc/server/reference";
import { providerCards, providerLogo } from "../src/logos.ts";

const providers = registeredProviders.map(({ provider }) => provider);

test("every provider declares a logo, and none has another's", () => {
  const logos = providers.map(({ slug, logo }) => logo ?? assert.fail(`${slug} has no logo`));
  assert.equal(new Set(logos).size, logos.length);
});

test("the documentation shows the declared logos", () => {
  const cards = providerCards(providers);
  for (const provider of providers) {
    assert.ok(providerLogo(provider).includes(` d="${String(provider.logo)}"`));
    assert.ok(cards.includes(providerLogo(provider)), provider.slug);
  }
});
