/** Scenarios: another writer changes the mailbox, directly in the simulated Gmail's state. */
import type { Marker } from "@svc/provider-kit";
import type { EvidenceScenario } from "@svc/provider-kit/testing";
import { headerOf, type GmailWorld, type StoredMessage } from "../simulator/index.ts";

type Input = {
  messageId?: string;
  draftId?: string;
  name?: string;
  add?: readonly string[];
  remove?: readonly string[];
};

const nothing = {
  sets_same: null,
  sets_another: null,
  deletes: null,
  edits_marker_out: null,
  creates_without_marker: null,
};

/** The scenarios for the changing actions. */
export function scenariosOf(world: GmailWorld): Readonly<Record<string, EvidenceScenario>> {
  const seeded = new Set(world.messages.keys());
  const others = new Set<string>();
  const change = (make: (nowMs: number) => void) => {
    const nowMs = Date.now();
    world.change(nowMs, () => make(nowMs));
  };
  const ours = (label: string) =>
    world.messages.values().find(({ id, labelIds }) => !seeded.has(id) && !others.has(id) && labelIds.includes(label));
  const marked = (label: string, { hex }: Marker) =>
    world.messages
      .values()
      .some((message) => message.labelIds.includes(label) && headerOf(message, "X-Svc-Execution") === hex);
  const drop = (message: StoredMessage | undefined) => {
    if (message !== undefined) change(() => void world.messages.delete(message.id));
  };
  const similar = (label: string) => (): void =>
    change((nowMs) => {
      const headers = [
        ["Subject", "Lunch"],
        ["To", "robin@example.com"],
      ] as const;
      const parts = [{ mimeType: "text/plain", filename: "", content: "At noon?" }];
      const { id } = world.addMessage({ labelIds: [label], headers, parts, internalMs: nowMs });
      others.add(id);
      if (label === "DRAFT") world.drafts.create({ messageId: id });
    });
  const sending: EvidenceScenario = {
    holds: () => ours("SENT") !== undefined,
    shows: (_input, marker: Marker) => marked("SENT", marker),
    interfere: { ...nothing, deletes: () => drop(ours("SENT")), creates_without_marker: similar("SENT") },
  };
  const relabel = (messageId: string | undefined, add: readonly string[], remove: readonly string[]) =>
    change(() => {
      const { id, labelIds } = world.message(messageId ?? "");
      const kept = labelIds.filter((label) => !remove.includes(label) && !add.includes(label));
      world.messages.update(id, { labelIds: [...kept, ...add] });
    });
  const labels = (
    wanted: (input: Input) => { add: readonly string[]; remove: readonly string[] },
  ): EvidenceScenario => ({
    holds(input) {
      const { add, remove } = wanted(input as Input);
      const { labelIds } = world.message((input as Input).messageId ?? "");
      return add.every((label) => labelIds.includes(label)) && !remove.some((label) => labelIds.includes(label));
    },
    interfere: {
      ...nothing,
      sets_same(input) {
        const { add, remove } = wanted(input as Input);
        relabel((input as Input).messageId, add, remove);
      },
      sets_another(input) {
        const { add, remove } = wanted(input as Input);
        relabel((input as Input).messageId, remove, add);
      },
    },
  });
  const sentDinner = () =>
    world.messages
      .values()
      .find((message) => message.labelIds.includes("SENT") && headerOf(message, "Subject") === "Dinner");
  const labelOf = (input: unknown) => world.labels.values().find(({ name }) => name === (input as Input).name);
  return {
    "messages.send": sending,
    "messages.reply": sending,
    "messages.label": labels(({ add = [], remove = [] }) => ({ add, remove })),
    "messages.trash": labels(() => ({ add: ["TRASH"], remove: [] })),
    "drafts.create": {
      holds: () => ours("DRAFT") !== undefined,
      shows: (_input, marker: Marker) => marked("DRAFT", marker),
      interfere: { ...nothing, creates_without_marker: similar("DRAFT") },
    },
    "drafts.send": {
      holds: () => sentDinner() !== undefined,
      interfere: {
        ...nothing,
        sets_same: (input) =>
          change((nowMs) => {
            const draft = world.drafts.get((input as Input).draftId ?? "");
            if (draft === undefined) return;
            const { id, labelIds: _, ...message } = world.message(draft.messageId);
            world.send({ ...message, internalMs: nowMs });
            world.drafts.delete(draft.id);
            world.messages.delete(id);
          }),
        deletes(input) {
          const draft = world.drafts.get((input as Input).draftId ?? "");
          if (draft === undefined) return drop(sentDinner());
          change(() => {
            world.drafts.delete(draft.id);
            world.messages.delete(draft.messageId);
          });
        },
      },
    },
    "labels.create": {
      holds: (input) => labelOf(input) !== undefined,
      interfere: {
        ...nothing,
        sets_same(input) {
          const { name = "" } = input as Input;
          if (labelOf(input) === undefined) change(() => void world.labels.create({ name, type: "user" }));
        },
        deletes(input) {
          const label = labelOf(input);
          if (label !== undefined) change(() => void world.labels.delete(label.id));
        },
      },
    },
  };
}
