/** The simulated Stripe account. */
import {
  authorizationPositions,
  AuthorizationServer,
  authorizationSwitches,
  commonSwitches,
  RateLimits,
  simulatedApp,
  Store,
  Tokens,
  type AuthorizationSwitches,
  type CommonSwitches,
  type Fields,
  type OAuthToken,
} from "@svc/simulator";

/** An object in the form that the API returns. */
export interface StoredObject extends Readonly<Record<string, unknown>> {
  readonly id: string;
  readonly object: string;
  readonly created: number;
}

/** The switches of the simulated account. */
export interface Switches extends CommonSwitches, AuthorizationSwitches {
  /** How many requests a key may send per second. */
  requestsPerSecond: number;
  /** Whether every change fails with 500, after it took effect if `failsAfterEffect`. */
  fails: boolean;
  failsAfterEffect: boolean;
  /**
   * Whether something on the way sends each change twice: the first takes effect, and the second is answered with a
   * conflict.
   */
  sentTwice: boolean;
  /** Whether the app is one for real money. */
  livemode: boolean;
}

const defaults: Switches = {
  ...commonSwitches,
  ...authorizationSwitches,
  // A code lives for five minutes, and tokens don't expire.
  codeSeconds: 300,
  accessTokenSeconds: 0,
  refreshTokens: "stay",
  requestsPerSecond: 10_000,
  fails: false,
  failsAfterEffect: false,
  sentTwice: false,
  livemode: false,
};

/** The app that a sandbox's operator configures: the platform's client ID and secret key. */
export const app = simulatedApp("stripe");

export const account = {
  id: "acct_1Simulated000000",
  object: "account",
  settings: { dashboard: { display_name: "Simulated account" } },
};

/** A key or token, which begins with the id of its account. */
export function keyOf(prefix: string, secret: string): string {
  return `${prefix}_5${account.id.slice("acct_".length)}${secret}`;
}

/** The resources, with the prefix of their ids and the permission that their endpoints need. */
export const resources = {
  customers: { object: "customer", prefix: "cus", permission: "customer" },
  products: { object: "product", prefix: "prod", permission: "product" },
  prices: { object: "price", prefix: "price", permission: "plan" },
  payment_intents: { object: "payment_intent", prefix: "pi", permission: "payment_intent" },
  refunds: { object: "refund", prefix: "re", permission: "charge" },
  subscriptions: { object: "subscription", prefix: "sub", permission: "subscription" },
} as const;

/** A resource's name in paths. */
export type Resource = keyof typeof resources;

/** The stored response of an idempotency key. */
export interface KeptResponse {
  readonly request: string;
  readonly status: number;
  readonly json: unknown;
}

/** When the account was opened, in seconds. */
export const openedAt = Date.UTC(2026, 0, 2) / 1000;

/** The state of the simulated account. Objects are grouped by resource. */
export class StripeWorld extends Store<Switches> {
  readonly kinds = this.collection<{ id: string }, "id">({ key: "id" });
  readonly objects = this.kinds.collection<StoredObject, "id">({ key: "id" });
  readonly tokens = this.keep(new Tokens<OAuthToken>());
  /** Ids of deleted customers. */
  readonly deleted = this.keep(new Set<string>());
  /** Stored answers by idempotency key, including lost responses and 500s. */
  readonly kept = this.keep(new Map<string, KeptResponse>());
  readonly limits = this.keep(
    new RateLimits<"second", number>({ second: { limit: (requests) => requests, windowMs: () => 1000 } }),
  );
  readonly authorization = this.keep(
    new AuthorizationServer({
      name: "Stripe",
      apps: [app],
      users: () => [{ login: "alex", name: "Alex Rivera" }],
      tokens: this.tokens,
      switches: () => this.switches,
      clientAuthentication: ["post"],
      knownScopes: ["read_write"],
      pkce: "ignored",
      tokenText: ({ kind, random }) =>
        kind === "access" ? keyOf(`sk_${this.#mode}`, `${random}${random}`) : `rt_${random}`,
      tokenResponse: ({ pair }) => ({
        access_token: pair.access.value,
        livemode: this.switches.livemode,
        ...(pair.refresh === null ? {} : { refresh_token: pair.refresh }),
        token_type: "bearer",
        stripe_publishable_key: `pk_${this.#mode}_${"publishable".repeat(3)}`,
        stripe_user_id: account.id,
        scope: pair.access.scopes.join(" "),
      }),
    }),
  );
  #ids = 0;

  constructor(switches: Partial<Switches> = {}) {
    super({ defaults, positions: authorizationPositions }, switches);
    this.reset();
  }

  protected override seed(): void {
    this.#ids = 0;
    const add = (resource: Resource, id: string, fields: Fields): void => {
      this.objects
        .in(resource)
        .put({ id, object: resources[resource].object, created: openedAt, livemode: false, metadata: {}, ...fields });
    };
    const money = { currency: "eur" };
    add("customers", "cus_ada00000000001", customerFields({ name: "Ada Rivera", email: "ada@example.com" }));
    add("customers", "cus_bob00000000001", customerFields({ name: "Bob", email: "bob@example.com" }));
    add("products", "prod_salt0000000001", { name: "Salt", description: null, active: true });
    add("prices", "price_salt000000001", {
      product: "prod_salt0000000001",
      ...money,
      unit_amount: 250,
      recurring: null,
      active: true,
    });
    add("payment_intents", "pi_paid0000000001", {
      amount: 2000,
      amount_received: 2000,
      ...money,
      status: "succeeded",
      customer: "cus_ada00000000001",
      description: null,
    });
    add("subscriptions", "sub_monthly00000001", {
      customer: "cus_ada00000000001",
      status: "active",
      cancel_at_period_end: false,
      canceled_at: null,
    });
  }

  get #mode(): string {
    return this.switches.livemode ? "live" : "test";
  }

  override facts(nowMs: number): Readonly<Record<string, unknown>> {
    return { ...this.authorization.facts(nowMs), refunds: this.objects.in("refunds").values() };
  }

  /** Deletes an object. A deleted customer can still be read, without its fields. */
  delete(resource: Resource, id: string): void {
    this.objects.in(resource).delete(id);
    if (resource === "customers") this.deleted.add(id);
  }

  /** Adds an object with a new id. */
  add(resource: Resource, fields: Fields, nowMs: number): StoredObject {
    const { object, prefix } = resources[resource];
    this.#ids += 1;
    const id = `${prefix}_made${String(this.#ids).padStart(10, "0")}`;
    const created = Math.floor(nowMs / 1000);
    return this.objects.in(resource).put({ metadata: {}, livemode: false, ...fields, id, object, created });
  }
}

/** Builds a customer with all fields that the API returns. */
export function customerFields(fields: Fields): Fields {
  const absent = { name: null, email: null, phone: null, description: null };
  return { ...absent, currency: null, balance: 0, delinquent: false, ...fields };
}
