/** Chromium, an application that embeds the service on its own origin, and the clicks of its user. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Browser, BrowserContext, Frame, Page } from "../../../judges/pages/playwright.ts";
import { launchChromium } from "../../../tools/browser/launch.ts";

/** Starts Chromium. Rejects if it's missing. */
export function startChromium(): Promise<Browser> {
  return launchChromium({
    ignoreDefaultArgs: ["--disable-popup-blocking"],
  });
}

/** The application. */
export interface App {
  /** A different site from the service's. */
  readonly origin: string;
  /** Requested paths with queries. */
  readonly requests: string[];
  close(): Promise<void>;
}

/** Starts the application: a page with the service's embed script, under a strict policy, and empty pages elsewhere. */
export async function startApp(serviceOrigin: () => string): Promise<App> {
  const requests: string[] = [];
  const server = createServer((request, response) => {
    requests.push(request.url ?? "");
    if (request.url === "/app.js") {
      response.writeHead(200, { "content-type": "text/javascript" }).end(appScript);
      return;
    }
    const origin = serviceOrigin();
    const policy = `default-src 'none'; script-src 'self' ${origin}; frame-src ${origin}; connect-src ${origin}`;
    response.writeHead(200, { "content-type": "text/html; charset=utf-8", "content-security-policy": policy });
    response.end(`<!doctype html><html lang="en"><title>App</title><h1>App</h1>
      <script src="${origin}/connect/v1/svc-connect.js"></script>
      <body><button id="open">Connect</button><script src="/app.js"></script></html>`);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    origin: `http://localhost:${(server.address() as AddressInfo).port}`,
    requests,
    close: () => new Promise((resolve) => (server.closeAllConnections(), server.close(() => resolve()))),
  };
}

const appScript = `document.getElementById("open").addEventListener("click", () => {
  window.result = SvcConnect.connect(window.options);
});`;

/** How the application shows a session. */
export type Mode = "modal" | "popup" | "redirect";

/** Clicks the application's button that opens a session. @returns the page or frame with the hosted page. */
export async function openFromApp(
  page: Page,
  options: { readonly session: { id: string; connectUrl: string }; readonly token: string; readonly mode: Mode },
): Promise<Page | Frame> {
  await page.evaluate((given) => Object.assign(window, { options: given }), options);
  if (options.mode === "popup") {
    const [popup] = await Promise.all([page.waitForEvent("popup"), page.click("#open")]);
    return popup;
  }
  await page.click("#open");
  if (options.mode === "redirect") return page;
  const element = await page.waitForSelector("[data-svc-connect] iframe");
  const frame = await element.contentFrame();
  if (frame === null) throw new Error("The modal's iframe has no frame.");
  return frame;
}

/**
 * Continues from the hosted page to the service's consent page. Only a framed page needs a click for that.
 * @returns its window: a new one if the hosted page is framed.
 */
export async function continueToProvider(context: BrowserContext, hosted: Page | Frame): Promise<Page> {
  if ("mainFrame" in hosted) {
    await hosted.waitForURL(/\/connect\/oauth\/github\/authorize/);
    return hosted;
  }
  const button = hosted.getByRole("button", { name: /continue to github/i });
  const [opened] = await Promise.all([context.waitForEvent("page"), button.click()]);
  await opened.waitForURL(/\/connect\/oauth\/github\/authorize/);
  return opened;
}

/** Agrees on the service's page, then signs in and agrees at the provider. */
export async function agreeInWindow(page: Page, login: string): Promise<void> {
  await page.getByRole("button", { name: "Continue to GitHub" }).click();
  await page.locator("input[name=login]").fill(login);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByRole("button", { name: "Authorize" }).click();
}
