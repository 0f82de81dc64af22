/** Scenarios: another writer changes messages, directly in the simulated workspace's state. */
import type { Marker } from "@svc/provider-kit";
import type { EvidenceScenario } from "@svc/provider-kit/testing";
import { bot, type SlackWorld, type StoredMessage } from "../simulator/index.ts";
import { textFor } from "../src/client.ts";

type Input = { channel: string; ts?: string; text?: string; format?: string };

const nothing = {
  sets_same: null,
  sets_another: null,
  deletes: null,
  edits_marker_out: null,
  creates_without_marker: null,
};

/** Returns the scenarios of the actions that change something. */
export function scenariosOf(world: SlackWorld): Readonly<Record<string, EvidenceScenario>> {
  const change = (make: (nowMs: number) => void) => {
    const nowMs = Date.now();
    world.change(nowMs, () => make(nowMs));
  };
  const messages = (input: unknown) => world.messages.in((input as Input).channel);
  const marked = (input: unknown) =>
    messages(input)
      .values()
      .findLast(({ metadata }) => metadata !== undefined);
  const edit = (input: unknown, message: StoredMessage | undefined, changes: Partial<StoredMessage>) => {
    if (message !== undefined) change(() => messages(input).update(message.ts, changes));
  };
  const remove = (input: unknown, message: StoredMessage | undefined) => {
    if (message !== undefined) change(() => messages(input).delete(message.ts));
  };
  const named = (input: unknown) => messages(input).get((input as Input).ts ?? "");
  const asked = ({ text = "", format }: Input) => textFor(text, format);
  return {
    "messages.post": {
      holds: (input) => marked(input) !== undefined,
      shows: (input, { base64url }: Marker) =>
        messages(input)
          .values()
          .some(({ metadata }) => JSON.stringify(metadata ?? null).includes(base64url)),
      interfere: {
        ...nothing,
        sets_another: (input) => edit(input, marked(input), { text: "Another text" }),
        deletes: (input) => remove(input, marked(input)),
        creates_without_marker: (input) =>
          change((nowMs) =>
            world.addMessage((input as Input).channel, { text: asked(input as Input), user: bot }, nowMs),
          ),
      },
    },
    "messages.update": {
      holds: (input) => named(input)?.text === asked(input as Input),
      interfere: {
        ...nothing,
        sets_same: (input) => edit(input, named(input), { text: asked(input as Input) }),
        sets_another: (input) => edit(input, named(input), { text: "Another text" }),
        deletes: (input) => remove(input, named(input)),
      },
    },
    "messages.delete": {
      holds: (input) => named(input) === undefined,
      interfere: { ...nothing, sets_same: (input) => remove(input, named(input)) },
    },
  };
}
