/** Harbor's server: finds a request's handler, and checks who sent the request. The service key stays here. */
import { timingSafeEqual } from "node:crypto";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { NotFoundError, ServiceClient, SvcError } from "@svc/sdk";
import { afterSignIn, agentRoutes, signInFirst } from "./agents.ts";
import { cookie, page, publicFile, readBody, redirect, Refusal, securityHeaders, type Reply } from "./http.ts";
import { integrationRoutes } from "./integrations.ts";
import { issueRoutes } from "./issues.ts";
import { messagePage, signInPage } from "./layout.ts";
import { openRecords } from "./records.ts";
import { secretRoutes } from "./secrets.ts";
import { cookieName, demoUsers, signedIn, signIn, signOut, tenantIdOf } from "./users.ts";
import type { App, Handler, Settings, Visit } from "./visit.ts";
import { receiveWebhook } from "./webhooks.ts";
import { writeRoutes } from "./write-pages.ts";

const routes: ReadonlyMap<string, Handler> = new Map([
  ["GET /", async () => redirect("/integrations")],
  ...Object.entries(integrationRoutes),
  ...Object.entries(secretRoutes),
  ...Object.entries(issueRoutes),
  ...Object.entries(writeRoutes),
  ...Object.entries(agentRoutes),
]);

/** Creates the HTTP server. The caller starts listening. */
export function createApp(settings: Settings): Server {
  const app: App = {
    settings,
    client: new ServiceClient({ baseUrl: settings.serviceUrl, accessToken: settings.serviceKey }),
    approvals: new ServiceClient({ baseUrl: settings.serviceUrl, accessToken: settings.approvalsKey }),
    records: openRecords(settings.recordsFile),
    log: settings.log ?? console.log,
    isHttps: settings.origin.startsWith("https:"),
  };
  const headers = securityHeaders(new URL(settings.connectUrl ?? settings.serviceUrl).origin, app.isHttps);
  const respond = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const reply = await respondTo(app, request).catch((error: unknown) => problemReply(app, error));
    // Only the path: the query of a return URL contains a completion code.
    app.log(`${request.method} ${pathOf(request)} ${reply.status}`);
    response.writeHead(reply.status, { ...headers, ...reply.headers }).end(reply.body);
  };
  return createServer((request, response) => {
    void respond(request, response);
  }).on("close", () => app.records.close());
}

async function respondTo(app: App, request: IncomingMessage): Promise<Reply> {
  const { settings, records } = app;
  const url = new URL(request.url ?? "/", settings.origin);
  const file = request.method === "GET" ? publicFile(url.pathname) : null;
  if (file !== null) return file;
  if (request.method === "POST" && url.pathname === "/webhooks/svc") return await receiveWebhook(app, request);
  // Other sites' pages can't act in a user's name: the browser reports which origin a form comes from.
  if (request.method === "POST" && request.headers.origin !== settings.origin) {
    throw new Refusal(403, "This form came from another site, so we didn't use it.");
  }
  const form = new URLSearchParams(request.method === "POST" ? await readBody(request) : "");
  const sid = cookie(request, cookieName(app.isHttps));
  const now = Date.now();
  if (url.pathname === "/sign-in") return signInOrShow(app, request.method, { form, query: url.searchParams, now });
  const known = signedIn(records, sid, now);
  if (known === null) return signInFirst(url);
  const { user, csrf } = known;
  // A form also has to come from a page that was sent to this sign-in.
  if (request.method === "POST" && !isSame(form.get("csrf") ?? "", csrf)) {
    throw new Refusal(403, "This form is out of date. Go back, reload the page and try again.");
  }
  if (request.method === "POST" && url.pathname === "/sign-out") {
    return withCookie(redirect("/sign-in"), signOut(records, sid, app.isHttps));
  }
  const route = findRoute(request.method, url.pathname);
  if (route === null) throw new Refusal(404, "There is no such page.");
  const tenantId = await tenantIdOf(app.client, records, user);
  const tenant = app.client.tenant(tenantId);
  const wantsJson = request.headers.accept === "application/json";
  const visit: Visit = {
    ...app,
    user,
    csrf,
    tenantId,
    tenant,
    form,
    query: url.searchParams,
    id: route.id,
    now,
    wantsJson,
  };
  return await route.handle(visit);
}

/** Finds the route for a path. A route is a whole path, or ends in `/*` for an id. */
function findRoute(method = "GET", path: string): { handle: Handler; id: string } | null {
  const whole = routes.get(`${method} ${path}`);
  if (whole !== undefined) return { handle: whole, id: "" };
  const slash = path.lastIndexOf("/");
  const handle = routes.get(`${method} ${path.slice(0, slash)}/*`);
  return handle === undefined ? null : { handle, id: path.slice(slash + 1) };
}

function signInOrShow(
  app: App,
  method = "GET",
  { form, query, now }: { form: URLSearchParams; query: URLSearchParams; now: number },
): Reply {
  if (method !== "POST") return page(signInPage(query.get("next") ?? ""));
  const user = demoUsers.find(({ id }) => id === form.get("user"));
  if (user === undefined) throw new Refusal(422, "There is no such user.");
  return withCookie(redirect(afterSignIn(form.get("next") ?? "")), signIn(app.records, user.id, app.isHttps, now));
}

function withCookie(reply: Reply, value: string): Reply {
  return { ...reply, headers: { ...reply.headers, "set-cookie": value } };
}

function isSame(given: string, wanted: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(wanted)];
  return one.length === other.length && timingSafeEqual(one, other);
}

/** Returns the page for an error. The texts of svc's errors never contain a secret, so they may be logged. */
function problemReply(app: App, error: unknown): Reply {
  if (error instanceof Refusal) return page(messagePage("That didn't work", error.message), error.status);
  app.log(error instanceof SvcError ? `${error.name}: ${error.message}` : String((error as Error)?.stack ?? error));
  // Other tenants' resources don't exist for this one.
  if (error instanceof NotFoundError) return page(messagePage("Not found", "There is no such page."), 404);
  if (error instanceof SvcError) {
    const text =
      "Harbor can't reach the service that manages your connections. Nothing was changed. Try again in a moment.";
    return page(messagePage("Not available right now", text), 503);
  }
  return page(messagePage("Something went wrong", "We have been notified. Try again in a moment."), 500);
}

function pathOf(request: IncomingMessage): string {
  return (request.url ?? "/").split("?")[0] ?? "/";
}
