/** Text that callers choose, which svc shows to no one else. */
import type { CanaryRegistry } from "./registry.ts";
import { storedKinds, type LocationKind } from "./locations.ts";

/** Where authors may see their own names and URLs; not in logs, reports or other clients' answers. */
export const ownWords: readonly LocationKind[] = ["response", "page", "output of svc", "SDK", ...storedKinds];

/** Plants a name, note or description. @returns it, without text that the harness would mistake for a service key. */
export function plantWords(registry: CanaryRegistry, text: string): string {
  const words = text.replaceAll("svc_live_", "svc.live.");
  registry.allowIn(ownWords, registry.plant("name or note", words));
  return words;
}
