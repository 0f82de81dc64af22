/**
 * OAuth sessions on the real page. A small fake replaces the frontend API and the provider's page; a test changes its
 * session's status step by step.
 */
import type { FrontendSession } from "@svc/contract";
import type { BrowserContext } from "../../../judges/pages/playwright.ts";
import type { OpenedSession, Fixture } from "./fixture.ts";

/** A session on the fake API. */
export type FakeSession = {
  session: OpenedSession;
  context: BrowserContext;
  /** The session's state; tests change it. */
  state: { status: FrontendSession["status"]; notGranted: readonly string[]; reconnects: boolean };
  /** The results of the next `authorize` calls: an error code or no response; later calls succeed. */
  authorizeFaults: ("lost" | "foreign" | { status: number; code: string })[];
  /** The names of the calls, in order. */
  calls: string[];
  /** Requests for the provider's page. */
  visits: string[];
};

/** Creates a session and its fake, in its own browser context. */
export async function createFakeSession(fixture: Fixture, locale = "en-US"): Promise<FakeSession> {
  const session = await fixture.session();
  const context = await fixture.context({ locale });
  const made: FakeSession = {
    session,
    context,
    state: { status: "opened", notGranted: [], reconnects: false },
    authorizeFaults: [],
    calls: [],
    visits: [],
  };
  const { origin } = new URL(session.connectUrl);
  await context.route(`${origin}/connect/v1/**`, async (route) => {
    const name = new URL(route.request().url()).pathname.split("/").at(-1) ?? "";
    if (name === "svc-connect.js" || name === "status") return route.continue();
    made.calls.push(name);
    if (name === "exchange") {
      const real = (await (await route.fetch()).json()) as { session: FrontendSession };
      return route.fulfill({ json: { ...real, session: shown(made, real.session) } });
    }
    if (name === "authorize") return authorize(made, origin, route);
    if (name === "cancel") made.state.status = "cancelled";
    const headers = { ...route.request().headers(), "sec-fetch-site": "same-origin" };
    const url = `${origin}/connect/v1/session`;
    const real = await (await route.fetch({ url, method: "GET", headers, postData: "" })).json();
    return route.fulfill({ json: shown(made, real as FrontendSession) });
  });
  await context.route(`${origin}/connect/oauth/**`, (route) => {
    made.visits.push(route.request().url());
    const body = "<!doctype html><html lang=en><title>Provider</title><h1>Sign in at Octo</h1>";
    return route.fulfill({ contentType: "text/html", body });
  });
  return made;
}

type Route = Parameters<Parameters<BrowserContext["route"]>[1]>[0];

function authorize(made: FakeSession, origin: string, route: Route): Promise<void> {
  const fault = made.authorizeFaults.shift();
  if (fault === "lost") return route.abort("connectionreset");
  if (typeof fault === "object") return route.fulfill({ status: fault.status, json: { code: fault.code } });
  if (fault === "foreign")
    return route.fulfill({ json: { authorizationUrl: "https://evil.example/connect/oauth/octo" } });
  made.state.status = "authorizing";
  const authorizationUrl = `${origin}/connect/oauth/octo/authorize?once=${made.calls.length}`;
  return route.fulfill({ json: { authorizationUrl } });
}

function shown({ state }: FakeSession, real: FrontendSession): FrontendSession {
  const { status, notGranted, reconnects } = state;
  const isDone = status === "completed";
  const isVerified = isDone || status === "awaiting_confirmation";
  return {
    ...real,
    authKind: "oauth2_authorization_code",
    status,
    connection_id: isDone || reconnects ? "con_01k0000000e8r9m2p4s6t8w0y2" : null,
    actions: real.actions.map((action) => (isDone ? { ...action, granted: !notGranted.includes(action.id) } : action)),
    form: { ...real.form, slug: "octo", name: "Octo", authKind: "oauth2_authorization_code", fields: [], grant: null },
    account: isVerified ? { slug: "ada", name: "ada" } : null,
  };
}
