/** `connect`: shows the hosted page and returns the result of its session. */
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
 * Shows the hosted page for a Connect session and resolves with its result. The session's status on the server decides;
 * messages from the page only trigger an earlier check. If the user closes the popup or the modal, or the iframe is
 * removed, it also resolves with that status, or with `cancelled` if the session is still open. It asks the page to
 * cancel the session; if the page can't, the session expires. With `redirect`, the browser leaves this page, and
 * `readReturn` reads the result.
 *
 * @throws TypeError (as a rejection) for invalid options. It never rejects otherwise.
 */
export async function connect(options: ConnectOptions): Promise<ConnectResult> {
  const target = readTarget(options);
  const { signal } = options;
  if (signal?.aborted === true) return { status: "cancelled" };
  const stop = new AbortController();
  // Nothing is awaited before this line, so that a popup still counts as opened by the user's click.
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
