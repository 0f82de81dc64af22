/** An app's page that shows Connect by the server's own embed script, and what its promise gave. */
import type { Page } from "playwright-core";
import { untilState } from "./looking.ts";
import type { OpenedSession, Stage } from "./stage.ts";

/** What the app's page holds for a test. */
type AppWindow = { start: (mode: string) => void; stop: AbortController; result: Promise<{ status: string }> };

/** Opens the app's page, starts Connect by a click, and gives the page. */
export async function openEmbedded(
  stage: Stage,
  session: OpenedSession,
  mode: "modal" | "popup",
): Promise<{ app: Page; hosted: Page | null }> {
  const { id, connectUrl, token } = session;
  stage.app.pages.set(
    `/embed-${id}`,
    `<!doctype html><html lang=en><title>App</title><h1>App</h1><button id=open>Open</button>
    <script src="${new URL("/connect/v1/svc-connect.js", connectUrl).href}"></script><script>
      window.stop = new AbortController();
      document.getElementById("open").addEventListener("click", () => {
        window.result = SvcConnect.connect(${JSON.stringify({ session: { id, connectUrl }, token, mode })
          .replace(/}$/, ", signal: window.stop.signal}")
          .replaceAll("<", "\\u003c")});
      });
    </script>`,
  );
  const context = await stage.context();
  const app = await context.newPage();
  await app.goto(`${stage.app.origin}/embed-${id}`);
  const [hosted] = await Promise.all([mode === "popup" ? context.waitForEvent("page") : null, app.click("#open")]);
  if (hosted !== null) await untilState(hosted, "form");
  else await app.frameLocator("[data-svc-connect] iframe").locator("form").waitFor();
  return { app, hosted };
}

/** How the app's promise ended. */
export function resultOf(app: Page): Promise<{ status: string }> {
  return app.evaluate(() => (globalThis as unknown as AppWindow).result);
}

/** Aborts the app's call and gives how its promise ended. */
export function abort(app: Page): Promise<{ status: string }> {
  return app.evaluate(() => {
    const { stop, result } = globalThis as unknown as AppWindow;
    stop.abort();
    return result;
  });
}
