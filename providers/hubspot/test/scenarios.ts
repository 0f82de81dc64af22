/** Scenarios: another writer changes records, directly in the simulated account's state. */
import type { Marker } from "@svc/provider-kit";
import type { EvidenceScenario } from "@svc/provider-kit/testing";
import type { HubspotWorld, ObjectType, StoredObject } from "../simulator/index.ts";

type Input = {
  id?: string;
  email?: string;
  values?: readonly { name: string; value: string }[];
  from?: string;
  to?: string;
  toId?: string;
};

const nothing = {
  sets_same: null,
  sets_another: null,
  deletes: null,
  edits_marker_out: null,
  creates_without_marker: null,
};

/** Returns the scenarios of the actions that change something. */
export function scenariosOf(world: HubspotWorld): Readonly<Record<string, EvidenceScenario>> {
  const others = new Set<string>();
  const change = (make: (nowMs: number) => void) => {
    const nowMs = Date.now();
    world.change(nowMs, () => make(nowMs));
  };
  const asked = (input: unknown): StoredObject["properties"] =>
    Object.fromEntries(((input as Input).values ?? []).map(({ name, value }) => [name, value]));
  const has = (object: StoredObject | undefined, values: StoredObject["properties"]) =>
    object !== undefined && Object.entries(values).every(([name, value]) => (object.properties[name] ?? "") === value);

  const creation = (type: ObjectType): EvidenceScenario => {
    const seeded = new Set(world.objects.in(type).keys());
    const ours = () =>
      world.objects
        .in(type)
        .values()
        .find(({ id, number }) => !seeded.has(number) && !others.has(id));
    return {
      holds: () => ours() !== undefined,
      shows: (_input, { hex }: Marker) => world.lookUp(type, hex, "svc_execution") !== undefined,
      interfere: {
        ...nothing,
        deletes() {
          const object = ours();
          if (object !== undefined) change(() => void world.objects.in(type).delete(object.number));
        },
        edits_marker_out() {
          const object = ours();
          if (object === undefined) return;
          const { svc_execution: _, ...properties } = object.properties;
          change(() => world.objects.in(type).update(object.number, { properties }));
        },
        creates_without_marker: (input) => change((nowMs) => void others.add(world.add(type, asked(input), nowMs).id)),
      },
    };
  };
  const setting = (
    type: ObjectType,
    find: (input: Input) => (StoredObject & { number: number }) | undefined,
  ): EvidenceScenario => {
    const set = (input: unknown, values: StoredObject["properties"]) => {
      const object = find(input as Input);
      if (object === undefined) return;
      change((updatedMs) => {
        world.objects.in(type).update(object.number, { properties: { ...object.properties, ...values }, updatedMs });
      });
    };
    return {
      holds: (input) => has(find(input as Input), asked(input)),
      interfere: {
        ...nothing,
        sets_same: (input) => set(input, asked(input)),
        sets_another: (input) =>
          set(input, Object.fromEntries(Object.keys(asked(input)).map((name) => [name, "other"]))),
      },
    };
  };
  const keyOf = ({ from = "", id = "", to = "", toId = "" }: Input) => `${from}/${id} ${to}/${toId}`;
  return {
    "contacts.upsert": setting("contacts", ({ email = "" }) => world.lookUp("contacts", email, "email")),
    "contacts.update": setting("contacts", ({ id = "" }) => world.lookUp("contacts", id, null)),
    "deals.update": setting("deals", ({ id = "" }) => world.lookUp("deals", id, null)),
    "companies.create": creation("companies"),
    "deals.create": creation("deals"),
    "tickets.create": creation("tickets"),
    "associations.set": {
      holds: (input) => world.associations.has(keyOf(input as Input)),
      interfere: {
        ...nothing,
        sets_same(input) {
          const { from = "", id = "", to = "", toId = "" } = input as Input;
          change(() => world.associate([from, id], [to, toId]));
        },
        deletes: (input) => change(() => void world.associations.delete(keyOf(input as Input))),
      },
    },
  };
}
