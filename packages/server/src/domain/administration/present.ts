/** Service clients and their keys as operators see them, without key material. */
import type { OperatedServiceClient, ServiceKey } from "@svc/contract";
import { timestamp, timestampOrNull } from "../clock/timestamp.ts";
import type { ServiceClientRow, ServiceKeyRow } from "../service-clients/port.ts";
import { brandingOf } from "../service-clients/service-clients.ts";
import { clientVersion, keyVersion } from "../service-clients/versions.ts";
import { presentReach } from "../tenants/port.ts";

export function presentOperatedClient(client: ServiceClientRow, keys: readonly ServiceKeyRow[]): OperatedServiceClient {
  return {
    id: client.id,
    name: client.name,
    allowedOrigins: [...client.allowedOrigins],
    allowedReturnUrls: [...client.allowedReturnUrls],
    policy: {
      actions: [...client.allowedActions],
      settleByState: client.settleByState,
      allowImport: client.allowImport,
      rules: [...client.policyRules],
    },
    completion: client.requireConfirmed ? "confirmed" : "automatic",
    ...brandingOf(client),
    createdAt: timestamp(client.createdAt),
    revokedAt: timestampOrNull(client.revokedAt),
    keys: keys.map(presentServiceKey),
    version: clientVersion(client),
  };
}

export function presentServiceKey(key: ServiceKeyRow): ServiceKey {
  return {
    id: key.id,
    name: key.name,
    maskedKey: `svc_live_${key.id}…`,
    ...presentReach(key.tenants),
    policyRules: [...key.policyRules],
    mayDecide: key.mayDecide,
    createdAt: timestamp(key.createdAt),
    expiresAt: timestampOrNull(key.expiresAt),
    revokedAt: timestampOrNull(key.revokedAt),
    version: keyVersion(key),
  };
}
