/**
 * Google's own client against the simulator: it does the same as the actions, and agrees with them on every common
 * field.
 */
import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import { calendar, auth as googleAuth, type calendar_v3 } from "../../../judges/vendors/google-calendar.ts";
import { teamCalendar, tokens } from "../simulator/index.ts";
import { openSimulated } from "./simulated.ts";

async function open(t: TestContext) {
  const world = await openSimulated();
  t.after(() => world.close());
  const auth = new googleAuth.OAuth2();
  auth.setCredentials({ access_token: tokens.everything });
  const client = calendar({ version: "v3", auth, rootUrl: `${world.simulator.url}/`, retry: false });
  const run = async (id: string, input: unknown) => {
    const end = await world.run(id, input);
    assert.equal(end.kind, "output", JSON.stringify(end));
    return end.kind === "output" ? (end.output as Record<string, unknown>) : {};
  };
  return { client, run };
}

const primary = { calendarId: "primary" };

/** Converts the client's event to the form of our output, with the common fields only. */
function ours(event: calendar_v3.Schema$Event): Record<string, unknown> {
  const { id, status, summary, location, htmlLink, sequence, updated, recurringEventId, hangoutLink, recurrence } =
    event;
  return {
    id,
    status,
    summary: summary ?? null,
    location: location ?? null,
    htmlLink,
    sequence,
    updatedAt: updated,
    recurringEventId: recurringEventId ?? null,
    meetUrl: hangoutLink ?? null,
    recurrence: recurrence ?? [],
    start: event.start?.dateTime ?? event.start?.date,
    guests: (event.attendees ?? []).map(({ email, responseStatus, self }) => [email, responseStatus, self ?? null]),
  };
}

/** Converts the action's event to the same form. */
function same(event: Record<string, unknown>): Record<string, unknown> {
  const start = event["start"] as { dateTime: string | null; date: string | null };
  const attendees = event["attendees"] as { email: string; responseStatus: string; self: boolean | null }[];
  const { description: _, end: __, organizer: ___, attendees: ____, ...rest } = event;
  const guests = attendees.map(({ email, responseStatus, self }) => [email, responseStatus, self]);
  return { ...rest, start: start.dateTime ?? start.date, guests };
}

test("reads agree: calendars, events, instances and one event", async (t) => {
  const { client, run } = await open(t);
  const { data: calendars } = await client.calendarList.list();
  const listed = (await run("calendars.list", {}))["calendars"] as {
    id: string;
    summary: string;
    accessRole: string;
  }[];
  assert.deepEqual(
    listed.map(({ id, summary, accessRole }) => [id, summary, accessRole]),
    calendars.items?.map(({ id, summary, accessRole }) => [id, summary, accessRole]),
  );
  const { data } = await client.events.list({ ...primary, singleEvents: true, orderBy: "startTime" });
  const events = (await run("events.list", primary))["events"] as Record<string, unknown>[];
  assert.ok(events.length > 4);
  assert.deepEqual(events.map(same), data.items?.map(ours));
  const weekly = { ...primary, eventId: "weekly00001" };
  const { data: instances } = await client.events.instances(weekly);
  const dates = (await run("events.instances", weekly))["events"] as Record<string, unknown>[];
  assert.deepEqual(dates.map(same), instances.items?.map(ours));
  const review = { ...primary, eventId: "review00001" };
  assert.deepEqual(same(await run("events.get", review)), ours((await client.events.get(review)).data));
});

test("writes agree: the client reads what the action writes, and vice versa", async (t) => {
  const { client, run } = await open(t);
  const when = { start: { date: "2026-05-01" }, end: { date: "2026-05-02" } };
  const made = await run("events.create", { ...primary, summary: "May Day", ...when });
  const eventId = String(made["id"]);
  assert.deepEqual(same(made), ours((await client.events.get({ ...primary, eventId })).data));
  const updated = await run("events.update", { ...primary, eventId, location: "Bern" });
  assert.deepEqual(same(updated), ours((await client.events.get({ ...primary, eventId })).data));
  const { data } = await client.events.insert({ ...primary, requestBody: { summary: "By the client", ...when } });
  assert.equal((await run("events.get", { ...primary, eventId: data.id }))["summary"], "By the client");
  const moved = await client.events.move({ ...primary, eventId: data.id ?? "", destination: teamCalendar });
  assert.equal((await run("events.get", { calendarId: teamCalendar, eventId: moved.data.id }))["status"], "confirmed");
  await client.events.delete({ ...primary, eventId });
  assert.deepEqual(await run("events.delete", { ...primary, eventId }), { deleted: false });
  await assert.rejects(client.events.delete({ ...primary, eventId }), /deleted/);
});

test("busy times agree", async (t) => {
  const { client, run } = await open(t);
  const [timeMin, timeMax] = ["2026-03-09T00:00:00Z", "2026-03-16T00:00:00Z"];
  const { data } = await client.freebusy.query({ requestBody: { timeMin, timeMax, items: [{ id: "primary" }] } });
  const { calendars } = await run("freebusy.query", { calendarIds: ["primary"], timeMin, timeMax });
  assert.deepEqual((calendars as { busy: unknown }[])[0]?.busy, data.calendars?.["primary"]?.busy);
});
