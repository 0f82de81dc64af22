/**
 * Which service keys may decide on a proposal (contract §1.16). A key that says who a person is can decide as that
 * person, so the same rule holds for both.
 */
import type { Platform } from "../../platform.ts";
import type { ServiceClientRow, ServiceClientStore, ServiceKeyRow } from "../service-clients/port.ts";
import { type TenantStore, reachesTenant } from "../tenants/port.ts";
import type { ProposalRow } from "./port.ts";

/** A key, as its request shows it. `mayDecide` is false or absent for a delegated token. */
type PresentedKey = { id: string; mayDecide?: boolean };

/**
 * Whether a key may decide on a proposal of its client, or identify the person who does: it has the right, and isn't
 * the key that made the proposal, directly or through a token.
 */
export async function mayKeyDecide(
  { serviceClients }: { serviceClients: Pick<ServiceClientStore, "keys"> },
  { id, mayDecide = false }: PresentedKey,
  { clientId, keyId }: Pick<ProposalRow, "clientId" | "keyId">,
): Promise<boolean> {
  if (!mayDecide) return false;
  // Compares names, because rotating the proposer's key gives it a new id.
  const keys = await serviceClients.keys(clientId);
  const nameOf = (keyId: string) => keys.find((key) => key.id === keyId)?.name;
  return nameOf(id) !== undefined && nameOf(id) !== nameOf(keyId);
}

/** Dependencies of {@link findIdentifyingKey}. */
export type IdentifyingKeyDeps = {
  serviceClients: Pick<ServiceClientStore, "findByKeyId" | "keys">;
  tenants: Pick<TenantStore, "find">;
  platform: Pick<Platform, "nowMs">;
};

/**
 * Finds the key that identified the person on the approval page.
 * @returns null if, now, it can't be trusted to: it was revoked, has expired, no longer reaches the tenant, or may not
 *   decide on this proposal.
 */
export async function findIdentifyingKey(
  deps: IdentifyingKeyDeps,
  keyId: string,
  proposal: Pick<ProposalRow, "clientId" | "tenantId" | "keyId">,
): Promise<{ client: ServiceClientRow; key: ServiceKeyRow } | null> {
  const found = await deps.serviceClients.findByKeyId(keyId);
  if (found?.client.id !== proposal.clientId) return null;
  const { client, key } = found;
  const isEnded = key.expiresAt !== null && key.expiresAt <= deps.platform.nowMs();
  if (isEnded || key.revokedAt !== null || client.revokedAt !== null) return null;
  if (!(await reachesTenant(deps.tenants, { client, tenants: key.tenants }, proposal.tenantId))) return null;
  return (await mayKeyDecide(deps, key, proposal)) ? found : null;
}
