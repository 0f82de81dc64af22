/** The actions that change events, in the catalog's order. */
import { oneOf } from "@svc/contract";
import { defineAction, OutcomeUnknown, ProviderFailure } from "@svc/provider-kit";
import { Type } from "typebox";
import { deleteRequest, eventRequest, insertRequest, markerProperty, moveRequest, patchRequest } from "../client.ts";
import { conditionNotMet, refuse } from "../errors.ts";
import { findEvent, guestsOf, isAbsent, judgeVersion, markerOf, readEvent, versionFacts } from "../events.ts";
import {
  attendees,
  calendarId,
  description,
  eventId,
  location,
  recurrence,
  sendUpdates,
  summary,
  when,
} from "../fields.ts";
import {
  notGuest,
  previewCreation,
  previewDeletion,
  previewMove,
  previewResponse,
  previewUpdate,
} from "../previews.ts";
import { event, responseOf, writtenEvent } from "../resources.ts";
import { writing } from "../scopes.ts";

const eventsCreate = defineAction({
  id: "events.create",
  title: "Create an event",
  description:
    "Creates an event with an id that svc chooses, so that a lost response can be settled. If it has guests, `sendUpdates` says whom Google emails.",
  consent: "Create events on your calendars",
  effect: "write",
  idempotency: "unsafe",
  requiredScopes: writing,
  mcp: true,
  sensitiveOutput: false,
  input: Type.Object(
    {
      calendarId,
      summary,
      start: when("When it starts."),
      end: when("When it ends. For an all-day event, the day after its last day."),
      description: Type.Optional(description),
      location: Type.Optional(location),
      attendees: Type.Optional(attendees),
      recurrence: Type.Optional(recurrence),
      withMeet: Type.Optional(Type.Boolean({ description: "Whether to add a video meeting." })),
      sendUpdates: Type.Optional(sendUpdates),
    },
    { additionalProperties: false },
  ),
  output: writtenEvent.schema,
  example: {
    calendarId: "primary",
    summary: "Lunch",
    start: { dateTime: "2026-03-12T12:00:00+01:00" },
    end: { dateTime: "2026-03-12T13:00:00+01:00" },
  },
  evidence: {
    strength: "exact",
    needs: ["events.get"],
    // Google doesn't guarantee that an event can be read everywhere immediately.
    quietSeconds: 900,
    async settle({ input, marker, provider }) {
      // The input was valid when it was sent.
      const request = eventRequest(input.calendarId ?? "", marker.base32hex);
      const response = await provider.read(request, { accept: [200, 404, 410] });
      // A cancelled event was created, and then someone deleted it.
      if (response.status === 200) return { verdict: "applied", basis: "marker", output: event.read(response.body) };
      if (response.status === 410 || !isAbsent(response)) {
        return { verdict: "undetermined", why: "Google's response doesn't say that the event never existed." };
      }
      // Someone may have moved it to another calendar.
      return { verdict: "not_applied", basis: "absence", isAnchored: false };
    },
  },
  preview: {
    needs: ["calendars.list"],
    read: async (input, provider) => await previewCreation(input, provider),
  },
  async run({ calendarId, withMeet = false, sendUpdates = "none", ...fields }, provider) {
    const { base32hex: id, uuid: requestId } = provider.marker;
    const meet = withMeet ? { conferenceData: { createRequest: { requestId } } } : {};
    const query = { sendUpdates, ...(withMeet ? { conferenceDataVersion: 1 } : {}) };
    const request = insertRequest(calendarId, { id, ...fields, ...meet }, query);
    const response = await provider.change(request, { accept: [200, 409] });
    if (response.status === 200) return event.read(response.body);
    // Only this execution uses the id, so a copy of this request, made on the way, created the event.
    const copy = await findEvent(provider, calendarId, id);
    if (copy !== null) return copy;
    throw new ProviderFailure({ code: "PROVIDER_ERROR" });
  },
});

const eventsUpdate = defineAction({
  id: "events.update",
  title: "Change an event",
  description:
    "Updates the given fields of an event and leaves the others unchanged. `attendees` replaces the whole list of guests. If someone else changes the event at the same time, nothing is changed.",
  consent: "Change the events on your calendars",
  effect: "write",
  idempotency: "unsafe",
  requiredScopes: writing,
  mcp: true,
  sensitiveOutput: false,
  input: Type.Object(
    {
      calendarId,
      eventId,
      summary: Type.Optional(summary),
      start: Type.Optional(when("When it starts.")),
      end: Type.Optional(when("When it ends. For an all-day event, the day after its last day.")),
      description: Type.Optional(description),
      location: Type.Optional(location),
      attendees: Type.Optional(attendees),
      sendUpdates: Type.Optional(sendUpdates),
    },
    { additionalProperties: false },
  ),
  output: writtenEvent.schema,
  example: { calendarId: "primary", eventId: "standup00001", location: "Room 4" },
  evidence: {
    strength: "strong",
    needs: ["events.get"],
    facts: versionFacts,
    async settle({ input, facts, marker, provider }) {
      // The input was valid when it was sent.
      const now = await readEvent(provider, input.calendarId ?? "", input.eventId ?? "");
      return judgeVersion(now, marker.hex, facts?.etag);
    },
  },
  preview: {
    needs: ["events.get"],
    read: async (input, provider, withheld) => await previewUpdate(input, provider, withheld),
  },
  async run({ calendarId, eventId, sendUpdates = "none", ...fields }, provider) {
    const { etag } = await readEvent(provider, calendarId, eventId);
    const extendedProperties = { private: { [markerProperty]: provider.marker.hex } };
    const request = patchRequest(calendarId, eventId, { etag, body: { ...fields, extendedProperties }, sendUpdates });
    const response = await provider.change(request, { accept: [200, 412], facts: { etag } });
    if (response.status === 200) return event.read(response.body);
    // The newer version may come from a copy of this request, made on the way.
    const now = await readEvent(provider, calendarId, eventId);
    if (markerOf(now.fields) === provider.marker.hex) return now.output;
    throw new ProviderFailure(conditionNotMet);
  },
});

const eventsRespond = defineAction({
  id: "events.respond",
  title: "Answer an invitation",
  description:
    "Accepts, tentatively accepts or declines an invitation on behalf of the calendar's own user. If someone else changes the event at the same time, nothing is changed.",
  consent: "Answer invitations on your behalf",
  effect: "write",
  idempotency: "idempotent",
  requiredScopes: writing,
  mcp: true,
  sensitiveOutput: false,
  input: Type.Object(
    {
      calendarId,
      eventId,
      response: oneOf(["accepted", "tentative", "declined"], "The response."),
      sendUpdates: Type.Optional(sendUpdates),
    },
    { additionalProperties: false },
  ),
  output: event.schema,
  example: { calendarId: "primary", eventId: "review00001", response: "accepted" },
  evidence: {
    strength: "state",
    needs: ["events.get"],
    facts: Type.Object(
      { wasDifferent: Type.Boolean({ description: "Whether the response was different before." }) },
      { additionalProperties: false },
    ),
    async settle({ input, facts, provider }) {
      // The input was valid when it was sent.
      const { output } = await readEvent(provider, input.calendarId ?? "", input.eventId ?? "");
      if (responseOf(output) !== input.response)
        return { verdict: "undetermined", why: "The user's response is different now." };
      return { verdict: "applied", basis: "state", wasDifferent: facts?.wasDifferent ?? false, output };
    },
  },
  preview: {
    needs: ["events.get"],
    read: async (input, provider) => await previewResponse(input, provider),
  },
  async run({ calendarId, eventId, response, sendUpdates = "none" }, provider) {
    const before = await readEvent(provider, calendarId, eventId);
    const guests = guestsOf(before);
    if (!guests.some(({ self }) => self === true)) throw notGuest();
    // A change replaces the whole list, so the other guests are sent back unchanged.
    const attendees = guests.map((guest) => (guest["self"] === true ? { ...guest, responseStatus: response } : guest));
    const facts = { wasDifferent: responseOf(before.output) !== response };
    const request = patchRequest(calendarId, eventId, { etag: before.etag, body: { attendees }, sendUpdates });
    const changed = await provider.change(request, { accept: [200, 412], facts });
    if (changed.status === 200) return event.read(changed.body);
    // Usually someone else changed the event, but a copy of this request, made on the way, changes it too.
    const now = facts.wasDifferent ? responseOf((await readEvent(provider, calendarId, eventId)).output) : null;
    if (now === response) throw new OutcomeUnknown();
    throw new ProviderFailure(conditionNotMet);
  },
});

const eventsMove = defineAction({
  id: "events.move",
  title: "Move an event to another calendar",
  description:
    "Moves an event to another of the user's calendars, which changes its organizer. Instances of recurring events can't be moved.",
  consent: "Move events between your calendars",
  effect: "write",
  idempotency: "unsafe",
  requiredScopes: writing,
  mcp: true,
  sensitiveOutput: false,
  input: Type.Object(
    { calendarId, eventId, destination: calendarId, sendUpdates: Type.Optional(sendUpdates) },
    { additionalProperties: false },
  ),
  output: event.schema,
  example: { calendarId: "primary", eventId: "offsite00001", destination: "team@group.calendar.google.com" },
  evidence: {
    strength: "state",
    needs: ["events.get"],
    facts: Type.Object(
      { wasDifferent: Type.Boolean({ description: "Whether the destination didn't have the event before." }) },
      { additionalProperties: false },
    ),
    async settle({ input, facts, provider }) {
      // The input was valid when it was sent.
      const output = await findEvent(provider, input.destination ?? "", input.eventId ?? "");
      if (output === null) return { verdict: "undetermined", why: "The destination doesn't have the event." };
      return { verdict: "applied", basis: "state", wasDifferent: facts?.wasDifferent ?? false, output };
    },
  },
  preview: {
    needs: ["events.get", "calendars.list"],
    read: async (input, provider) => await previewMove(input, provider),
  },
  async run({ calendarId, eventId, destination, sendUpdates = "none" }, provider) {
    const wasDifferent = (await findEvent(provider, destination, eventId)) === null;
    const request = moveRequest(calendarId, eventId, { destination, sendUpdates });
    const moved = await provider.change(request, { accept: [200, 404], facts: { wasDifferent } });
    if (moved.status === 200) return event.read(moved.body);
    // A copy of this request, made on the way, may have moved it.
    if (wasDifferent && (await findEvent(provider, destination, eventId)) !== null) throw new OutcomeUnknown();
    throw new ProviderFailure(refuse(moved, { credentialKind: provider.credentialKind, change: true }));
  },
});

const eventsDelete = defineAction({
  id: "events.delete",
  title: "Delete an event",
  description:
    "Deletes an event. `deleted` is false if it was already deleted. Deleting a recurring event deletes all its instances.",
  consent: "Delete events from your calendars",
  effect: "destructive",
  idempotency: "idempotent",
  requiredScopes: writing,
  mcp: false,
  sensitiveOutput: false,
  input: Type.Object({ calendarId, eventId, sendUpdates: Type.Optional(sendUpdates) }, { additionalProperties: false }),
  output: Type.Object(
    { deleted: Type.Boolean({ description: "Whether this call deleted it; false if it was already deleted." }) },
    { additionalProperties: false },
  ),
  example: { calendarId: "primary", eventId: "standup00001" },
  evidence: {
    strength: "state",
    needs: ["events.get"],
    facts: Type.Object(
      { wasThere: Type.Boolean({ description: "Whether the event existed before." }) },
      { additionalProperties: false },
    ),
    async settle({ input, facts, provider }) {
      // The input was valid when it was sent.
      const now = await findEvent(provider, input.calendarId ?? "", input.eventId ?? "");
      if (now !== null) return { verdict: "undetermined", why: "The event still exists." };
      const wasDifferent = facts?.wasThere ?? false;
      return { verdict: "applied", basis: "state", wasDifferent, output: { deleted: wasDifferent } };
    },
  },
  preview: {
    needs: ["events.get"],
    read: async (input, provider) => await previewDeletion(input, provider),
  },
  async run({ calendarId, eventId, sendUpdates = "none" }, provider) {
    const wasThere = (await findEvent(provider, calendarId, eventId)) !== null;
    const request = deleteRequest(calendarId, eventId, sendUpdates);
    const { status } = await provider.change(request, { accept: [204, 410], facts: { wasThere } });
    return { deleted: status === 204 };
  },
});

export const eventChangeActions = [eventsCreate, eventsUpdate, eventsRespond, eventsMove, eventsDelete];
