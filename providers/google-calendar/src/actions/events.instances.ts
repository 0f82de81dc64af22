/** `events.instances`: lists the instances of a recurring event. */
import { defineAction, readEntries, unreadableCount } from "@svc/provider-kit";
import { list, record } from "@svc/provider-kit/shape";
import { Type } from "typebox";
import { instancesRequest } from "../client.ts";
import { calendarId, eventId, moment, pageSize, pageToken } from "../fields.ts";
import { nextPageToken, nextPageTokenOf } from "../pages.ts";
import { event } from "../resources.ts";
import { reading } from "../scopes.ts";

export const eventsInstances = defineAction({
  id: "events.instances",
  title: "List the instances of an event",
  description: "Lists the instances of a recurring event, one page at a time.",
  consent: "See the dates of your recurring events",
  effect: "read",
  idempotency: "safe",
  requiredScopes: reading,
  mcp: true,
  sensitiveOutput: false,
  input: Type.Object(
    {
      calendarId,
      eventId,
      timeMin: Type.Optional(moment("Returns only instances that end after this time.")),
      timeMax: Type.Optional(moment("Returns only instances that start before this time.")),
      pageSize: Type.Optional(pageSize),
      pageToken: Type.Optional(pageToken),
    },
    { additionalProperties: false },
  ),
  output: Type.Object(
    {
      events: Type.Array(event.schema, { description: "The instances on this page." }),
      unreadable: unreadableCount,
      nextPageToken,
    },
    { additionalProperties: false },
  ),
  example: { calendarId: "primary", eventId: "weekly00001" },
  async run({ calendarId, eventId, pageSize = 50, ...filters }, provider) {
    const request = instancesRequest(calendarId, eventId, { ...filters, pageSize });
    const { body } = await provider.read(request, { accept: [200] });
    const { items, unreadable } = readEntries(list(record(body)["items"]), event.read);
    return { events: items, unreadable, nextPageToken: nextPageTokenOf(body) };
  },
});
