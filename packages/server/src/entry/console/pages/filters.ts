/** Filters that several listings have. */
import { readField, type ConsoleRequest } from "../console.ts";
import type { Filter } from "../forms.ts";
import { clientChoices, loadView } from "../names.ts";

/** Returns the filter for a listing's service client. */
export async function clientFilter({ services, query }: ConsoleRequest): Promise<Filter> {
  const choices = clientChoices(await services.overview.clientNames());
  return { name: "client", label: "Service client", value: readField(query, "client") ?? "", choices };
}

/** Returns the filters for a tenant's or a connection's id, which show its name once they are set. */
export async function scopeFilters(
  request: ConsoleRequest,
  wanted: readonly ("tenant" | "connection")[],
): Promise<Filter[]> {
  const tenantId = readField(request.query, "tenant") ?? "";
  const connectionId = readField(request.query, "connection") ?? "";
  const { names } = await loadView(request, [{ tenantId, connectionId }]);
  const filters = {
    tenant: {
      name: "tenant",
      label: "Tenant",
      value: tenantId,
      shown: names.tenants.get(tenantId)?.displayName ?? tenantId,
    },
    connection: {
      name: "connection",
      label: "Connection",
      value: connectionId,
      shown: names.connections.get(connectionId)?.accountName ?? connectionId,
    },
  };
  return wanted.map((name) => filters[name]);
}
