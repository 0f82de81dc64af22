/** An app's page that shows Connect with the server's own embed script, and the result of its promise. */
import type { Page } from "../../../judges/pages/playwright.ts";
import { untilState } from "./check-page.ts";
import type { OpenedSession, Fixture } from "./fixture.ts";

/** The globals of the app's page. */
type AppWindow = { start: (mode: string) => void; stop: AbortController; result: Promise<{ status: string }> };

/** Opens the app's page, starts Connect with a click, and returns the page. */
export async function openEmbedded(
  fixture: Fixture,
  session: OpenedSession,
  mode: "modal" | "popup",
): Promise<{ app: Page; hosted: Page | null }> {
  const { id, connectUrl, token } = session;
  fixture.app.pages.set(
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
  const context = await fixture.context();
  const app = await context.newPage();
  await app.goto(`${fixture.app.origin}/embed-${id}`);
  const [hosted] = await Promise.all([mode === "popup" ? context.waitForEvent("page") : null, app.click("#open")]);
  if (hosted !== null) await untilState(hosted, "form");
  else await app.frameLocator("[data-svc-connect] iframe").locator("form").waitFor();
  return { app, hosted };
}

/** The result of the app's promise. */
export function readResult(app: Page): Promise<{ status: string }> {
  return app.evaluate(() => (globalThis as unknown as AppWindow).result);
}

/** Aborts the app's call and returns the result of its promise. */
export function abort(app: Page): Promise<{ status: string }> {
  return app.evaluate(() => {
    const { stop, result } = globalThis as unknown as AppWindow;
    stop.abort();
    return result;
  });
}
