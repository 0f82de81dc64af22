/** `events.get`: reads one event. */
import { defineAction } from "@svc/provider-kit";
import { Type } from "typebox";
import { readEvent } from "../events.ts";
import { calendarId, eventId } from "../fields.ts";
import { event } from "../resources.ts";
import { reading } from "../scopes.ts";

export const eventsGet = defineAction({
  id: "events.get",
  title: "Get an event",
  description: "Reads one event. A deleted event has the status cancelled.",
  consent: "See the details of your events",
  effect: "read",
  idempotency: "safe",
  requiredScopes: reading,
  mcp: true,
  sensitiveOutput: false,
  input: Type.Object({ calendarId, eventId }, { additionalProperties: false }),
  output: event.schema,
  example: { calendarId: "primary", eventId: "standup00001" },
  async run({ calendarId, eventId }, provider) {
    return (await readEvent(provider, calendarId, eventId)).output;
  },
});
