/**
 * Sessions whose provider asks the user itself, on the real page: the frontend API behind it is a small stand-in of the
 * contract's words, which a test moves from status to status, and so is the provider's own page.
 */
import type { FrontendSession } from "@svc/contract";
import type { BrowserContext } from "playwright-core";
import type { OpenedSession, Stage } from "./stage.ts";

/** One session of the stand-in. */
export type StandIn = {
  session: OpenedSession;
  context: BrowserContext;
  /** Where the session stands; a test changes it. */
  state: { status: FrontendSession["status"]; notGranted: readonly string[]; reconnects: boolean };
  /** What the next calls of `authorize` give: an answer, a refusal by its code, or no answer at all; then answers. */
  authorizeFaults: ("lost" | "foreign" | { status: number; code: string })[];
  /** The calls, by name, in order. */
  calls: string[];
  /** Requests of the provider's own page. */
  visits: string[];
};

/** Makes a session and its stand-in, in a browser of its own. */
export async function standIn(stage: Stage, locale = "en-US"): Promise<StandIn> {
  const session = await stage.session();
  const context = await stage.context({ locale });
  const made: StandIn = {
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

function authorize(made: StandIn, origin: string, route: Route): Promise<void> {
  const fault = made.authorizeFaults.shift();
  if (fault === "lost") return route.abort("connectionreset");
  if (typeof fault === "object") return route.fulfill({ status: fault.status, json: { code: fault.code } });
  if (fault === "foreign")
    return route.fulfill({ json: { authorizationUrl: "https://evil.example/connect/oauth/octo" } });
  made.state.status = "authorizing";
  const authorizationUrl = `${origin}/connect/oauth/octo/authorize?once=${made.calls.length}`;
  return route.fulfill({ json: { authorizationUrl } });
}

function shown({ state }: StandIn, real: FrontendSession): FrontendSession {
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
