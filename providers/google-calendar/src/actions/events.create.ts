/** `events.create`: creates an event. */
import { defineAction, ProviderFailure } from "@svc/provider-kit";
import { Type } from "typebox";
import { eventRequest, insertRequest } from "../client.ts";
import { findEvent, isAbsent } from "../events.ts";
import { attendees, calendarId, description, location, recurrence, sendUpdates, summary, when } from "../fields.ts";
import { previewCreation } from "../previews.ts";
import { event } from "../resources.ts";
import { writing } from "../scopes.ts";

export const eventsCreate = defineAction({
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
  output: event.schema,
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
