/** The simulated calendars of one user. */
import { googleAuthorization, googlePositions, googleSwitches, googleUser } from "@svc/google/simulator";
import {
  commonSwitches,
  RateLimits,
  Refusal,
  Store,
  Tokens,
  type AuthorizationSwitches,
  type CommonSwitches,
  type OAuthToken,
} from "@svc/simulator";
import { app } from "./app.ts";
import type { StoredCalendar, StoredEvent } from "./model.ts";

/** The switches of the simulated Calendar. */
export interface Switches extends CommonSwitches, AuthorizationSwitches {
  /** The maximum number of requests per user per minute. */
  requestsPerMinute: number;
  /** The status of a rate-limit error: Google documents both. */
  limitStatus: number;
}

const switchTable = {
  defaults: { ...commonSwitches, ...googleSwitches, requestsPerMinute: 10_000, limitStatus: 403 },
  positions: { ...googlePositions, limitStatus: [403, 429] },
};

/** Someone else's calendar that the user can write to. */
export const teamCalendar = "team@group.calendar.google.com";

/** The state. */
export class CalendarWorld extends Store<Switches> {
  readonly calendars = this.collection<StoredCalendar, "id">({ key: "id" });
  readonly events = this.calendars.collection<StoredEvent, "id">({ key: "id" });
  readonly tokens = this.keep(new Tokens<OAuthToken>());
  readonly authorization = this.keep(googleAuthorization({ app, tokens: this.tokens, switches: () => this.switches }));
  readonly limits = this.keep(
    new RateLimits<"minute", number>({ minute: { limit: (requests) => requests, windowMs: () => 60_000 } }),
  );

  constructor(switches: Partial<Switches> = {}) {
    super(switchTable, switches);
    this.reset();
  }

  protected override seed(): void {
    const timeZone = "Europe/Zurich";
    const { email } = googleUser;
    this.calendars.put({ id: email, summary: email, timeZone, accessRole: "owner", primary: true });
    this.calendars.put({ id: teamCalendar, summary: "Team", timeZone, accessRole: "writer" });
    this.calendars.put({
      id: "en.usa#holiday@group.v.calendar.google.com",
      summary: "Holidays",
      timeZone,
      accessRole: "reader",
    });
    const at = (day: string, hour: string) => ({ dateTime: `2026-03-${day}T${hour}:00:00+01:00`, timeZone });
    const guests = [
      { email: "robin@example.com", responseStatus: "accepted", organizer: true },
      { email, responseStatus: "needsAction", self: true },
    ];
    this.addEvent(email, { id: "standup00001", summary: "Stand-up", start: at("10", "09"), end: at("10", "10") });
    this.addEvent(email, {
      id: "review00001",
      summary: "Review",
      start: at("11", "14"),
      end: at("11", "15"),
      attendees: guests,
      organizer: { email: "robin@example.com" },
    });
    this.addEvent(email, {
      id: "offsite00001",
      summary: "Offsite",
      start: { date: "2026-03-20" },
      end: { date: "2026-03-22" },
    });
    this.addEvent(email, {
      id: "weekly00001",
      summary: "Weekly",
      start: at("02", "08"),
      end: at("02", "09"),
      recurrence: ["RRULE:FREQ=WEEKLY;COUNT=3"],
    });
  }

  override facts(nowMs: number): Readonly<Record<string, unknown>> {
    return { ...this.authorization.facts(nowMs), events: this.events.in(googleUser.email).values() };
  }

  /** Resolves `primary`, or another calendar's id. Throws `Refusal` 404 for a calendar that the user doesn't have. */
  calendar(id: string): StoredCalendar {
    const found = this.calendars.get(id === "primary" ? googleUser.email : id);
    if (found === undefined) throw new Refusal(404, "Not Found", { code: "notFound" });
    return found;
  }

  addEvent(
    calendarId: string,
    fields: Pick<StoredEvent, "id" | "start" | "end"> & Partial<StoredEvent>,
    nowMs = Date.UTC(2026, 1, 1),
  ): StoredEvent {
    const organizer = { email: calendarId, self: true };
    return this.events
      .in(calendarId)
      .put({ status: "confirmed", organizer, ...fields, version: 1, updatedAtMs: nowMs });
  }

  /** Changes an event, and its version. */
  edit(calendarId: string, event: StoredEvent, changes: Partial<StoredEvent>, nowMs: number): StoredEvent {
    const { id, version } = event;
    return this.events.in(calendarId).update(id, { ...changes, version: version + 1, updatedAtMs: nowMs });
  }
}
