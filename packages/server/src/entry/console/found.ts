/** What the search finds: its path, and how a list shows it. */
import type { Found, FoundKind } from "../../domain/operators/port.ts";
import { isolated, markup, type Html } from "../html/markup.ts";
import { idCell, muted, shortId } from "./elements.ts";
import { linkTo } from "./forms.ts";
import { entryPath } from "./names.ts";

/** The names of the kinds: of one, and of several. */
export const foundNames: Readonly<Record<FoundKind, readonly [one: string, several: string]>> = {
  tenant: ["Tenant", "Tenants"],
  connection: ["Connection", "Connections"],
  service_client: ["Service client", "Service clients"],
  webhook_endpoint: ["Webhook endpoint", "Webhook endpoints"],
  oauth_app: ["OAuth app", "OAuth apps"],
  operator_token: ["Operator token", "Operator tokens"],
  execution: ["Execution", "Executions"],
  proposal: ["Proposal", "Proposals"],
  event: ["Event", "Events"],
  connect_session: ["Connect session", "Connect sessions"],
  delegated_token: ["Delegated token", "Delegated tokens"],
  service_key: ["Service key", "Service keys"],
};

/** Returns the page of something that was found. */
export function foundPath({ kind, id, clientId }: Found): string {
  switch (kind) {
    case "tenant":
      return `/tenants/${id}`;
    case "connection":
      return `/connections/${id}`;
    case "service_client":
      return `/service-clients/${id}`;
    case "service_key":
      return `/service-clients/${clientId}#key-${id}`;
    case "webhook_endpoint":
      return `/webhooks/${id}`;
    case "oauth_app":
      return linkTo("/oauth-apps", [["provider", id]]);
    case "operator_token":
      return `/operator-tokens#token-${id}`;
    case "execution":
      return `/executions/${id}`;
    case "proposal":
      return `/proposals/${id}`;
    case "event":
      return entryPath(clientId, id);
    case "connect_session":
      return `/connect-sessions/${id}`;
    case "delegated_token":
      return `/tokens/${id}`;
  }
}

/** Renders its name as a link; its kind, or the end of its id, if it has none. */
export function foundLink(found: Found): Html {
  const shown = found.name === "" ? markup`${foundNames[found.kind][0]} ${shortId(found.id)}` : isolated(found.name);
  return markup`<a class="strong" href="${foundPath(found)}">${shown}</a>`;
}

/** Renders what an entry is about: its name with its kind, and its id. */
export function subjectCell(subject: string, found: ReadonlyMap<string, Found>): Html {
  const known = found.get(subject);
  if (subject === "") return muted("None");
  if (known === undefined) return idCell(subject, "short");
  return markup`${foundLink(known)}<br>${muted(foundNames[known.kind][0])} ${idCell(subject, "short")}`;
}
