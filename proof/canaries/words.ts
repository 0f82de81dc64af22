/** What callers write in their own words, which svc keeps for them and tells nobody else. */
import type { CanaryRegistry } from "./registry.ts";
import { storedKinds, type LocationKind } from "./locations.ts";

/** Where its maker sees what it wrote itself: names and URLs, and nothing of them in logs, reports or at others. */
export const ownWords: readonly LocationKind[] = ["answer", "page", "output of svc", "SDK", ...storedKinds];

/** Plants a name, note or description. @returns it, without what the harness takes for a service key in any answer. */
export function plantWords(registry: CanaryRegistry, text: string): string {
  const words = text.replaceAll("svc_live_", "svc.live.");
  registry.allowIn(ownWords, registry.plant("name or note", words));
  return words;
}
