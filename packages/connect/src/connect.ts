/** `connect`: shows the hosted page and gives what became of its session. */
import { follow } from "./follow.ts";
import { createLeaving } from "./leaving.ts";
import { labelsFor } from "./labels.ts";
import { openModal } from "./modal.ts";
import { openPopup } from "./popup.ts";
import { openRedirect } from "./redirect.ts";
import type { ConnectResult } from "./status.ts";
import type { Surface } from "./surface.ts";
import { readTarget, type ConnectOptions, type Target } from "./target.ts";

/**
 * Shows the hosted page of a Connect session and resolves with what became of it, always: the state of the session at the
 * server decides, and messages of the page only make it ask sooner. What the user closes (a popup, the modal, an iframe
 * that is removed) resolves by that state too, or as `cancelled` where the session is still open; the page is asked to
 * cancel it, and where nobody can, it expires by itself. With `redirect` this page goes away, and `readReturn` reads the end on the return URL.
 *
 * @throws TypeError (as a rejection) for options that no session has; nothing else rejects.
 */
export async function connect(options: ConnectOptions): Promise<ConnectResult> {
  const target = readTarget(options);
  const { signal } = options;
  if (signal?.aborted === true) return { status: "cancelled" };
  const stop = new AbortController();
  // Up to here nothing was awaited, so that a popup still has the user's gesture.
  const surface = openSurface(target, stop.signal);
  const leaving = createLeaving(target, surface);
  try {
    return await follow(target, surface, { stop, abort: signal, leaving });
  } finally {
    stop.abort();
    leaving.close();
  }
}

function openSurface(target: Target, signal: AbortSignal): Surface {
  if (target.mode === "redirect") return openRedirect(target, signal);
  const popup = target.mode === "popup" ? openPopup(target) : null;
  return popup ?? openModal(target, labelsFor(target.locale === null ? navigator.languages : [target.locale]));
}
