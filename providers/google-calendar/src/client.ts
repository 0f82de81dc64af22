/** Requests to the Calendar API v3 as data, one function per method of the API. Pure. */
import type { ProviderRequest, QueryValue } from "@svc/provider-kit";

/** The name of svc's private property on an event, which has the marker of svc's last change. */
export const markerProperty = "svc";

/** A page of a list. */
export type Page = { pageSize?: number | undefined; pageToken?: string | undefined };

const base = ["calendar", "v3"];
const eventsOf = (calendarId: string, ...more: string[]) => [...base, "calendars", calendarId, "events", ...more];

/** `calendarList.list` */
export function calendarsRequest({ pageSize, pageToken }: Page): ProviderRequest {
  return get([...base, "users", "me", "calendarList"], { maxResults: pageSize, pageToken });
}

/** `events.list` */
export function eventsRequest(
  calendarId: string,
  { pageSize, pageToken, ...filters }: Page & Readonly<Record<string, QueryValue>>,
): ProviderRequest {
  return get(eventsOf(calendarId), { ...filters, maxResults: pageSize, pageToken });
}

/** `events.get` */
export function eventRequest(calendarId: string, eventId: string): ProviderRequest {
  return get(eventsOf(calendarId, eventId), {});
}

/** `events.instances` */
export function instancesRequest(
  calendarId: string,
  eventId: string,
  { pageSize, pageToken, ...filters }: Page & Readonly<Record<string, QueryValue>>,
): ProviderRequest {
  return get(eventsOf(calendarId, eventId, "instances"), { ...filters, maxResults: pageSize, pageToken });
}

/** `events.insert` with an id that svc chooses. Google refuses a second event with it. */
export function insertRequest(
  calendarId: string,
  body: object,
  query: { sendUpdates?: string; conferenceDataVersion?: number },
): ProviderRequest {
  return { method: "POST", path: eventsOf(calendarId), query, json: body };
}

/** `events.patch`, only if the event still has the version that was read. */
export function patchRequest(
  calendarId: string,
  eventId: string,
  { etag, body, sendUpdates }: { etag: string; body: object; sendUpdates: string | undefined },
): ProviderRequest {
  return {
    method: "PATCH",
    path: eventsOf(calendarId, eventId),
    query: { sendUpdates },
    headers: { "If-Match": etag },
    json: body,
  };
}

/** `events.move` */
export function moveRequest(
  calendarId: string,
  eventId: string,
  query: { destination: string; sendUpdates: string | undefined },
): ProviderRequest {
  return { method: "POST", path: eventsOf(calendarId, eventId, "move"), query };
}

/** `events.delete`: its response has no body. */
export function deleteRequest(calendarId: string, eventId: string, sendUpdates: string | undefined): ProviderRequest {
  return { method: "DELETE", path: eventsOf(calendarId, eventId), query: { sendUpdates }, responseBody: "discard" };
}

/** `freebusy.query`: a read by POST. */
export function freeBusyRequest(body: object): ProviderRequest {
  return { method: "POST", path: [...base, "freeBusy"], json: body };
}

function get(path: string[], query: Readonly<Record<string, QueryValue>>): ProviderRequest {
  return { method: "GET", path, query };
}
