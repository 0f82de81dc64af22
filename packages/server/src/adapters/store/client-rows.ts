/** Maps service clients, their keys and tenants from their tables. */
import type { ServiceClientRow, ServiceKeyRow } from "../../domain/service-clients/port.ts";
import type { ServiceClientsTable, ServiceKeysTable } from "./tables.ts";
import { parsedJson, parsedJsonOrNull } from "./text.ts";

/** A row of `service_clients`. */
export function serviceClientRow(row: ServiceClientsTable): ServiceClientRow {
  return {
    id: row.id,
    name: row.name,
    allowedOrigins: parsedJson(row.allowed_origins),
    allowedReturnUrls: parsedJson(row.allowed_return_urls),
    allowedActions: parsedJson(row.allowed_actions),
    requireConfirmed: row.require_confirmed === 1,
    settleByState: row.settle_by_state === 1,
    allowImport: row.allow_import === 1,
    appName: row.app_name,
    logo: row.logo_id === "" ? null : { url: row.logo_url, id: row.logo_id },
    policyRules: parsedJson(row.policy_rules),
    agentSignInUrl: row.agent_sign_in_url,
    createdAt: row.created_at,
    revokedAt: row.revoked_at,
  };
}

/** A row of `service_keys`. */
export function serviceKeyRow(row: ServiceKeysTable): ServiceKeyRow {
  return {
    id: row.id,
    clientId: row.client_id,
    name: row.name,
    hash: row.hash,
    tenants: parsedJsonOrNull(row.tenants),
    policyRules: parsedJson(row.policy_rules),
    mayDecide: row.may_decide === 1,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    revokedAt: row.revoked_at,
  };
}
