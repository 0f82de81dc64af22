/** The Integrations page: which providers can be connected, which are, and which need the user's attention. */
import {
  cancelConnecting,
  finishConnecting,
  isOpen,
  latestSessions,
  startConnecting,
  type Connection,
} from "./connecting.ts";
import { field, json, page, redirect } from "./http.ts";
import { disconnectView, integrationsView, type Card } from "./integrations-view.ts";
import { useOf } from "./providers.ts";
import type { Handler, Visit } from "./visit.ts";

/** The handlers, by method and path. */
export const integrationRoutes: Readonly<Record<string, Handler>> = {
  "GET /integrations": async (visit) => page(integrationsView(visit, await cardsOf(visit))),

  /** The script opens the hosted page with this result. The token is for this user's browser and works once. */
  "POST /connect/start": async (visit) => json(await startConnecting(visit, field(visit.form, "provider"))),

  /** The launcher is done. With `confirmed` completion it returns a code. */
  "POST /connect/finish": async (visit) => {
    const { form } = visit;
    const { status } = await finishConnecting(visit, field(form, "session"), form.get("completionCode") ?? "");
    return json({ status });
  },

  /** The return URL, after a redirect. Does the same, and removes the code from the address. */
  "GET /connected": async (visit) => {
    const { query } = visit;
    await finishConnecting(visit, query.get("connect_session_id") ?? "", query.get("completion_code") ?? "");
    return redirect("/integrations");
  },

  "POST /connect/cancel": async (visit) => {
    await cancelConnecting(visit, field(visit.form, "session"));
    return redirect("/integrations");
  },

  /** The script asks whether a session that was open when the page was sent has ended. */
  "GET /connect/status": async (visit) => {
    const open = [...(await latestSessions(visit)).values()].filter(isOpen);
    return json({ state: open.map(({ id }) => id).join(" ") });
  },

  "GET /disconnect/*": async (visit) => {
    // Under the tenant's path, so another tenant's connection is not found.
    return page(disconnectView(visit, await visit.tenant.connections.get(visit.id)));
  },

  "POST /disconnect/*": async (visit) => {
    await visit.tenant.connections.disconnect(visit.id);
    return redirect("/integrations");
  },
};

async function cardsOf(visit: Visit): Promise<Card[]> {
  const { tenant } = visit;
  const [providers, sessions] = await Promise.all([tenant.providers.list(), latestSessions(visit)]);
  // The newest first; an older one that was disconnected no longer matters.
  const newest = new Map<string, Connection>();
  for await (const connection of tenant.connections.list()) {
    const known = newest.get(connection.provider);
    const isBetter = known?.status === "disconnected" && connection.status !== "disconnected";
    if (known === undefined || isBetter) newest.set(connection.provider, connection);
  }
  return await Promise.all(
    providers.map(async ({ slug, name, description, logo }) => {
      const connection = newest.get(slug) ?? null;
      const session = sessions.get(slug) ?? null;
      const isLive = connection !== null && connection.status !== "disconnected";
      const titles = isLive ? await titlesOf(visit, slug, connection.grantedActions) : [];
      return { slug, name, description, logo, use: useOf(slug), connection, session, titles };
    }),
  );
}

/** The titles of the granted actions, for people. */
async function titlesOf({ tenant }: Visit, provider: string, granted: readonly string[]): Promise<string[]> {
  const actions = await tenant.actions.list(provider);
  return granted.map((id) => actions.find((action) => action.id === id)?.title ?? id);
}
