/** Connections whose users agreed to events, made as their users make them, and what their log holds. */
import assert from "node:assert/strict";
import type { Connection, EventList, Tenant } from "@svc/contract";
import {
  Caller,
  openSession,
  uniqueName,
  untilSettled,
  type HttpClient,
  type TestClient,
} from "../../conformance/harness/index.ts";
import { Journey } from "../../conformance/harness/oauth/journey.ts";
import type { Source } from "./sources.ts";

/** Who connects, and what they agree to. */
export interface Wish {
  readonly source: Source;
  readonly login: string;
  /** None for a connection that asks for no events. */
  readonly types: readonly string[];
}

/** A connection. */
export interface Subscriber {
  readonly slug: string;
  readonly types: readonly string[];
  /** The account, as deliveries name it. */
  readonly account: string;
  readonly tenantId: string;
  readonly connectionId: string;
  /** The key of its service client. */
  readonly key: string;
}

/** Connects a new tenant's account. @throws AssertionError if it can't be connected, or gets other events. */
export async function subscribe(client: TestClient, { source, login, types }: Wish): Promise<Subscriber> {
  const { caller, key } = client;
  const idempotencyKey = uniqueName("tenant");
  const made = await caller.post(
    "/v1/tenants",
    { externalId: idempotencyKey, displayName: "Acme" },
    { idempotencyKey },
  );
  const { id: tenantId } = made.json as Tenant;
  const session = await openSession(caller, tenantId, {
    provider: source.slug,
    authKind: "oauth2_authorization_code",
    requestedActions: [source.action],
    requestedEvents: types,
  });
  const journey = new Journey({ caller, session });
  await journey.agreeAtSimulator({ login });
  const { connection_id: connectionId } = await untilSettled(caller, tenantId, session.id);
  assert.ok(connectionId !== null, "the session wasn't completed");
  const response = await caller.get(`/v1/tenants/${tenantId}/connections/${connectionId}`);
  const { account, grantedEvents } = response.json as Connection;
  assert.deepEqual(new Set(grantedEvents), new Set(types));
  const named = source.accountOf(account.slug);
  return { slug: source.slug, types, account: named, tenantId, connectionId, key };
}

/** An event of a connection, as the log shows it. */
export interface Logged {
  readonly id: string;
  readonly type: string;
  readonly connectionId: string;
}

const pageSize = 100;

/** Reads the providers' events in the log of a connection's tenant. */
export async function logOf(http: HttpClient, { key, tenantId }: Subscriber): Promise<readonly Logged[]> {
  const caller = new Caller(http, key);
  const found: Logged[] = [];
  for (let cursor: string | null = ""; cursor !== null;) {
    const from = cursor === "" ? "" : `&cursor=${encodeURIComponent(cursor)}`;
    const response = await caller.get(`/v1/events?tenant_id=${tenantId}&limit=${String(pageSize)}${from}`);
    assert.equal(response.status, 200, response.text);
    const page = response.json as EventList;
    for (const { type, data, tenant_id } of page.events.filter((event) => event.type.startsWith("provider."))) {
      const text = (name: string): string => String(data[name]);
      assert.equal(tenant_id, tenantId);
      found.push({ id: text("providerEventId"), type, connectionId: text("connection_id") });
    }
    cursor = page.nextCursor;
  }
  return found;
}
