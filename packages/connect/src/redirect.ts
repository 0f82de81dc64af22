/** The hosted page in this window: the browser leaves the app's page and continues at its return URL. */
import type { Surface } from "./surface.ts";
import type { Target } from "./target.ts";

/**
 * Goes to the hosted page with the token in the fragment, which no server sees and which the page removes first. If the
 * user returns with the back button and the browser has cached this page, the surface counts as closed.
 *
 * @param signal removes the listener.
 */
export function openRedirect(target: Target, signal: AbortSignal): Surface {
  let left = true;
  window.addEventListener("pageshow", (event) => (left = left && !event.persisted), { signal });
  window.location.assign(`${target.pageUrl}#token=${encodeURIComponent(target.token)}`);
  return { window: () => null, isOpen: () => left, pageReady: () => {}, hide: () => {}, close: () => {} };
}
