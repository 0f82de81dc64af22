/** The hosted page's script. The one-time token leaves the address before anything else happens. */
import { createApi } from "./api.ts";
import { findEmbedder } from "./embedder.ts";
import { createEndings } from "./endings.ts";
import { createKeeper } from "./keeper.ts";
import { readPageData } from "./page-data.ts";
import { createSessionWay } from "./session.ts";
import { createView } from "./view.ts";
import { createWindows } from "./windows.ts";
import { createWords } from "./words.ts";

const token = takeToken();
const data = readPageData(document);
const words = createWords(data.messages);
const view = createView(document, words);
const embedder = findEmbedder(window, data);
const endings = createEndings({ data, words, view, embedder }, (url) => window.location.replace(url));
const api = createApi(`${window.location.origin}${window.location.pathname}`, data.language);
const keeper = createKeeper(window, data.sessionId);
const windows = createWindows(window);
const way = createSessionWay({ data, words, api, view, keeper, embedder, endings, windows });

window.addEventListener("online", way.recheck);
window.addEventListener("focus", way.recheck);
document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && way.recheck());
// A page that the back button brought back from memory is started anew: its session may have ended meanwhile.
window.addEventListener("pageshow", ({ persisted }) => persisted && window.location.reload());
// A whole link that was pasted into the address of this page changes its fragment only.
window.addEventListener("hashchange", () => window.location.reload());
// The embedder's own Escape does not reach into a frame.
document.addEventListener("keydown", ({ key }) => key === "Escape" && windows.isFramed && way.leave());
void way.begin(token);

function takeToken(): string | null {
  const { hash, pathname, search } = window.location;
  if (hash === "") return null;
  window.history.replaceState(null, "", pathname + search);
  return new URLSearchParams(hash.slice(1)).get("token");
}
