/**
 * Binds old credentials: a credential sealed before suite 02, which is bound to no service client, is sealed again
 * after it was opened. This happens in the background of the call that opened it. If it fails, the next use tries
 * again.
 */
import { credentialBinding } from "./binding.ts";
import type { CredentialContext } from "../../domain/vault/port.ts";
import { isUnbound, sealRecord } from "./record.ts";
import type { OpenVaultParts, TenantKeys } from "./tenant-keys.ts";

/** Seals an opened credential again if it is bound to no service client. Uses the plaintext only synchronously. */
export type Rebind = (context: CredentialContext, record: Uint8Array, plaintext: Uint8Array) => void;

/** Creates the function; it never throws. */
export function createRebind(parts: OpenVaultParts, tenantKeys: TenantKeys): Rebind {
  const inProgress = new Set<string>();
  return (context, record, plaintext) => {
    const { connectionId: id, tenantId, purpose } = context;
    // A pending credential is about to be sealed for its connection anyway.
    if (!isUnbound(record) || purpose !== "credential" || inProgress.has(id)) return;
    const binding = credentialBinding(parts.deployment, context);
    const next = tenantKeys.useCached(tenantId, ({ sealing }) =>
      sealRecord(sealing, binding, plaintext, parts.platform.randomBytes),
    );
    if (next === null) return;
    inProgress.add(id);
    const replaced = parts.store.replaceSealedRecord({ id, context, record }, next);
    void replaced.catch(() => false).finally(() => inProgress.delete(id));
  };
}
