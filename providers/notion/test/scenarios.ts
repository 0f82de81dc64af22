/** Scenarios: another writer changes pages, directly in the simulated workspace's state. */
import type { Marker } from "@svc/provider-kit";
import type { EvidenceScenario } from "@svc/provider-kit/testing";
import { plain, richText, type NotionWorld, type StoredPage, type Values } from "../simulator/index.ts";
import { toProperties, type PropertyValue } from "../src/properties.ts";

type Input = {
  pageId?: string;
  title?: string;
  dataSourceId?: string;
  markerProperty?: string;
  properties?: readonly PropertyValue[];
};

const nothing = {
  sets_same: null,
  sets_another: null,
  deletes: null,
  edits_marker_out: null,
  creates_without_marker: null,
};

/** Returns the scenarios of the actions that change something. */
export function scenariosOf(world: NotionWorld): Readonly<Record<string, EvidenceScenario>> {
  const seeded = new Set(world.pages.keys());
  const others = new Set<string>();
  const change = (make: (nowMs: number) => void) => {
    const nowMs = Date.now();
    world.change(nowMs, () => make(nowMs));
  };
  const pageOf = (input: unknown) => world.page((input as Input).pageId ?? "");
  const edit = (input: unknown, changes: Partial<StoredPage>) =>
    change((editedMs) => world.pages.update(pageOf(input).id, { ...changes, editedMs }));
  const ours = () => world.pages.values().find(({ id }) => !seeded.has(id) && !others.has(id));
  const markerOf = ({ values }: StoredPage, property: string) => plain(values[property]?.["rich_text"]);
  const valuesAsked = (input: unknown) => toProperties((input as Input).properties ?? []) as Values;
  return {
    "pages.create": {
      holds: () => ours() !== undefined,
      shows: (input, { base64url }: Marker) =>
        world.pages.values().some((page) => markerOf(page, (input as Input).markerProperty ?? "") === base64url),
      interfere: {
        ...nothing,
        edits_marker_out(input) {
          const [page, { markerProperty = "" }] = [ours(), input as Input];
          if (page === undefined) return;
          change(() =>
            world.pages.update(page.id, { values: { ...page.values, [markerProperty]: { rich_text: [] } } }),
          );
        },
        deletes() {
          const page = ours();
          if (page !== undefined) change(() => world.pages.update(page.id, { inTrash: true }));
        },
        creates_without_marker: () =>
          change((nowMs) => {
            const values = { title: { title: richText("The door squeaks") } };
            const parent = { type: "workspace", workspace: true } as const;
            const dated = { createdMs: nowMs, editedMs: nowMs };
            others.add(world.pages.create({ parent, values, inTrash: false, ...dated }).id);
          }),
      },
    },
    "pages.update": {
      holds(input) {
        const now = pageOf(input).values;
        return Object.entries(valuesAsked(input)).every(
          ([name, value]) => JSON.stringify(now[name]) === JSON.stringify(value),
        );
      },
      interfere: {
        ...nothing,
        sets_same: (input) => edit(input, { values: { ...pageOf(input).values, ...valuesAsked(input) } }),
        sets_another: (input) =>
          edit(input, { values: { ...pageOf(input).values, Status: { status: { name: "Later" } } } }),
      },
    },
    "pages.trash": {
      holds: (input) => pageOf(input).inTrash,
      interfere: {
        ...nothing,
        sets_same: (input) => edit(input, { inTrash: true }),
        sets_another: (input) => edit(input, { inTrash: false }),
      },
    },
  };
}
