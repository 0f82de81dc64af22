/** What actions read of an event before they change it, and after its answer was lost. */
import { reasonsOf } from "@svc/google";
import { ProviderFailure, type EvidenceVerdict, type ProviderAnswer, type ReadPort } from "@svc/provider-kit";
import { isRecord, list, record, textOf } from "@svc/provider-kit/shape";
import { Type, type Static } from "typebox";
import { eventRequest, markerProperty } from "./client.ts";
import { event } from "./resources.ts";

/** An event as it was read, with its version. */
export type ReadEvent = {
  etag: string;
  fields: Readonly<Record<string, unknown>>;
  output: Static<typeof event.schema>;
};

/** The facts of a change by PATCH: the version that it was based on. */
export const versionFacts = Type.Object(
  { etag: Type.String({ description: "The version on which the change was based.", maxLength: 200 }) },
  { additionalProperties: false },
);

/** Reads an event. @throws ProviderFailure if it isn't there, or the answer isn't an event. */
export async function readEvent(provider: ReadPort, calendarId: string, eventId: string): Promise<ReadEvent> {
  const { body } = await provider.read(eventRequest(calendarId, eventId), { accept: [200] });
  const fields = record(body);
  return { etag: textOf(fields["etag"]), fields, output: event.read(body) };
}

/**
 * Reads an event that may not be there; null for none, and for a cancelled one.
 * @throws ProviderFailure if the answer doesn't say so in Google's words: a proxy may answer 404 too.
 */
export async function findEvent(
  provider: ReadPort,
  calendarId: string,
  eventId: string,
): Promise<Static<typeof event.schema> | null> {
  const answer = await provider.read(eventRequest(calendarId, eventId), { accept: [200, 404, 410] });
  if (answer.status === 200) {
    const found = event.read(answer.body);
    return found.status === "cancelled" ? null : found;
  }
  if (isAbsent(answer)) return null;
  throw new ProviderFailure({
    code: "PROVIDER_ERROR",
    detail: "Google's answer doesn't say whether the event exists.",
  });
}

/** Whether Google says that there is no such event, or no longer. */
export function isAbsent(answer: ProviderAnswer): boolean {
  return reasonsOf(answer).some((reason) => reason === "notFound" || reason === "deleted");
}

/** The guests of an event as Google has them: a change replaces the whole list. */
export function guestsOf({ fields }: ReadEvent): readonly Readonly<Record<string, unknown>>[] {
  return fields["attendees"] === undefined ? [] : list(fields["attendees"]).map(record);
}

/** The marker of the last change by svc; null if there is none. */
export function markerOf(fields: Readonly<Record<string, unknown>>): string | null {
  const properties = fields["extendedProperties"];
  const own =
    isRecord(properties) && isRecord(properties["private"]) ? properties["private"][markerProperty] : undefined;
  return typeof own === "string" ? own : null;
}

/** What a look says about a change by PATCH. */
export function judgeVersion(now: ReadEvent, marker: string, before: string | undefined): EvidenceVerdict {
  if (markerOf(now.fields) === marker) return { verdict: "applied", basis: "marker", output: now.output };
  if (before === undefined) return { verdict: "undetermined", why: "It isn't known on which version it was based." };
  // While the version is the same, the change hasn't happened; whether it still can is a matter of time.
  if (now.etag === before) return { verdict: "not_applied", basis: "absence", isAnchored: true };
  return {
    verdict: "undetermined",
    why: "Somebody has changed the event since, so its marker may have been replaced.",
  };
}
