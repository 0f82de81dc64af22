/** Actions on a webhook endpoint: disable, enable, send an event again. */
import { auditActor, readField, type ConsoleResponse, type ConsoleRequest, type ConsoleRoute } from "../console.ts";
import { facts, idCell } from "../elements.ts";
import { confirmPage } from "../frame.ts";
import { markup } from "../../html/markup.ts";
import { clientName, loadView } from "../names.ts";

/** The forms of an endpoint's page. */
export const webhookActionRoutes: readonly ConsoleRoute[] = [
  { method: "POST", path: "/webhooks/:endpoint/disable", respond: disable },
  { method: "POST", path: "/webhooks/:endpoint/enable", respond: enable },
  { method: "POST", path: "/webhooks/:endpoint/redeliver", respond: redeliver },
];

async function disable(request: ConsoleRequest): Promise<ConsoleResponse> {
  const { services, params, form, formToken } = request;
  const { id, url, clientId } = await services.overview.webhookEndpoint(params["endpoint"] ?? "");
  const back = `/webhooks/${id}`;
  if (readField(form, "confirm") !== "yes") {
    const view = await loadView(request, [{ clientId }]);
    const text = markup`<p>Nothing more is sent to this endpoint. Deliveries that are due wait until it is enabled again. Events from
the time in between aren't delivered, but stay in the service client's log.</p>
${facts([
  ["Host", new URL(url).host],
  ["Service client", clientName(clientId, view)],
  ["Endpoint", idCell(id)],
])}`;
    const path = `${back}/disable`;
    const title = "Disable this endpoint?";
    return confirmPage({ title, text, path, formToken, label: "Disable", back, tone: "primary" });
  }
  await services.webhookOperations(auditActor(request)).disable(id);
  return { location: `${back}?done=disabled` };
}

async function enable(request: ConsoleRequest): Promise<ConsoleResponse> {
  const { services, params } = request;
  const { id } = await services.overview.webhookEndpoint(params["endpoint"] ?? "");
  await services.webhookOperations(auditActor(request)).enable(id);
  return { location: `/webhooks/${id}?done=enabled` };
}

async function redeliver(request: ConsoleRequest): Promise<ConsoleResponse> {
  const { services, params, form } = request;
  const { id } = await services.overview.webhookEndpoint(params["endpoint"] ?? "");
  await services.webhookOperations(auditActor(request)).redeliver(id, readField(form, "event") ?? "");
  return { location: `/webhooks/${id}?done=redelivered` };
}
