/** What Stripe's pages and users say. */
import assert from "node:assert/strict";
import { answered, createPort } from "@svc/provider-kit/testing";
import { staticAuthOf } from "@svc/provider-kit";
import { assertAcceptsId, type Fact } from "./fact.ts";

const read = "2026-11-28";

/** The response for a restricted key without the endpoint's permission. */
const lacksPermission = {
  error: {
    type: "invalid_request_error",
    message:
      "The provided key 'rk_test_*' does not have the required permissions for this endpoint on account 'acct_1'. Having the 'rak_accounts_kyc_basic_read' permission would allow this request to continue.",
  },
};

export const facts: readonly Fact[] = [
  {
    says: "each endpoint has a permission of its own, so a key for the actions can't read the account",
    source: "https://docs.stripe.com/keys/restricted-api-keys; stripe/stripe-node#2246, singer-io/tap-stripe#38",
    read,
    actions: [],
    async holds({ provider, connection }) {
      const send = () => Promise.resolve(answered(403, lacksPermission));
      const { port } = createPort(provider, { ...connection, send });
      const account = await staticAuthOf(provider)?.identify(port);
      assert.ok(account !== undefined && account.slug !== "" && account.name !== "");
    },
  },
  {
    says: "ids of products are the account's own if it wants",
    source: "https://docs.stripe.com/api/products/create: id",
    read,
    actions: ["products.list", "prices.list", "prices.create"],
    holds(recorded) {
      assertAcceptsId(recorded, "startingAfter", "my-product_1", "products.list");
      assertAcceptsId(recorded, "product", "my-product_1", "prices.list");
      assertAcceptsId(recorded, "product", "my-product_1", "prices.create");
    },
  },
  {
    says: "lists of prices contain older plans, with plan_ or the account's own ids",
    source: "https://docs.stripe.com/api/prices: plans are prices",
    read,
    actions: ["prices.list"],
    holds(recorded) {
      for (const id of ["plan_NjpI7DbZx6AlWQ", "gold-monthly"]) {
        assertAcceptsId(recorded, "startingAfter", id, "prices.list");
      }
    },
  },
  {
    says: "refunds of payments without a card have ids with pyr_",
    source: "arlyon/async-stripe: RefundId",
    read,
    actions: ["refunds.list"],
    holds: (recorded) => assertAcceptsId(recorded, "startingAfter", "pyr_1MtJRpKZ2eZvKYlo2C8nH7Ys", "refunds.list"),
  },
];
