/**
 * Audits failed sign-ins: the first immediately, then the number of further ones, so that attackers can't flood the
 * trail.
 */
import type { Audit } from "../journal/entry.ts";
import { minuteMs } from "../clock/units.ts";

/** How often the number of further attempts is recorded, in milliseconds. */
export const refusalWindowMs = minuteMs;

/** Counts failed sign-ins. */
export type Refusals = {
  /** Counts an attempt. Resolves once anything that must be recorded immediately is recorded. */
  add(address: string): Promise<void>;
  /** Records the attempts since the last event. Nothing is counted afterwards. */
  stop(): Promise<void>;
};

/**
 * Creates the count. While attempts continue, there is one event per window. After a window without attempts, the next
 * one is a first attempt again.
 */
export function createRefusals(audit: Pick<Audit, "record">, windowMs = refusalWindowMs): Refusals {
  let timer: NodeJS.Timeout | null = null;
  let more = 0;
  const record = (data: Readonly<Record<string, string | number>>): Promise<void> =>
    audit.record("operator.sign_in_refused", { clientId: "", tenantId: "", subject: "", actor: "system", data });
  const recordMore = async (): Promise<void> => {
    const attempts = more;
    more = 0;
    try {
      await record({ attempts, seconds: windowMs / 1000 });
    } catch {
      // Count them in the next window.
      more += attempts;
    }
  };
  const open = (): void => {
    timer = setTimeout(() => {
      timer = null;
      if (more === 0) return;
      open();
      void recordMore();
    }, windowMs);
    timer.unref();
  };
  return {
    async add(address) {
      if (timer !== null) {
        more += 1;
        return;
      }
      open();
      await record({ attempts: 1, address });
    },
    async stop() {
      if (timer !== null) clearTimeout(timer);
      timer = null;
      if (more > 0) await recordMore();
    },
  };
}
