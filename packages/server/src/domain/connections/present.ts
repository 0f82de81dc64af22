/** Presents a connection in the contract's form. */
import type { Connection } from "@svc/contract";
import { strategyFor } from "../auth-kinds/table.ts";
import { timestamp, timestampOrNull } from "../clock/timestamp.ts";
import { nameOfListed } from "../catalog/listed-origins.ts";
import type { ConnectionRow } from "./port.ts";

/** Presents the connection to its owner, without any part of its credential. */
export function presentConnection(row: ConnectionRow): Connection {
  return {
    id: row.id,
    tenant_id: row.tenantId,
    provider: row.provider,
    authKind: row.authKind,
    status: row.status,
    origin: row.origin,
    account: { slug: row.accountSlug, name: row.accountName },
    grantedActions: [...row.grantedActions],
    auth_config: strategyFor(row.authKind).presentConfig(row),
    provider_binding: bindingOf(row.listedOrigin),
    lastTestedAt: timestampOrNull(row.lastTestedAt),
    credentialExpiresAt: timestampOrNull(row.credentialExpiresAt),
    createdAt: timestamp(row.createdAt),
    updatedAt: timestamp(row.updatedAt),
  };
}

/** Shows only the name of the listed origin, because its address is for the operator alone. */
function bindingOf(listedOrigin: string): Connection["provider_binding"] {
  const origin = nameOfListed(listedOrigin);
  return origin === null ? null : { origin };
}
