/** The hosted page in its own window. */
import type { Surface } from "./surface.ts";
import type { Target } from "./target.ts";

const widthMax = 480;
const heightMax = 760;

/** Opens the popup in the middle of this window; null if the browser blocks it. */
export function openPopup(target: Target): Surface | null {
  const width = Math.min(widthMax, window.screen.availWidth);
  const height = Math.min(heightMax, window.screen.availHeight);
  const left = Math.round(window.screenX + (window.outerWidth - width) / 2);
  const top = Math.round(window.screenY + (window.outerHeight - height) / 2);
  const features = `popup,width=${width},height=${height},left=${left},top=${top}`;
  // The page needs its opener to receive the token, so neither noopener nor noreferrer.
  const popup = openWindow(target.pageUrl, features);
  if (popup === null || popup.closed) return null;
  return {
    window: () => popup,
    isOpen: () => !popup.closed,
    pageReady: () => {},
    hide: () => {},
    close: () => popup.close(),
  };
}

/** Opens a window. In a sandboxed page, the browser may throw instead of returning null. */
function openWindow(url: string, features: string): Window | null {
  try {
    return window.open(url, "_blank", features);
  } catch {
    return null;
  }
}
