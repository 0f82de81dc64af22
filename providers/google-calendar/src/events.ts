/** Reads of events before a change, and for looks after a lost response. */
import { reasonsOf } from "@svc/google";
import { ProviderFailure, type EvidenceVerdict, type ProviderResponse, type ReadPort } from "@svc/provider-kit";
import { isRecord, list, record, textOf } from "@svc/provider-kit/shape";
import { Type, type Static } from "typebox";
import { eventRequest, markerProperty } from "./client.ts";
import { event } from "./resources.ts";

/** An event with its version. */
export type ReadEvent = {
  etag: string;
  fields: Readonly<Record<string, unknown>>;
  output: Static<typeof event.schema>;
};

/** The facts of a PATCH: the version that it was based on. */
export const versionFacts = Type.Object(
  { etag: Type.String({ description: "The version that the change was based on.", maxLength: 200 }) },
  { additionalProperties: false },
);

/** Reads an event. @throws ProviderFailure if it doesn't exist, or the response isn't an event. */
export async function readEvent(provider: ReadPort, calendarId: string, eventId: string): Promise<ReadEvent> {
  const { body } = await provider.read(eventRequest(calendarId, eventId), { accept: [200] });
  const fields = record(body);
  return { etag: textOf(fields["etag"]), fields, output: event.read(body) };
}

/**
 * Reads an event that may not exist; null if there is none or it is cancelled.
 * @throws ProviderFailure if an absence isn't reported in Google's own format, because a proxy may also answer 404.
 */
export async function findEvent(
  provider: ReadPort,
  calendarId: string,
  eventId: string,
): Promise<Static<typeof event.schema> | null> {
  const response = await provider.read(eventRequest(calendarId, eventId), { accept: [200, 404, 410] });
  if (response.status === 200) {
    const found = event.read(response.body);
    return found.status === "cancelled" ? null : found;
  }
  if (isAbsent(response)) return null;
  throw new ProviderFailure({
    code: "PROVIDER_ERROR",
    detail: "Google's response doesn't say whether the event exists.",
  });
}

/** Whether Google says that the event doesn't exist, or no longer does. */
export function isAbsent(response: ProviderResponse): boolean {
  return reasonsOf(response).some((reason) => reason === "notFound" || reason === "deleted");
}

/** The guests of an event, exactly as Google returned them, because a change replaces the whole list. */
export function guestsOf({ fields }: ReadEvent): readonly Readonly<Record<string, unknown>>[] {
  return fields["attendees"] === undefined ? [] : list(fields["attendees"]).map(record);
}

/** The marker of svc's last change; null if there is none. */
export function markerOf(fields: Readonly<Record<string, unknown>>): string | null {
  const properties = fields["extendedProperties"];
  const own =
    isRecord(properties) && isRecord(properties["private"]) ? properties["private"][markerProperty] : undefined;
  return typeof own === "string" ? own : null;
}

/** The verdict of a look for a PATCH. */
export function judgeVersion(now: ReadEvent, marker: string, before: string | undefined): EvidenceVerdict {
  if (markerOf(now.fields) === marker) return { verdict: "applied", basis: "marker", output: now.output };
  if (before === undefined)
    return { verdict: "undetermined", why: "The version that the change was based on isn't known." };
  // While the version is the same, the change hasn't happened, though it may still arrive.
  if (now.etag === before) return { verdict: "not_applied", basis: "absence", isAnchored: true };
  return {
    verdict: "undetermined",
    why: "Someone has changed the event since, so the marker may have been replaced.",
  };
}
