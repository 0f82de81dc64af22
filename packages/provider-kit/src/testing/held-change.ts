/**
 * Holds a changing request back so that its response is lost, for tests of looks before and after the request arrives.
 */
import assert from "node:assert/strict";
import type { Provider } from "../provider.ts";
import { runLook, type LookEnd } from "./look.ts";
import { runAction, type PortOptions } from "./port.ts";
import { findAction } from "./runs.ts";

/**
 * `arrive` sends the request, and sends it again each time it is called. `look` looks for the effect, by default now.
 */
export type HeldChange = { arrive: () => Promise<unknown>; look: (nowMs?: number) => Promise<LookEnd> };

/** Executes an action, but holds its changing request back. Its outcome is unknown. */
export async function holdChange(
  provider: Provider,
  id: string,
  input: unknown,
  options: PortOptions,
): Promise<HeldChange> {
  let arrive: HeldChange["arrive"] = () => Promise.reject(new Error("Nothing was sent."));
  const sentAt = Date.now();
  const action = findAction(provider, id);
  const { end, facts } = await runAction(provider, action, input, {
    ...options,
    send(request, purpose) {
      if (purpose === "read") return options.send(request, purpose);
      arrive = () => options.send(request, purpose);
      return Promise.resolve({ kind: "lost", reason: "timeout" });
    },
  });
  assert.equal(end.kind, "unknown");
  return {
    arrive: () => arrive(),
    look: async (nowMs = Date.now()) =>
      (await runLook(provider, action, { ...options, input, facts, sentAt, nowMs })).end,
  };
}
