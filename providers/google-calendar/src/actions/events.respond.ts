/** `events.respond`: responds to an invitation. */
import { oneOf } from "@svc/contract";
import { defineAction } from "@svc/provider-kit";
import { Type } from "typebox";
import { patchRequest } from "../client.ts";
import { guestsOf, readEvent } from "../events.ts";
import { calendarId, eventId, sendUpdates } from "../fields.ts";
import { notGuest, previewResponse } from "../previews.ts";
import { responseOf, event } from "../resources.ts";
import { writing } from "../scopes.ts";

export const eventsRespond = defineAction({
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
    return event.read((await provider.change(request, { accept: [200], facts })).body);
  },
});
