/**
 * Credentials that were sealed before suite 02, and are bound to no service client, are sealed again once they were opened.
 * It is done beside the call that opened one: a failure costs nothing but this chance, and the next use is another.
 */
import { credentialBinding } from "./binding.ts";
import type { CredentialContext } from "./port.ts";
import { isUnbound, sealRecord } from "./record.ts";
import type { OpenVaultParts, TenantKeys } from "./tenant-keys.ts";

/** Seals what was just opened again, if it is bound to no service client. Takes the plaintext only for this turn. */
export type Rebind = (context: CredentialContext, record: Uint8Array, plaintext: Uint8Array) => void;

/** Makes the function; it never throws. */
export function createRebind(parts: OpenVaultParts, tenantKeys: TenantKeys): Rebind {
  const underWay = new Set<string>();
  return (context, record, plaintext) => {
    const { connectionId: id, tenantId, purpose } = context;
    // A pending credential is opened to be sealed for its connection right away.
    if (!isUnbound(record) || purpose !== "credential" || underWay.has(id)) return;
    const binding = credentialBinding(parts.deployment, context);
    const next = tenantKeys.useAtHand(tenantId, ({ sealing }) =>
      sealRecord(sealing, binding, plaintext, parts.platform.randomBytes),
    );
    if (next === null) return;
    underWay.add(id);
    const replaced = parts.store.replaceSealedRecord({ id, context, record }, next);
    void replaced.catch(() => false).finally(() => underWay.delete(id));
  };
}
