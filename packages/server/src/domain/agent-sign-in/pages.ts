/** Whether any consumer's app has a page for agents' sign-ins. Without one, nothing about signing in exists. */
import type { Platform } from "../../platform.ts";
import { secondMs } from "../clock/units.ts";
import type { ServiceClientRow } from "../service-clients/port.ts";
import type { AgentSignInStore } from "./port.ts";

/** The service clients whose apps have a page. */
export type AgentPages = {
  /** Returns them, at most two. */
  clients(): Promise<readonly ServiceClientRow[]>;
  isUsed(): Promise<boolean>;
};

/**
 * Creates the look-up. Strangers cause it, so concurrent calls share one, and a page that was found is remembered for a
 * second. That there is none is never remembered: a new page works at once.
 */
export function createAgentPages(
  store: Pick<AgentSignInStore, "clientsWithPage">,
  { monotonicMs }: Pick<Platform, "monotonicMs">,
): AgentPages {
  let found: { clients: readonly ServiceClientRow[]; untilMs: number } | null = null;
  let pending: Promise<readonly ServiceClientRow[]> | null = null;
  const load = async (): Promise<readonly ServiceClientRow[]> => {
    const untilMs = monotonicMs() + secondMs;
    const clients = await store.clientsWithPage();
    found = clients.length === 0 ? null : { clients, untilMs };
    return clients;
  };
  const clients = async (): Promise<readonly ServiceClientRow[]> => {
    if (found !== null && monotonicMs() < found.untilMs) return found.clients;
    pending ??= load().finally(() => (pending = null));
    return await pending;
  };
  return { clients, isUsed: async () => (await clients()).length > 0 };
}
