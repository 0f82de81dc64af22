/** Brings the next check of an MCP server forward when the server says that its tools changed, within bounds. */
import type { Platform } from "../../platform.ts";
import { minuteMs } from "../clock/units.ts";
import { leaseMs } from "./checks.ts";
import type { DescribedProviderStore } from "./port.ts";

/** How often one process brings a server's check forward, however often the server says so. */
export const announcedEveryMs = 10 * minuteMs;

/** Dependencies. */
export type AnnouncementDeps = {
  store: Pick<DescribedProviderStore, "hasten">;
  platform: Pick<Platform, "nowMs" | "monotonicMs">;
  /** Reports that the database couldn't be written. The daily check remains. */
  onFault: (provider: string) => void;
};

/** Returns a function that is called at each announcement, and never waited for. */
export function createAnnouncements({ store, platform, onFault }: AnnouncementDeps): (provider: string) => void {
  const lastMs = new Map<string, number>();
  return (provider) => {
    const now = platform.monotonicMs();
    if (now - (lastMs.get(provider) ?? -Infinity) < announcedEveryMs) return;
    lastMs.set(provider, now);
    const nowMs = platform.nowMs();
    // A check that runs now has its lease, and one that is soon due comes anyway.
    store.hasten(provider, { dueMs: nowMs, ifDueAfterMs: nowMs + leaseMs }).catch(() => onFault(provider));
  };
}
