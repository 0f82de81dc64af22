/** `events.delete`: deletes an event. */
import { defineAction } from "@svc/provider-kit";
import { Type } from "typebox";
import { deleteRequest } from "../client.ts";
import { findEvent } from "../events.ts";
import { calendarId, eventId, sendUpdates } from "../fields.ts";
import { previewDeletion } from "../previews.ts";
import { writing } from "../scopes.ts";

export const eventsDelete = defineAction({
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
