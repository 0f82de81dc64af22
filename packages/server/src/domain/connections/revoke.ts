/**
 * Revokes the token of a disconnected connection, if the operator wants it. The disconnect never depends on this, and
 * the audit trail records the result.
 */
import type { Provider } from "@svc/provider-kit";
import { findAuth, strategyFor } from "../auth-kinds/table.ts";
import type { Audit } from "../journal/entry.ts";
import type { NewEntry } from "../journal/port.ts";
import { issuingApp, type OAuthApps } from "../oauth/app.ts";
import type { RevocationResult, RevokeToken } from "../oauth/port.ts";
import { type Credentials, vaultContext } from "./sealed-credential.ts";
import type { ConnectionWithCredential } from "./port.ts";
import type { IssuedCredential } from "./refresh-work.ts";

/** Dependencies for revoking. */
export type RevokeDeps = {
  credentials: Pick<Credentials, "open">;
  revoke: RevokeToken;
  apps: OAuthApps;
  audit: Audit;
  provider: (slug: string) => Provider | null;
  /** Whether the operator wants a provider's tokens revoked. */
  isWanted: (provider: string) => boolean;
  /** Reports a defect. @param what a constant name. */
  onFault: (connectionId: string, what: string) => void;
};

/**
 * Opens the credential while it still exists.
 * @returns the function to call once the connection is disconnected; null if there is nothing to revoke. Neither
 * throws.
 */
export type PrepareRevocation = (
  connected: ConnectionWithCredential,
  by: Pick<NewEntry, "clientId" | "actor">,
) => Promise<(() => Promise<void>) | null>;

/** Creates the function. */
export function createPrepareRevocation(deps: RevokeDeps): PrepareRevocation {
  return async ({ connection, record }, by) => {
    const { provider: slug, authKind, id: connectionId, tenantId } = connection;
    const provider = deps.isWanted(slug) ? deps.provider(slug) : null;
    const auth = provider === null ? null : findAuth(provider, authKind);
    const issuer = auth === null ? null : strategyFor(auth.kind).issuer(auth);
    if (provider === null || issuer === null || record === null) return null;
    // The vault returns a credential that was sealed under the same auth, so its type is correct.
    const credential = await deps.credentials.open(vaultContext(connection), record).then(
      (opened) => opened as IssuedCredential,
      () => null,
    );
    return async () => {
      const result = await revoke(deps, connectionId, async () =>
        credential === null
          ? { kind: "failed", reason: "credential_unreadable" }
          : await deps.revoke(
              { provider, auth: issuer, app: issuingApp(deps.apps.of(slug, connection.clientId), credential.appId) },
              credential,
            ),
      );
      const event = { ...by, tenantId, subject: connectionId };
      const data = { provider: slug, ...(result.kind === "failed" ? { reason: result.reason } : {}) };
      const type = result.kind === "revoked" ? "credential.revoked" : "credential.revocation_failed";
      await deps.audit.record({ type, ...event, data }).catch(() => deps.onFault(connectionId, "EventNotRecorded"));
    };
  };
}

async function revoke(
  { onFault }: RevokeDeps,
  connectionId: string,
  ask: () => Promise<RevocationResult>,
): Promise<RevocationResult> {
  try {
    return await ask();
  } catch {
    onFault(connectionId, "RevocationFailed");
    return { kind: "failed", reason: "not_sent" };
  }
}
