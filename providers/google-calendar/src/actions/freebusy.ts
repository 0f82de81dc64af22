/** Reads the busy times of calendars. */
import { defineAction } from "@svc/provider-kit";
import { isRecord, list, record, shape, time } from "@svc/provider-kit/shape";
import { Type } from "typebox";
import { freeBusyRequest } from "../client.ts";
import { calendarId, moment } from "../fields.ts";
import { askingBusy } from "../scopes.ts";

const span = shape({ start: time("start", "When it starts."), end: time("end", "When it ends.") });

const busyCalendar = Type.Object(
  {
    id: Type.String({ description: "Id of the calendar." }),
    busy: Type.Array(span.schema, { description: "The busy intervals; empty if the calendar can't be read." }),
    error: Type.Union([Type.String(), Type.Null()], {
      description: "Why the calendar can't be read, such as notFound; null if it was read.",
    }),
  },
  { additionalProperties: false },
);

/** Only these documented reasons are passed on. */
const reasons: ReadonlySet<unknown> = new Set([
  "groupTooBig",
  "tooManyCalendarsRequested",
  "notFound",
  "internalError",
]);

function busyTimes(response: unknown) {
  const { busy, errors } = record(response);
  const failed = errors === undefined ? [] : list(errors);
  const reason = failed.map((error) => (isRecord(error) ? error["reason"] : undefined)).find((one) => reasons.has(one));
  const error = failed.length === 0 ? null : typeof reason === "string" ? reason : "unknown";
  return { busy: busy === undefined ? [] : list(busy).map(span.read), error };
}

const freebusyQuery = defineAction({
  id: "freebusy.query",
  title: "Get busy times",
  description:
    "Returns the busy times of calendars, without the events' details. A calendar that can't be read has an error instead.",
  consent: "See when you and others are busy",
  effect: "read",
  idempotency: "safe",
  requiredScopes: askingBusy,
  mcp: true,
  sensitiveOutput: false,
  input: Type.Object(
    {
      calendarIds: Type.Array(calendarId, {
        description: "Ids of the calendars.",
        minItems: 1,
        maxItems: 50,
        uniqueItems: true,
      }),
      timeMin: moment("Start of the interval."),
      timeMax: moment("End of the interval."),
    },
    { additionalProperties: false },
  ),
  output: Type.Object(
    {
      calendars: Type.Array(busyCalendar, { description: "The requested calendars, in order." }),
    },
    { additionalProperties: false },
  ),
  example: { calendarIds: ["primary"], timeMin: "2026-03-09T00:00:00Z", timeMax: "2026-03-16T00:00:00Z" },
  async run({ calendarIds, timeMin, timeMax }, provider) {
    const request = freeBusyRequest({ timeMin, timeMax, items: calendarIds.map((id) => ({ id })) });
    const { body } = await provider.read(request, { accept: [200] });
    const responses = record(record(body)["calendars"]);
    return { calendars: calendarIds.map((id) => ({ id, ...busyTimes(responses[id]) })) };
  },
});

export const freebusyActions = [freebusyQuery];
