/** The hosted page in this very window: the caller's page goes away, and its return URL is where it goes on. */
import type { Surface } from "./surface.ts";
import type { Target } from "./target.ts";

/**
 * Leaves for the hosted page with the token in the fragment, which no server sees and the page removes first. Where the
 * user comes back by the back button and the browser kept this page alive, the surface counts as closed.
 *
 * @param signal ends the listening.
 */
export function openRedirect(target: Target, signal: AbortSignal): Surface {
  let left = true;
  window.addEventListener("pageshow", (event) => (left = left && !event.persisted), { signal });
  window.location.assign(`${target.pageUrl}#token=${encodeURIComponent(target.token)}`);
  return { window: () => null, isOpen: () => left, pageReady: () => {}, hide: () => {}, close: () => {} };
}
