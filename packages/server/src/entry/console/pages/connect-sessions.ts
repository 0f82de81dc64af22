/** One Connect session. Its token and its codes are never shown. */
import type { ConsolePage, ConsoleRequest, ConsoleRoute } from "../console.ts";
import { badge, card, facts, idCell, moment, muted, pageHead } from "../elements.ts";
import { linkButton, linkTo } from "../forms.ts";
import { markup } from "../../html/markup.ts";
import { clientName, connectionLink, loadView, providerName, tenantLink } from "../names.ts";
import { errorText, sessionStatusTexts } from "../texts.ts";

/** One Connect session, which the search and the audit trail lead to. */
export const connectSessionRoute: ConsoleRoute = {
  method: "GET",
  role: "viewer",
  path: "/connect-sessions/:session",
  respond: one,
};

async function one(request: ConsoleRequest): Promise<ConsolePage> {
  const { services, params } = request;
  const session = await services.overview.connectSession(params["session"] ?? "");
  const { id, clientId, tenantId, connectionId, provider, status, errorCode } = session;
  const view = await loadView(request, [session]);
  const audit = linkTo("/audit", [
    ["chain", clientId],
    ["subject", id],
  ]);
  const { label, tone } = sessionStatusTexts[status];
  const { nowMs } = view;
  const main = markup`${pageHead(
    markup`Connect session for ${providerName(provider, view)}`,
    linkButton("Audit trail", audit),
    {
      of: { name: "Tenant", path: `/tenants/${tenantId}` },
    },
  )}
<div class="grid two">${card(
    "Connect session",
    facts([
      ["Status", badge(label, tone)],
      ...(errorCode === ""
        ? []
        : [["Error", markup`${errorText(errorCode, "")} <code class="muted">${errorCode}</code>`] as const]),
      ["Tenant", tenantLink(tenantId, view)],
      ["Service client", clientName(clientId, view)],
      ["Connection", connectionId === "" ? muted("None yet") : connectionLink(connectionId, view)],
      ["Created", moment(session.createdAt, nowMs)],
      ["Opened", moment(session.tokenUsedAt, nowMs, "Not yet")],
      ["Completed", moment(session.completedAt, nowMs, "Not yet")],
      ["Expires", moment(session.expiresAt, nowMs)],
      ["ID", idCell(id)],
    ]),
  )}
${card(
  "What was asked for",
  facts([
    ["Provider", providerName(provider, view)],
    ["Authentication", session.authKind.replaceAll("_", " ")],
    ["Actions", session.requestedActions.join(", ")],
    ["Purpose", session.reconnect ? "Reconnect this connection" : "A new connection"],
    ["Completion", session.completion],
    ["Origin", session.allowedOrigin === "" ? muted("None") : session.allowedOrigin],
    ["Rejected credentials", String(session.rejections)],
  ]),
)}</div>`;
  return { title: `Connect session for ${provider}`, main };
}
