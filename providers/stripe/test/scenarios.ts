/** Scenarios: another writer changes objects, directly in the simulated account's state. */
import type { Marker } from "@svc/provider-kit";
import type { EvidenceScenario } from "@svc/provider-kit/testing";
import type { Resource } from "../simulator/world.ts";
import type { StoredObject, StripeWorld } from "../simulator/index.ts";

const nothing = {
  sets_same: null,
  sets_another: null,
  deletes: null,
  edits_marker_out: null,
  creates_without_marker: null,
};

function markerIn(object: StoredObject | undefined): unknown {
  return (Object(object?.["metadata"]) as { svc?: unknown }).svc;
}

/** Returns the scenarios of the actions that change something. */
export function scenariosOf(world: StripeWorld): Readonly<Record<string, EvidenceScenario>> {
  const change = (make: (nowMs: number) => void) => {
    const nowMs = Date.now();
    world.change(nowMs, () => make(nowMs));
  };
  const creation = (resource: Resource, canDelete: boolean): EvidenceScenario => {
    const objects = world.objects.in(resource);
    const ours = () => objects.values().find((object) => markerIn(object) !== undefined);
    const edit = (changes: Partial<StoredObject>) => {
      const object = ours();
      if (object !== undefined) change(() => objects.update(object.id, changes));
    };
    return {
      holds: () => ours() !== undefined,
      shows: (_input, { base64url }: Marker) => objects.values().some((object) => markerIn(object) === base64url),
      interfere: {
        ...nothing,
        sets_another: () => edit({ description: "Another" }),
        edits_marker_out: canDelete ? () => edit({ metadata: {} }) : null,
        deletes: canDelete
          ? () => {
              const object = ours();
              if (object !== undefined) change(() => world.delete(resource, object.id));
            }
          : null,
        creates_without_marker(input) {
          const { product = "prod_salt0000000001", currency = "eur" } = input as {
            product?: string;
            currency?: string;
          };
          const more = {
            name: "Other",
            description: null,
            active: true,
            product,
            currency,
            unit_amount: 1,
            recurring: null,
          };
          const refund = { payment_intent: "pi_paid0000000001", amount: 1, status: "succeeded", reason: null };
          change((nowMs) => world.add(resource, { ...more, ...refund, delinquent: false, balance: 0 }, nowMs));
        },
      },
    };
  };
  const customerOf = (input: unknown) => world.objects.in("customers").get((input as { id: string }).id);
  const subscriptionOf = (input: unknown) => world.objects.in("subscriptions").get((input as { id: string }).id);
  const editCustomer = (input: unknown, changes: Partial<StoredObject>) =>
    change(() => world.objects.in("customers").update((input as { id: string }).id, changes));
  const cancel = (input: unknown, status: string) =>
    change(() => world.objects.in("subscriptions").update((input as { id: string }).id, { status }));
  const phoneOf = (input: unknown) => (input as { phone?: string }).phone;
  return {
    "customers.create": creation("customers", true),
    "products.create": creation("products", true),
    "prices.create": creation("prices", false),
    "refunds.create": creation("refunds", false),
    "customers.update": {
      holds: (input) => customerOf(input)?.["phone"] === phoneOf(input),
      shows: (input, { base64url }: Marker) => markerIn(customerOf(input)) === base64url,
      interfere: {
        ...nothing,
        sets_same: (input) => editCustomer(input, { phone: phoneOf(input) }),
        sets_another: (input) => editCustomer(input, { phone: "0" }),
        edits_marker_out: (input) => editCustomer(input, { metadata: {} }),
      },
    },
    "subscriptions.cancel": {
      holds: (input) => subscriptionOf(input)?.["status"] === "canceled",
      interfere: {
        ...nothing,
        sets_same: (input) => cancel(input, "canceled"),
        sets_another: (input) => cancel(input, "active"),
      },
    },
  };
}
