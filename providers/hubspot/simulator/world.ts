/** The simulated HubSpot account. */
import {
  authorizationPositions,
  AuthorizationServer,
  authorizationSwitches,
  type AuthorizationOptions,
  commonSwitches,
  counter,
  RateLimits,
  Refusal,
  simulatedApp,
  Store,
  Tokens,
  type AuthorizationSwitches,
  type CommonSwitches,
  type OAuthToken,
} from "@svc/simulator";
import { objectTypes, type ObjectType, type StoredAssociation, type StoredObject, type StoredOwner } from "./model.ts";

/** The switches of the simulated account. */
export interface Switches extends CommonSwitches, AuthorizationSwitches {
  /** How many requests the app may send in ten seconds. */
  requestsPerTenSeconds: number;
  /** The status with which every change fails, without an effect; 0 to accept changes. */
  changesResponse: number;
  /** A batch's errors: none, alone, or next to a result, which leaves the outcome unknown. Errors have status 207. */
  batchErrors: "none" | "alone" | "beside";
}

const switchTable = {
  defaults: {
    ...commonSwitches,
    ...authorizationSwitches,
    accessTokenSeconds: 1800,
    refreshTokens: "stay" as AuthorizationSwitches["refreshTokens"],
    requestsPerTenSeconds: 10_000,
    changesResponse: 0,
    batchErrors: "none" as Switches["batchErrors"],
  },
  positions: {
    ...authorizationPositions,
    changesResponse: [0, 409, 423, 477, 502],
    batchErrors: ["none", "alone", "beside"] as const,
  },
};

/** The app that a sandbox's operator configures. */
export const app = simulatedApp("hubspot");

/** The account's id. */
export const portalId = 1234567;

const openedMs = Date.UTC(2026, 2, 2, 8);

/**
 * HubSpot names a dead grant in `status`, and sends no `error`: https://github.com/airbytehq/airbyte/issues/79592.
 * Sometimes it's a plain `invalid_grant`, as other servers send it.
 */
const tokenRefusal: NonNullable<AuthorizationOptions["tokenRefusal"]> = ({ error, about }) => {
  const named = about === "refresh_token" ? "BAD_REFRESH_TOKEN" : "BAD_AUTH_CODE";
  const status = error === "invalid_grant" ? named : error.toUpperCase();
  return { status: 400, json: { status, message: "missing or invalid", correlationId: "c-1" } };
};

/** The state of the simulated account. */
export class HubspotWorld extends Store<Switches> {
  readonly types = this.collection<{ id: ObjectType }, "id">({ key: "id" });
  readonly objects = this.types.collection<StoredObject & { number: number }, "number">({
    key: "number",
    ids: counter({ from: 1001 }),
  });
  readonly associations = this.collection<StoredAssociation, "key">({ key: "key" });
  readonly owners = this.collection<StoredOwner, "id">({ key: "id" });
  readonly tokens = this.keep(new Tokens<OAuthToken>());
  readonly limits = this.keep(
    new RateLimits<"tenSeconds", number>({
      tenSeconds: { limit: (requests) => requests, windowMs: () => 10_000 },
    }),
  );
  readonly authorization = this.keep(
    new AuthorizationServer({
      name: "HubSpot",
      apps: [app],
      users: () => [{ login: "alex", name: "Alex Rivera" }],
      tokens: this.tokens,
      switches: () => this.switches,
      clientAuthentication: ["post"],
      scopeParameters: { optional_scope: "same token" },
      tokenText: ({ kind, random }) => (kind === "access" ? `CAt-${random}` : `na1-${random}`),
      tokenResponse: ({ pair }) => ({
        access_token: pair.access.value,
        refresh_token: pair.refresh,
        expires_in: pair.expiresIn,
        token_type: "bearer",
        token_use: "access_token",
        hub_id: portalId,
        user_id: 42,
        scopes: pair.access.scopes,
      }),
      tokenRefusal,
      revocation: { authentication: "app", ends: "grant" },
    }),
  );

  constructor(switches: Partial<Switches> = {}) {
    super(switchTable, switches);
    this.reset();
  }

  protected override seed(): void {
    for (const id of objectTypes) this.types.put({ id });
    const put = (type: ObjectType, number: number, properties: StoredObject["properties"]) =>
      this.objects.in(type).put({ number, id: String(number), properties, createdMs: openedMs, updatedMs: openedMs });
    put("contacts", 101, { email: "robin@example.com", firstname: "Robin", lastname: "Rivera" });
    put("contacts", 102, { email: "ann@example.com", firstname: "Ann" });
    put("companies", 201, { name: "Example", domain: "example.com" });
    put("companies", 202, { name: "Other", domain: "other.example" });
    put("deals", 301, {
      dealname: "Three doors",
      amount: "300",
      dealstage: "appointmentscheduled",
      pipeline: "default",
    });
    put("tickets", 401, { subject: "The door sticks", hs_pipeline: "0", hs_pipeline_stage: "1" });
    this.associate(["contacts", "101"], ["companies", "201"]);
    this.owners.put({ id: "51", email: "alex@example.com", firstName: "Alex", lastName: "Rivera", userId: 42 });
  }

  override facts(nowMs: number): Readonly<Record<string, unknown>> {
    const objects = objectTypes.map((type) => [type, this.objects.in(type).values()] as const);
    return { ...this.authorization.facts(nowMs), ...Object.fromEntries(objects) };
  }

  /** Finds a record by id or by a unique property; undefined if there is none. */
  lookUp(type: ObjectType, id: string, idProperty: string | null): (StoredObject & { number: number }) | undefined {
    if (idProperty === null) return this.objects.in(type).get(Number(id));
    return this.objects
      .in(type)
      .values()
      .find(({ properties }) => properties[idProperty]?.toLowerCase() === id.toLowerCase());
  }

  /** Finds a record by id. Throws `Refusal` 404. */
  object(type: ObjectType, id: string): StoredObject & { number: number } {
    const found = this.lookUp(type, id, null);
    if (found === undefined) throw new Refusal(404, "resource not found", { code: "OBJECT_NOT_FOUND" });
    return found;
  }

  /** Adds a record. */
  add(type: ObjectType, properties: StoredObject["properties"], nowMs: number): StoredObject & { number: number } {
    const number = this.objects.in(type).newId();
    return this.objects.in(type).put({ number, id: String(number), properties, createdMs: nowMs, updatedMs: nowMs });
  }

  /** Associates two records, in both directions. */
  associate(one: readonly [type: string, id: string], other: readonly [type: string, id: string]): void {
    for (const [from, to] of [
      [one, other],
      [other, one],
    ] as const) {
      const [fromKey, toKey] = [from.join("/"), to.join("/")];
      this.associations.put({ key: `${fromKey} ${toKey}`, from: fromKey, to: toKey });
    }
  }
}
