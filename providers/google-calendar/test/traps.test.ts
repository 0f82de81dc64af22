/** Google Calendar's traps. */
import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import { findAction, runAction, type Send } from "@svc/provider-kit/testing";
import { googleUser } from "@svc/google/simulator";
import { tokens, type StoredEvent, type Switches } from "../simulator/index.ts";
import { googleCalendar } from "../src/index.ts";
import { openSimulated } from "./simulated.ts";

const standup = { calendarId: "primary", eventId: "standup00001" };
const lunch = {
  calendarId: "primary",
  summary: "Lunch",
  start: { dateTime: "2026-03-12T12:00:00+01:00" },
  end: { dateTime: "2026-03-12T13:00:00+01:00" },
};

async function open(t: TestContext, switches: Partial<Switches> = {}, token?: string) {
  const world = await openSimulated(token === undefined ? {} : { token }, switches);
  t.after(() => world.close());
  const codeOf = async (id: string, input: unknown): Promise<string> => {
    const end = await world.run(id, input);
    return end.kind === "failed" ? end.refusal.code : end.kind;
  };
  const outputOf = async (id: string, input: unknown) => {
    const end = await world.run(id, input);
    assert.equal(end.kind, "output", JSON.stringify(end));
    return end.kind === "output" ? (end.output as Record<string, unknown>) : {};
  };
  const event = (id: string): StoredEvent | undefined => world.simulator.world.events.in(googleUser.email).get(id);
  return { ...world, codeOf, outputOf, event };
}

test("recognizes a rate limit with 403 and with 429, but not a missing scope", async (t) => {
  for (const limitStatus of [403, 429]) {
    const { codeOf } = await open(t, { requestsPerMinute: 0, limitStatus });
    assert.equal(await codeOf("events.create", lunch), "PROVIDER_RATE_LIMITED");
  }
  const { codeOf } = await open(t, {}, tokens.readOnly);
  assert.equal(await codeOf("events.create", lunch), "PROVIDER_FORBIDDEN");
  assert.equal(
    await codeOf("events.create", { ...lunch, calendarId: "en.usa#holiday@group.v.calendar.google.com" }),
    "PROVIDER_FORBIDDEN",
  );
  const expired = await open(t, {}, "ya29.unknown");
  assert.equal(await expired.codeOf("events.get", standup), "PROVIDER_UNAUTHORIZED");
});

test("creates the event with the id that svc chose, so a second request with it creates no other", async (t) => {
  const { outputOf, simulator } = await open(t);
  const made = await outputOf("events.create", lunch);
  assert.match(String(made["id"]), /^svc[a-v0-9]{26}$/);
  assert.deepEqual(await outputOf("events.create", lunch), made);
  assert.equal(simulator.ledger.effects.length, 1);
});

test("an all-day event has dates, a meeting has its URL, and guests are emailed only on request", async (t) => {
  const { outputOf, simulator } = await open(t);
  const holiday = { ...lunch, start: { date: "2026-07-01" }, end: { date: "2026-07-15" }, withMeet: true };
  const made = await outputOf("events.create", { ...holiday, attendees: [{ email: "robin@example.com" }] });
  assert.deepEqual(made["start"], { date: "2026-07-01", dateTime: null, timeZone: null });
  assert.match(String(made["meetUrl"]), /^https:\/\/meet\.google\.com\//);
  const [request] = simulator.ledger.requests;
  assert.deepEqual(Object.fromEntries(new URLSearchParams(request?.query)), {
    sendUpdates: "none",
    conferenceDataVersion: "1",
  });
});

test("bases a change on the version that was read, and keeps omitted fields", async (t) => {
  const { outputOf, event, simulator } = await open(t);
  await outputOf("events.update", { ...standup, location: "Room 4" });
  assert.deepEqual([event("standup00001")?.["location"], event("standup00001")?.["summary"]], ["Room 4", "Stand-up"]);
  const patch = simulator.ledger.requests.find(({ method }) => method === "PATCH");
  assert.ok(patch?.headerNames.includes("if-match"));
});

test("a response to an invitation leaves the other guests unchanged", async (t) => {
  const { outputOf, codeOf, event } = await open(t);
  await outputOf("events.respond", { calendarId: "primary", eventId: "review00001", response: "accepted" });
  const statuses = event("review00001")?.attendees?.map(({ email, responseStatus }) => [email, responseStatus]);
  assert.deepEqual(statuses, [
    ["robin@example.com", "accepted"],
    [googleUser.email, "accepted"],
  ]);
  assert.equal(await codeOf("events.respond", { ...standup, response: "accepted" }), "PROVIDER_REJECTED");
});

test("a deleted event is cancelled: it isn't listed, can't be changed, and can be deleted only once", async (t) => {
  const { outputOf, codeOf } = await open(t);
  assert.deepEqual(await outputOf("events.delete", standup), { deleted: true });
  assert.equal((await outputOf("events.get", standup))["status"], "cancelled");
  assert.deepEqual(await outputOf("events.delete", standup), { deleted: false });
  assert.equal(await codeOf("events.update", { ...standup, location: "x" }), "RESOURCE_NOT_FOUND");
  const { events } = (await outputOf("events.list", { calendarId: "primary" })) as { events: { id: string }[] };
  assert.ok(!events.some(({ id }) => id === "standup00001"));
});

test("lists the instances of a recurring event in order, page by page", async (t) => {
  const { outputOf } = await open(t);
  const list = (more: object) => outputOf("events.list", { calendarId: "primary", query: "Weekly", ...more });
  const first = await list({ pageSize: 2 });
  const second = await list({ pageSize: 2, pageToken: first["nextPageToken"] });
  const ids = [first, second].flatMap(({ events }) =>
    (events as { recurringEventId: string }[]).map((one) => one.recurringEventId),
  );
  assert.deepEqual(ids, ["weekly00001", "weekly00001", "weekly00001"]);
  assert.equal(second["nextPageToken"], null);
  const whole = await list({ singleEvents: false });
  assert.equal((whole["events"] as unknown[]).length, 1);
});

test("returns busy times without titles, and an error for a calendar that can't be read", async (t) => {
  const { outputOf } = await open(t);
  const asked = {
    calendarIds: ["primary", "nobody@example.com"],
    timeMin: "2026-03-10T00:00:00Z",
    timeMax: "2026-03-11T00:00:00Z",
  };
  const { calendars } = (await outputOf("freebusy.query", asked)) as {
    calendars: { busy: object[]; error: string | null }[];
  };
  assert.deepEqual(
    calendars.map(({ busy, error }) => [busy.length, error]),
    [
      [1, null],
      [0, "notFound"],
    ],
  );
  assert.doesNotMatch(JSON.stringify(calendars), /Stand-up/);
});

test("lists events with a guest who has no email address, and calendars without a title", async (t) => {
  const { outputOf, simulator } = await open(t);
  const review = simulator.world.events.in(googleUser.email).find("review00001");
  // Google documents both fields as present if available.
  const guests = [{ responseStatus: "accepted", displayName: "A room" }] as never;
  simulator.world.events.in(googleUser.email).put({ ...review, attendees: guests });
  const { events } = await outputOf("events.list", { calendarId: "primary" });
  const listed = (events as { id: string; attendees: { email: string | null }[] }[]).find(({ id }) => id === review.id);
  assert.equal(listed?.attendees[0]?.email, null);
  simulator.world.calendars.put({ id: "untitled@group.calendar.google.com", accessRole: "reader" } as never);
  const { calendars } = await outputOf("calendars.list", {});
  assert.equal((calendars as { summary: string | null }[]).at(-1)?.summary, null);
});

test("a copy of a change, made on the way, doesn't make it a failure", async (t) => {
  const world = await open(t);
  const twice: Send = async (request, purpose) => {
    if (purpose === "change") await world.send(request, purpose);
    return await world.send(request, purpose);
  };
  const run = async (id: string, input: unknown, send: Send) =>
    (await runAction(googleCalendar, findAction(googleCalendar, id), input, { credentialKind: "oauth_token", send }))
      .end;
  const made = await run("events.create", lunch, twice);
  assert.equal(made.kind === "output" && Object(made.output).summary, "Lunch", "the id is taken by the copy");
  const moved = { ...standup, location: "Room 4" };
  const end = await run("events.update", moved, twice);
  assert.equal(end.kind === "output" && Object(end.output).location, "Room 4", "the version is the copy's");
});
