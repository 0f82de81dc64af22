/** `events.update`: changes some fields of an event. */
import { defineAction, ProviderFailure } from "@svc/provider-kit";
import { Type } from "typebox";
import { markerProperty, patchRequest } from "../client.ts";
import { conditionNotMet } from "../errors.ts";
import { judgeVersion, markerOf, readEvent, versionFacts } from "../events.ts";
import { attendees, calendarId, description, eventId, location, sendUpdates, summary, when } from "../fields.ts";
import { previewUpdate } from "../previews.ts";
import { event } from "../resources.ts";
import { writing } from "../scopes.ts";

export const eventsUpdate = defineAction({
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
  output: event.schema,
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
    read: async (input, provider) => await previewUpdate(input, provider),
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
