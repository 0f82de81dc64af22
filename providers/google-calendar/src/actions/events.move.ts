/** `events.move`: moves an event to another calendar. */
import { defineAction } from "@svc/provider-kit";
import { Type } from "typebox";
import { moveRequest } from "../client.ts";
import { findEvent } from "../events.ts";
import { calendarId, eventId, sendUpdates } from "../fields.ts";
import { previewMove } from "../previews.ts";
import { event } from "../resources.ts";
import { writing } from "../scopes.ts";

export const eventsMove = defineAction({
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
    return event.read((await provider.change(request, { accept: [200], facts: { wasDifferent } })).body);
  },
});
