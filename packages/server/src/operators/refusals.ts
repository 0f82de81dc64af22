/** Refused sign-ins in the audit trail: the first at once, then how many more came, so that nobody can fill the trail. */
import type { Audit } from "../audit/audit.ts";

/** How often the attempts that came since are recorded as a number, in milliseconds. */
export const refusalWindowMs = 60_000;

/** Counts refused sign-ins. */
export type Refusals = {
  /** One more. Resolves when what is to be recorded of it at once is. */
  add(address: string): Promise<void>;
  /** Records what was counted since; afterwards nothing is counted any more. */
  stop(): Promise<void>;
};

/** Makes the count. While attempts go on there is an event a window; after a window without one, the next is a first again. */
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
      // They are counted with the next window's.
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
