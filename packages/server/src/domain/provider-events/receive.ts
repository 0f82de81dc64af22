/**
 * Takes a provider's delivery: verifies it, finds the connections that agreed to its event, and records it for each of
 * them. Only then is it answered. What isn't verified leaves no trace but a count.
 */
import { ServiceError, type ProviderEventName } from "@svc/contract";
import {
  accountsOf,
  eventAccountsMax,
  isTimely,
  ProviderFailure,
  proofOf,
  type Delivery,
  type Provider,
  type ProviderEvents,
  type ReadEvent,
} from "@svc/provider-kit";
import type { Platform } from "../../platform.ts";
import { compileSchema, type SchemaCheck } from "../schemas/compile.ts";
import type { Metrics } from "../telemetry/port.ts";
import type { EventRoute, ProviderEventStore, VerifyDelivery } from "./port.ts";
import type { OfferedSecrets } from "./offered-secrets.ts";
import type { EventSecrets } from "./secrets.ts";

/** A request at an app's address. `appId` is the app's id at the provider. */
export type Incoming = Delivery & { provider: string; appId: string };

/** The reply: empty, or what the provider expects when it checks the address. */
export type Reply = { text: string };

/** Dependencies of {@link createReceive}. */
export type ReceiveDeps = {
  provider: (slug: string) => Provider | null;
  secrets: Pick<EventSecrets, "of">;
  offered: Pick<OfferedSecrets, "take">;
  verify: VerifyDelivery;
  store: Pick<ProviderEventStore, "routes" | "record">;
  metrics: Pick<Metrics, "providerEvent">;
  platform: Pick<Platform, "nowMs">;
};

/**
 * @throws ServiceError UNAUTHENTICATED if it isn't verified; INVALID_REQUEST if it can't be read; and the store's
 * errors, after which the provider should send it again.
 */
export type Receive = (incoming: Incoming) => Promise<Reply>;

/** The most bytes of an event's fields, as JSON. */
const fieldBytesMax = 8 * 1024;
/** The most characters of a provider's id. */
const idLengthMax = 255;

/** Creates the function. */
export function createReceive(deps: ReceiveDeps): Receive {
  const checks = new WeakMap<object, SchemaCheck>();
  return async (incoming) => {
    const { provider, appId } = incoming;
    const events = deps.provider(provider)?.events;
    const owners = events === undefined ? [] : verifiedOwners(deps, events, incoming);
    if (events !== undefined && owners.length === 0 && (await isExpectedOffer(deps, events, incoming))) {
      deps.metrics.providerEvent(provider, "offered");
      return { text: "" };
    }
    if (events === undefined || owners.length === 0) {
      // A provider without events is no name to count under.
      deps.metrics.providerEvent(events === undefined ? "" : provider, "unverified");
      throw new ServiceError("UNAUTHENTICATED", { detail: unverifiedDetail });
    }
    const reply = events.handshake?.(incoming) ?? null;
    if (reply !== null) return { text: reply };
    const event = readEvent(deps, provider, events, incoming);
    if (event === null) {
      deps.metrics.providerEvent(provider, "ignored");
      return { text: "" };
    }
    if (!isAcceptable(checks, events, event)) throw unreadable(deps, provider);
    const clientIds = owners.includes("") ? null : owners;
    const accounts = accountsOf(event);
    const address = { provider, appId, clientIds, accounts, type: event.type };
    const routes = accounts.length === 0 ? [] : await deps.store.routes(address);
    if (routes.length === 0) deps.metrics.providerEvent(provider, "unmatched");
    // If one of them fails, the provider sends the delivery again, and the others already have it.
    const results = await Promise.all(routes.map((route) => deps.store.record(newEvent(provider, event, route))));
    for (const result of results) deps.metrics.providerEvent(provider, result);
    return { text: "" };
  };
}

const unverifiedDetail =
  "The delivery isn't signed with a secret of this app, or is too old. Nothing was kept. Compare the secret with the provider's.";

/** The service clients, or "" for the deployment, whose secret a delivery is signed with; none if it isn't verified. */
function verifiedOwners(deps: ReceiveDeps, { verification }: ProviderEvents, incoming: Incoming): string[] {
  const proof = proofOf(verification, incoming);
  if (proof === null || !isTimely(proof, deps.platform.nowMs())) return [];
  const known = deps.secrets.of(incoming.provider, incoming.appId);
  return known
    .filter(({ secret }) => deps.verify(proof, incoming.body, secret))
    .map(({ serviceClientId }) => serviceClientId);
}

/** Whether it only tells a secret that an operator waits for. It proves nothing, and is only shown. */
async function isExpectedOffer({ offered }: ReceiveDeps, events: ProviderEvents, incoming: Incoming): Promise<boolean> {
  const secret = events.offeredSecret?.(incoming) ?? null;
  return secret !== null && (await offered.take(incoming.provider, incoming.appId, secret));
}

function readEvent(deps: ReceiveDeps, provider: string, events: ProviderEvents, incoming: Incoming): ReadEvent | null {
  try {
    return events.read(incoming);
  } catch (error) {
    if (error instanceof ProviderFailure) throw unreadable(deps, provider);
    throw error;
  }
}

/** A verified delivery in another form is refused, so that the provider shows it as failed instead of it being lost. */
function unreadable({ metrics }: ReceiveDeps, provider: string): ServiceError {
  metrics.providerEvent(provider, "unreadable");
  const detail = "The delivery is verified, but not in the form that the provider documents. Nothing was kept.";
  return new ServiceError("INVALID_REQUEST", { detail });
}

/** @param checks the compiled schemas, by schema: a provider can be loaded again. */
function isAcceptable(checks: WeakMap<object, SchemaCheck>, { types }: ProviderEvents, event: ReadEvent): boolean {
  const data = types.find(({ type }) => type === event.type)?.data;
  const accounts = accountsOf(event);
  if (data === undefined || event.id === "" || event.id.length > idLengthMax) return false;
  if (accounts.length > eventAccountsMax || accounts.includes("")) return false;
  const check = checks.get(data) ?? compileSchema(data);
  checks.set(data, check);
  return check(event.data).length === 0 && Buffer.byteLength(JSON.stringify(event.data)) <= fieldBytesMax;
}

function newEvent(provider: string, event: ReadEvent, route: EventRoute) {
  const { id: providerEventId, occurredAt, data } = event;
  const type: ProviderEventName = `provider.${provider}.${event.type}`;
  const own = { connection_id: route.connectionId, provider, providerEventId, occurredAt };
  return { ...route, provider, type, providerEventId, published: { ...own, ...data } };
}
