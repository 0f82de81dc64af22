/** Lets go of events that have outlived their retention, and leaves a signed anchor where the chain now begins. */
import type { ServiceClock } from "../clock/service-clock.ts";
import type { AuditTrail } from "./port.ts";
import { signAnchor, type Signing } from "./signed.ts";

/** What retention works with. */
export type RetentionDeps = {
  trail: Pick<AuditTrail, "chainIds" | "prune">;
  signing: Signing;
  clock: Pick<ServiceClock, "confirmed">;
  /** How long an event is kept, in milliseconds. */
  keptMs: number;
};

/** Rows a transaction deletes at most, so that it never holds a chain for long. */
const batchRows = 500;

/** Lets go of everything that is old enough, in small transactions; gives how many events went. Nothing goes while the clock has jumped. */
export async function pruneTrail({ trail, signing, clock, keptMs }: RetentionDeps): Promise<number> {
  const time = await clock.confirmed();
  if (time === null) return 0;
  const [at, before] = [time.nowMs, time.cutoffMs(keptMs)];
  let pruned = 0;
  for (const clientId of await trail.chainIds()) {
    for (;;) {
      const gone = await trail.prune(clientId, before, batchRows, (seq, hash) =>
        signAnchor(signing, clientId, { seq, hash, at }),
      );
      pruned += gone;
      if (gone < batchRows) break;
    }
  }
  return pruned;
}

/** Prunes every so often. Stop it before the store closes. @param timing.onFailure told; the next round is tried. */
export function startRetention(
  deps: RetentionDeps,
  timing: { everyMs: number; onFailure: (error: unknown) => void },
): { stop(): Promise<void> } {
  let running: Promise<unknown> | null = null;
  const timer = setInterval(() => {
    running ??= pruneTrail(deps)
      .catch(timing.onFailure)
      .finally(() => {
        running = null;
      });
  }, timing.everyMs);
  timer.unref();
  return {
    async stop() {
      clearInterval(timer);
      await running;
    },
  };
}
