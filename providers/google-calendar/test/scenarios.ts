/** Scenarios: another writer changes events, directly in the simulated Calendar's state. */
import { googleUser } from "@svc/google/simulator";
import type { Marker } from "@svc/provider-kit";
import type { EvidenceScenario } from "@svc/provider-kit/testing";
import type { CalendarWorld, StoredEvent } from "../simulator/index.ts";

type Address = { eventId: string; destination?: string; response?: string } & Readonly<Record<string, unknown>>;

const nothing = {
  sets_same: null,
  sets_another: null,
  deletes: null,
  edits_marker_out: null,
  creates_without_marker: null,
};
const me = googleUser.email;

/** The scenarios for the changing actions. */
export function scenariosOf(world: CalendarWorld): Readonly<Record<string, EvidenceScenario>> {
  const seeded = new Set(world.events.in(me).keys());
  const others = new Set<string>();
  const change = (make: (nowMs: number) => void) => {
    const nowMs = Date.now();
    world.change(nowMs, () => make(nowMs));
  };
  const ours = () =>
    world.events
      .in(me)
      .values()
      .find(({ id }) => !seeded.has(id) && !others.has(id));
  const eventOf = (input: unknown) => world.events.in(me).get((input as Address).eventId);
  const edit = (event: StoredEvent | undefined, changes: Partial<StoredEvent>) => {
    if (event !== undefined) change((nowMs) => world.edit(me, event, changes, nowMs));
  };
  const answered = (event: StoredEvent | undefined) =>
    event?.attendees?.find(({ self }) => self === true)?.responseStatus;
  const response = (input: unknown, responseStatus: string) => {
    const event = eventOf(input);
    const attendees =
      event?.attendees?.map((guest) => (guest.self === true ? { ...guest, responseStatus } : guest)) ?? [];
    edit(event, { attendees });
  };
  const asAsked = (input: Address) =>
    Object.fromEntries(Object.entries(input).filter(([name]) => name !== "eventId" && name !== "calendarId"));
  return {
    "events.create": {
      holds: () => ours() !== undefined,
      shows: (_input, { base32hex }: Marker) => world.events.in(me).has(base32hex),
      interfere: {
        ...nothing,
        sets_another: () => edit(ours(), { summary: "Another title" }),
        deletes: () => edit(ours(), { status: "cancelled" }),
        creates_without_marker(input) {
          const { start, end, summary } = input as StoredEvent;
          const id = `other${String(others.size)}`;
          others.add(id);
          change((nowMs) => world.addEvent(me, { id, start, end, summary }, nowMs));
        },
      },
    },
    "events.update": {
      holds(input) {
        const event = eventOf(input);
        return Object.entries(asAsked(input as Address)).every(([name, value]) => event?.[name] === value);
      },
      shows: (input, { hex }: Marker) => eventOf(input)?.extendedProperties?.private?.["svc"] === hex,
      interfere: {
        ...nothing,
        sets_same: (input) => edit(eventOf(input), asAsked(input as Address)),
        sets_another: (input) => edit(eventOf(input), { location: "Elsewhere", summary: "Another title" }),
        deletes: (input) => edit(eventOf(input), { status: "cancelled" }),
        edits_marker_out: (input) => edit(eventOf(input), { extendedProperties: { private: {} } }),
      },
    },
    "events.respond": {
      holds: (input) => answered(eventOf(input)) === (input as Address).response,
      interfere: {
        ...nothing,
        sets_same: (input) => response(input, (input as Address).response ?? ""),
        sets_another: (input) => response(input, "tentative"),
        deletes: (input) => edit(eventOf(input), { status: "cancelled" }),
      },
    },
    "events.move": {
      holds: (input) => world.events.in((input as Address).destination ?? "").has((input as Address).eventId),
      interfere: nothing,
    },
    "events.delete": {
      holds: (input) => eventOf(input)?.status === "cancelled",
      interfere: {
        ...nothing,
        sets_same: (input) => edit(eventOf(input), { status: "cancelled" }),
        sets_another: (input) => edit(eventOf(input), { status: "confirmed" }),
      },
    },
  };
}
