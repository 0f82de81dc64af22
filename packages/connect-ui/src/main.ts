/** The hosted page's script. Before anything else, it removes the one-time token from the address. */
import { createApi } from "./api.ts";
import { findEmbedder } from "./embedder.ts";
import { createResultScreens } from "./result-screens.ts";
import { createSessionStorage } from "./session-storage.ts";
import { readPageData } from "./page-data.ts";
import { createSessionController } from "./session.ts";
import { createView } from "./view.ts";
import { createWindows } from "./windows.ts";
import { createTexts } from "./i18n.ts";

const token = takeToken();
const data = readPageData(document);
const texts = createTexts(data.messages, { app: data.appName, origin: data.allowedOrigin });
const view = createView(document, texts);
const embedder = findEmbedder(window, data);
const screens = createResultScreens({ data, texts, view, embedder }, (url) => window.location.replace(url));
const api = createApi(`${window.location.origin}${window.location.pathname}`, data.language);
const storage = createSessionStorage(window, data.sessionId);
const windows = createWindows(window);
// A frame is the embedder's dialog: the page fills it instead of showing a card on a background.
document.body.toggleAttribute("data-framed", windows.isFramed);
const controller = createSessionController({ data, texts, api, view, storage, embedder, screens, windows });

window.addEventListener("online", controller.recheck);
window.addEventListener("focus", controller.recheck);
document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && controller.recheck());
// The back button may restore the page from memory. Reload it, because its session may have ended in between.
window.addEventListener("pageshow", ({ persisted }) => persisted && window.location.reload());
// Pasting a link into the address bar of this page may change only the fragment.
window.addEventListener("hashchange", () => window.location.reload());
// The embedder doesn't receive an Escape that is pressed in the frame.
document.addEventListener("keydown", ({ key }) => key === "Escape" && windows.isFramed && controller.leave());
void controller.start(token);

function takeToken(): string | null {
  const { hash, pathname, search } = window.location;
  if (hash === "") return null;
  window.history.replaceState(null, "", pathname + search);
  return new URLSearchParams(hash.slice(1)).get("token");
}
