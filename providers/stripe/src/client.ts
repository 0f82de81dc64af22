/**
 * Requests to Stripe's API as data. Changes are forms with bracket notation, and carry an idempotency key:
 * https://docs.stripe.com/api/idempotent_requests, https://docs.stripe.com/api/metadata
 */
import type { FormValue, Marker, ProviderRequest, QueryValue } from "@svc/provider-kit";

/** The key of our marker in an object's metadata. Everyone with access to the account can see it. */
export const markerKey = "svc";

/** A page of a list: `startingAfter` is the id of the previous page's last entry. */
export type Page = { limit?: number | undefined; startingAfter?: string | undefined };

/** Builds a request for a list of objects. */
export function listRequest(
  resource: string,
  { limit, startingAfter, ...filters }: Page & Readonly<Record<string, QueryValue>>,
): ProviderRequest {
  return { method: "GET", path: ["v1", resource], query: { ...filters, limit, starting_after: startingAfter } };
}

/** Builds a request for one object. */
export function getRequest(resource: string, id: string): ProviderRequest {
  return { method: "GET", path: ["v1", resource, id] };
}

/** Builds a request that creates or updates an object, with the execution's marker in its metadata. */
export function postRequest(
  path: readonly string[],
  marker: Marker,
  {
    metadata = {},
    ...form
  }: Readonly<Record<string, FormValue>> & { metadata?: Readonly<Record<string, string>> | undefined },
): ProviderRequest {
  return {
    method: "POST",
    path: ["v1", ...path],
    headers: { "Idempotency-Key": marker.base64url },
    form: { ...form, metadata: { ...metadata, [markerKey]: marker.base64url } },
  };
}

/** Builds a request that cancels a subscription. */
export function cancelRequest(id: string, form: Readonly<Record<string, FormValue>>): ProviderRequest {
  return { method: "DELETE", path: ["v1", "subscriptions", id], form };
}
