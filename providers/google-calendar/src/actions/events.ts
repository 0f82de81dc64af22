/** The actions that read events, in the catalog's order. */
import { defineAction, readEntries, unreadableCount } from "@svc/provider-kit";
import { list, record } from "@svc/provider-kit/shape";
import { Type } from "typebox";
import { eventsRequest, instancesRequest } from "../client.ts";
import { readEvent } from "../events.ts";
import { calendarId, eventId, moment, pageSize, pageToken } from "../fields.ts";
import { nextPageToken, nextPageTokenOf } from "../pages.ts";
import { event } from "../resources.ts";
import { reading } from "../scopes.ts";

const eventsList = defineAction({
  id: "events.list",
  title: "List events",
  description:
    "Lists the events on a calendar, one page at a time. Lists the instances of recurring events, ordered by start time, unless `singleEvents` is false.",
  consent: "See the events on your calendars",
  effect: "read",
  idempotency: "safe",
  requiredScopes: reading,
  mcp: true,
  sensitiveOutput: false,
  input: Type.Object(
    {
      calendarId,
      timeMin: Type.Optional(moment("Returns only events that end after this time.")),
      timeMax: Type.Optional(moment("Returns only events that start before this time.")),
      query: Type.Optional(
        Type.String({
          description: "Words to search for in the event's texts, location and guests.",
          minLength: 1,
          maxLength: 500,
        }),
      ),
      singleEvents: Type.Optional(
        Type.Boolean({
          description:
            "Whether to list the instances of recurring events instead of the events themselves; true by default.",
        }),
      ),
      pageSize: Type.Optional(pageSize),
      pageToken: Type.Optional(pageToken),
    },
    { additionalProperties: false },
  ),
  output: Type.Object(
    {
      events: Type.Array(event.schema, { description: "The events on this page." }),
      unreadable: unreadableCount,
      nextPageToken,
    },
    { additionalProperties: false },
  ),
  example: { calendarId: "primary", timeMin: "2026-03-01T00:00:00Z", timeMax: "2026-04-01T00:00:00Z" },
  async run({ calendarId, query, singleEvents = true, pageSize = 50, ...filters }, provider) {
    const order = singleEvents ? { orderBy: "startTime" } : {};
    const request = eventsRequest(calendarId, { ...filters, ...order, q: query, singleEvents, pageSize });
    const { body } = await provider.read(request, { accept: [200] });
    const { items, unreadable } = readEntries(list(record(body)["items"]), event.read);
    return { events: items, unreadable, nextPageToken: nextPageTokenOf(body) };
  },
});

const eventsGet = defineAction({
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

const eventsInstances = defineAction({
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

export const eventActions = [eventsList, eventsGet, eventsInstances];
