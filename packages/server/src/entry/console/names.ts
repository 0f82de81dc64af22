/** Looks up names and shows them instead of ids. */
import type { NamedIds, Names } from "../../domain/operators/port.ts";
import type { ConsoleRequest, Logos } from "./console.ts";
import { muted, shortId, twoLines } from "./elements.ts";
import { isolated, markup, type Html } from "../html/markup.ts";

/** The data that cells need besides their row: names by id, logos, and the time. */
export type View = { names: Names; logos: Logos; nowMs: number };

/** A row that refers to others by their ids. */
type Referring = { clientId?: string; tenantId?: string; connectionId?: string; actor?: string };

/** Looks up the names that these rows refer to. */
export async function loadView({ services }: ConsoleRequest, rows: readonly Referring[]): Promise<View> {
  const ids = (of: (row: Referring) => string | undefined): string[] =>
    rows.flatMap((row) => {
      const id = of(row) ?? "";
      return id === "" ? [] : [id];
    });
  const actors = (kind: string) => ids(({ actor }) => (actor?.startsWith(kind) ? actor.slice(kind.length) : undefined));
  const named: NamedIds = {
    clients: ids(({ clientId }) => clientId),
    tenants: ids(({ tenantId }) => tenantId),
    connections: ids(({ connectionId }) => connectionId),
    keys: actors("key:"),
    operators: actors("operator:"),
  };
  return {
    names: await services.overview.names(named),
    logos: services.logos,
    nowMs: services.platform.nowMs(),
  };
}

/** Renders a provider's slug behind its logo; one that is no longer loaded has none. */
export function providerName(slug: string, { logos }: Pick<View, "logos">): Html {
  const logo = logos.get(slug);
  if (logo === undefined) return markup`${slug}`;
  return markup`<svg class="logo" viewBox="0 0 24 24" aria-hidden="true"><path d="${logo}"/></svg> ${slug}`;
}

/** Renders an action as everywhere else, `provider/action.id`, as a link to its row; below it, its effect. */
export function actionCell(
  href: string,
  { provider, actionId, effect }: { provider: string; actionId: string; effect: string },
  view: Pick<View, "logos">,
): Html {
  const name = markup`<a class="strong action" href="${href}">${providerName(provider, view)}/${actionId}</a>`;
  return twoLines(name, effect);
}

/** What names a webhook endpoint: its description, or else its host. The rest of its address may be a secret. */
export function endpointName({ url, description }: { url: string; description: string }): string {
  return description === "" ? new URL(url).host : description;
}

/** Renders a webhook endpoint's name as a link. */
export function endpointLink(row: { id: string; url: string; description: string }): Html {
  return markup`<a class="strong" href="/webhooks/${row.id}">${isolated(endpointName(row))}</a>`;
}

/** Renders what distinguishes a webhook endpoint from others with its name: the host, and the end of its id. */
export function endpointPlace({ id, url }: { id: string; url: string }): Html {
  return markup`${new URL(url).host} <code class="tail" title="${id}">…${id.slice(-6)}</code>`;
}

/** The path of an entry of the audit trail. @param entry its number, or the id of one that the event log shows. */
export function entryPath(clientId: string, entry: number | string): string {
  return `/audit/${clientId === "" ? "deployment" : clientId}/${entry}`;
}

/** Renders a tenant's name as a link; "" renders nothing. */
export function tenantLink(id: string, { names }: Pick<View, "names">): Html {
  if (id === "") return muted("None");
  return markup`<a href="/tenants/${id}">${isolated(names.tenants.get(id)?.displayName ?? shortId(id))}</a>`;
}

/** Renders the account of a connection as a link. */
export function connectionLink(id: string, { names }: Pick<View, "names">): Html {
  return markup`<a href="/connections/${id}">${isolated(names.connections.get(id)?.accountName ?? shortId(id))}</a>`;
}

/** Renders a service client's name, and the end of its id if another one has the same name. */
export function clientName(id: string, { names }: Pick<View, "names">): Html {
  const client = names.clients.get(id);
  if (client === undefined) return id === "" ? muted("None") : markup`<code>${shortId(id)}</code>`;
  const tail = client.isShared ? markup` <code class="tail" title="${id}">…${id.slice(-6)}</code>` : null;
  return markup`<a href="/service-clients/${id}">${isolated(client.name)}</a>${tail}`;
}

/** Returns labels for a choice of service clients. Clients with the same name also show the end of their ids. */
export function clientChoices(
  clients: readonly { id: string; name: string }[],
): readonly (readonly [id: string, label: string])[] {
  const isShared = (name: string): boolean => clients.filter((client) => client.name === name).length > 1;
  return clients.map(({ id, name }) => [id, isShared(name) ? `${name} …${id.slice(-6)}` : name]);
}

const knownActors: ReadonlyMap<string, string> = new Map([
  ["operator", "Command line"],
  ["end_user", "End user"],
  ["system", "svc"],
]);

/** Renders an actor of the audit trail: a name with its kind. */
export function actorName(actor: string, { names }: Pick<View, "names">): Html {
  const known = knownActors.get(actor);
  if (known !== undefined) return markup`${known}`;
  const [kind = "", id = ""] = actor.split(":", 2);
  if (kind === "token") return markup`<a href="/tokens/${id}" title="${actor}">Token <code>${shortId(id)}</code></a>`;
  const name = kind === "key" ? names.keys.get(id) : names.operators.get(id);
  const shown = name === undefined ? markup`<code>${id}</code>` : isolated(name);
  return markup`<span title="${actor}">${kind === "key" ? "Key" : "Operator"} ${shown}</span>`;
}
