/** Lists the user's calendars. */
import { defineAction, readEntries, unreadableCount } from "@svc/provider-kit";
import { list, record } from "@svc/provider-kit/shape";
import { Type } from "typebox";
import { calendarsRequest } from "../client.ts";
import { pageSize, pageToken } from "../fields.ts";
import { nextPageToken, nextPageTokenOf } from "../pages.ts";
import { calendar } from "../resources.ts";
import { listing } from "../scopes.ts";

const calendarsList = defineAction({
  id: "calendars.list",
  title: "List calendars",
  description: "Lists the calendars in the user's list, one page at a time.",
  consent: "See which calendars you have",
  effect: "read",
  idempotency: "safe",
  requiredScopes: listing,
  mcp: true,
  sensitiveOutput: false,
  input: Type.Object(
    { pageSize: Type.Optional(pageSize), pageToken: Type.Optional(pageToken) },
    { additionalProperties: false },
  ),
  output: Type.Object(
    {
      calendars: Type.Array(calendar.schema, { description: "The calendars on this page." }),
      unreadable: unreadableCount,
      nextPageToken,
    },
    { additionalProperties: false },
  ),
  example: { pageSize: 20 },
  async run(page, provider) {
    const { body } = await provider.read(calendarsRequest(page), { accept: [200] });
    const { items, unreadable } = readEntries(list(record(body)["items"]), calendar.read);
    return { calendars: items, unreadable, nextPageToken: nextPageTokenOf(body) };
  },
});

export const calendarActions = [calendarsList];
