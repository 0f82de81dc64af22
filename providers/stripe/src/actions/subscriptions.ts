/** The actions on subscriptions, in the catalog's order. */
import { oneOf } from "@svc/contract";
import { defineAction, OutcomeUnknown, ProviderFailure } from "@svc/provider-kit";
import { Type } from "typebox";
import { cancelRequest, getRequest, listRequest } from "../client.ts";
import { refuse } from "../errors.ts";
import { idOf, limit, startingAfter } from "../fields.ts";
import { pageOf, readPage } from "../pages.ts";
import { previewCancellation } from "../previews.ts";
import { subscription } from "../resources.ts";
import { access } from "../scopes.ts";

const subscriptionsList = defineAction({
  id: "subscriptions.list",
  title: "List subscriptions",
  description:
    "Lists the subscriptions of the account, newest first, one page at a time. Canceled ones only if `status` asks for them.",
  consent: "See your subscriptions",
  effect: "read",
  idempotency: "safe",
  requiredScopes: access,
  mcp: true,
  sensitiveOutput: true,
  input: Type.Object(
    {
      customer: Type.Optional(idOf("cus", "Only subscriptions of this customer.")),
      status: Type.Optional(
        oneOf(
          [
            "active",
            "past_due",
            "unpaid",
            "canceled",
            "incomplete",
            "incomplete_expired",
            "trialing",
            "paused",
            "ended",
            "all",
          ],
          "Only subscriptions with this status; by default, all that aren't canceled. `ended` is `canceled` or `incomplete_expired`.",
        ),
      ),
      limit: Type.Optional(limit),
      startingAfter: Type.Optional(startingAfter),
    },
    { additionalProperties: false },
  ),
  output: pageOf(subscription),
  example: { limit: 10 },
  async run({ customer, status, ...page }, provider) {
    const { body } = await provider.read(listRequest("subscriptions", { customer, status, ...page }), {
      accept: [200],
    });
    return readPage(subscription, body);
  },
});

const subscriptionsGet = defineAction({
  id: "subscriptions.get",
  title: "Get a subscription",
  description: "Gets a subscription by id.",
  consent: "See a subscription",
  effect: "read",
  idempotency: "safe",
  requiredScopes: access,
  mcp: true,
  sensitiveOutput: false,
  input: Type.Object({ id: idOf("sub", "Id of the subscription.") }, { additionalProperties: false }),
  output: subscription.schema,
  example: { id: "sub_monthly00000001" },
  async run({ id }, provider) {
    return subscription.read((await provider.read(getRequest("subscriptions", id), { accept: [200] })).body);
  },
});

const subscriptionsCancel = defineAction({
  id: "subscriptions.cancel",
  title: "Cancel a subscription",
  description: "Cancels a subscription immediately. Payments aren't refunded.",
  consent: "Cancel subscriptions",
  effect: "destructive",
  idempotency: "idempotent",
  requiredScopes: access,
  mcp: false,
  sensitiveOutput: false,
  input: Type.Object({ id: idOf("sub", "Id of the subscription.") }, { additionalProperties: false }),
  output: subscription.schema,
  example: { id: "sub_monthly00000001" },
  evidence: {
    strength: "state",
    needs: ["subscriptions.get"],
    facts: Type.Object(
      { wasDifferent: Type.Boolean({ description: "Whether the subscription wasn't already canceled." }) },
      { additionalProperties: false },
    ),
    async settle({ input, facts, provider }) {
      // The input was validated before it was sent.
      const request = getRequest("subscriptions", input.id ?? "");
      const output = subscription.read((await provider.read(request, { accept: [200] })).body);
      if (output.status !== "canceled") return { verdict: "undetermined", why: "The subscription isn't canceled now." };
      return { verdict: "applied", basis: "state", wasDifferent: facts?.wasDifferent ?? false, output };
    },
  },
  preview: {
    needs: ["subscriptions.get"],
    read: async ({ id = "" }, provider) => await previewCancellation(id, provider),
  },
  async run({ id }, provider) {
    const before = subscription.read((await provider.read(getRequest("subscriptions", id), { accept: [200] })).body);
    const facts = { wasDifferent: before.status !== "canceled" };
    const response = await provider.change(cancelRequest(id, {}), { accept: [200, 404], facts });
    if (response.status === 404) {
      // It was there a moment ago: a copy of this request, made on the way, may have canceled it. Stripe finds no
      // canceled one.
      if (facts.wasDifferent) throw new OutcomeUnknown();
      throw new ProviderFailure(refuse(response, { credentialKind: provider.credentialKind, change: true }));
    }
    return subscription.read(response.body);
  },
});

export const subscriptionActions = [subscriptionsList, subscriptionsGet, subscriptionsCancel];
