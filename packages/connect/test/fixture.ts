/**
 * The fixture of the browser tests: a fake server (hosted page, status, embed script), an app that embeds it under a
 * strict content security policy, a foreign origin, and Chromium.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import type { Browser, BrowserContext, Frame, Page } from "../../../judges/pages/playwright.ts";
import { launchWholeChromium } from "../../../tools/browser/launch.ts";
import { embedScriptFiles } from "../build.ts";

/** The status endpoint's response for one session. */
export type SessionState = { status: string; connection_id?: string };

/** A session on the fake server. */
export type FakeSession = { session: { id: string; connectUrl: string }; token: string };

/** The parts that a test uses. */
export type Fixture = {
  browser: Browser;
  serviceOrigin: string;
  appOrigin: string;
  foreignOrigin: string;
  sessions: Map<string, SessionState>;
  /** The number of status requests by session. */
  asked: Map<string, number>;
  /** Every URL and `Referer` that the fake server received. */
  seen: string[];
  /** `gone`: every connection breaks. `refusing`: answers like a server that doesn't allow the origin. */
  network: { state: "up" | "gone" | "refusing" };
  newSession: (status?: string) => FakeSession;
  /** Opens a page of the app, in its own context. */
  newPage: (path?: string) => Promise<{ page: Page; context: BrowserContext }>;
  close: () => Promise<void>;
};

/** Starts everything. Rejects if Chromium is missing. */
export async function startFixture(): Promise<Fixture> {
  const browser = await launchWholeChromium({
    ignoreDefaultArgs: ["--disable-popup-blocking", "--disable-back-forward-cache"],
  });
  const embedScript = [...embedScriptFiles().values()][0] ?? "";
  const sessions = new Map<string, SessionState>();
  const asked = new Map<string, number>();
  const seen: string[] = [];
  const network: Fixture["network"] = { state: "up" };
  const origins = { app: "" };
  const service = await listen((request, response) => {
    seen.push(request.url ?? "", request.headers.referer ?? "");
    if (network.state === "gone") return void request.socket.destroy();
    const path = (request.url ?? "").split("?")[0] ?? "";
    if (path.endsWith("/status")) return responseStatus(request, response, { sessions, asked, network, origins });
    if (path.endsWith(".js")) {
      const headers = { "content-type": "text/javascript; charset=utf-8", "access-control-allow-origin": "*" };
      return void response.writeHead(200, headers).end(embedScript);
    }
    response.writeHead(200, { "content-type": "text/html; charset=utf-8" }).end(hostedPage(path, origins.app));
  });
  const serviceOrigin = `http://127.0.0.1:${service.port}`;
  const foreign = await listen((_request, response) => void response.writeHead(200, html).end(foreignPage));
  const foreignOrigin = `http://127.0.0.1:${foreign.port}`;
  const app = await listen((request, response) => answerApp(request, response, serviceOrigin, foreignOrigin));
  origins.app = `http://localhost:${app.port}`;
  let count = 0;
  return {
    browser,
    serviceOrigin,
    appOrigin: origins.app,
    foreignOrigin,
    sessions,
    asked,
    seen,
    network,
    newSession(status = "pending") {
      count += 1;
      const id = `cs_${String(count).padStart(26, "0")}`;
      sessions.set(id, { status });
      return { session: { id, connectUrl: `${serviceOrigin}/connect/${id}` }, token: `cst_secret${id}` };
    },
    async newPage(path = "/") {
      const context = await browser.newContext();
      const page = await context.newPage();
      await page.goto(origins.app + path);
      return { page, context };
    },
    async close() {
      await browser.close();
      for (const { server } of [service, app, foreign]) {
        server.closeAllConnections();
        await new Promise((resolve) => server.close(resolve));
      }
    },
  };
}

/** The frame of the hosted page in the modal, after it has received the token. */
export async function modalFrame(page: Page): Promise<Frame> {
  const element = await page.waitForSelector("[data-svc-connect] iframe");
  const frame = await element.contentFrame();
  if (frame === null) throw new Error("The modal's iframe has no frame");
  await frame.waitForSelector("body[data-token]");
  return frame;
}

/** Lets the hosted page send a message, as the real one does. */
export async function sendFromPage(page: Page | Frame, message: Record<string, unknown>): Promise<void> {
  await page.evaluate((message) => (window as unknown as { say: (message: object) => void }).say(message), message);
}

const html = { "content-type": "text/html; charset=utf-8" };

function responseStatus(
  request: IncomingMessage,
  response: ServerResponse,
  { sessions, asked, network, origins }: Pick<Fixture, "sessions" | "asked" | "network"> & { origins: { app: string } },
): void {
  const refusing = network.state === "refusing";
  if (request.method === "OPTIONS") {
    const allow = { "access-control-allow-origin": "*", "access-control-allow-headers": "content-type" };
    return void response.writeHead(204, allow).end();
  }
  let body = "";
  request.on("data", (bytes: Buffer) => (body += bytes.toString()));
  request.on("end", () => {
    const id = String((JSON.parse(body) as { token?: unknown }).token).replace("cst_secret", "");
    asked.set(id, (asked.get(id) ?? 0) + 1);
    const state = sessions.get(id);
    // Like the real server, it shows its response only to the session's own origin.
    const cors = refusing || state === undefined ? {} : { "access-control-allow-origin": origins.app };
    const headers = { "content-type": "application/json", ...cors };
    if (refusing) return void response.writeHead(403, headers).end('{"code":"ORIGIN_NOT_ALLOWED"}');
    if (state === undefined) return void response.writeHead(401, headers).end('{"code":"CONNECT_TOKEN_INVALID"}');
    response.writeHead(200, headers).end(JSON.stringify({ session: id, connection_id: null, ...state }));
  });
}

function answerApp(
  request: IncomingMessage,
  response: ServerResponse,
  serviceOrigin: string,
  foreignOrigin: string,
): void {
  if (request.url === "/app.js")
    return void response.writeHead(200, { "content-type": "text/javascript" }).end(appScript);
  // No style-src: any inline style, as attribute or element, would be blocked.
  const connects = request.url?.includes("no-connect-src") === true ? "'none'" : serviceOrigin;
  const policy = `default-src 'none'; script-src 'self' ${serviceOrigin}; frame-src ${serviceOrigin} ${foreignOrigin}; connect-src ${connects}`;
  response.writeHead(200, { ...html, "content-security-policy": policy }).end(`<!doctype html><html lang="en">
    <title>App</title><script src="${serviceOrigin}/connect/v1/svc-connect.js"></script>
    <body><button id="open">Open</button><input id="other" aria-label="Other">${"<p>text</p>".repeat(200)}
    <script src="/app.js"></script>`);
}

/** Opens Connect on a click with `window.options`, or without a click with the options in the query. */
const appScript = `
  window.policyBreaks = [];
  document.addEventListener("securitypolicyviolation", (event) => policyBreaks.push(event.effectiveDirective));
  window.open_ = (options) => { window.result = SvcConnect.connect(options); window.result.catch(() => {}); };
  document.getElementById("open").addEventListener("click", () => open_(window.options));
  const auto = new URLSearchParams(location.search).get("auto");
  if (auto) open_(JSON.parse(auto));
`;

/** Pretends to be the hosted page of the session in its fragment, and records the messages that it receives. */
const foreignPage = `<!doctype html><html lang="en"><title>foreign</title><body><script>
  window.heard = [];
  addEventListener("message", (event) => heard.push(event.data));
  const about = { session: location.hash.slice(1) };
  for (const type of ["svc.connect.ready", "svc.connect.close"]) {
    (window.opener ?? window.parent).postMessage({ type, ...about }, "*");
  }
</script>`;

function hostedPage(path: string, appOrigin: string): string {
  const id = path.split("/").at(-1) ?? "";
  return `<!doctype html><html lang="en"><title>Hosted page</title>
    <body><input id="first" aria-label="Token"><button id="last">Connect</button><script>
    const embedder = window.opener ?? (window.parent === window ? null : window.parent);
    const allowed = ${JSON.stringify(appOrigin)};
    addEventListener("message", (event) => {
      if (event.origin !== allowed || event.source !== embedder) return;
      if (event.data.type === "svc.connect.token") document.body.dataset.token = event.data.token;
      if (event.data.type === "svc.connect.cancel" && !window.isDeaf) {
        navigator.sendBeacon("/cancelled/" + event.data.session);
        say({ type: "svc.connect.close" });
      }
    });
    window.say = (message) => embedder?.postMessage({ session: ${JSON.stringify(id)}, ...message }, allowed);
    addEventListener("keydown", ({ key }) => key === "Escape" && say({ type: "svc.connect.close" }));
    window.fragment = location.hash;
    const isSilent = location.search.includes("locale=xx");
    history.replaceState(null, "", location.pathname);
    if (!isSilent) say({ type: "svc.connect.ready" });
    </script>`;
}

async function listen(
  respond: (request: IncomingMessage, response: ServerResponse) => void,
): Promise<{ server: Server; port: number }> {
  const server = createServer(respond);
  server.on("clientError", (_error, socket: Socket) => socket.destroy());
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { server, port: (server.address() as AddressInfo).port };
}
