/** The binding of sealed data: its additional authenticated data. Data that was moved elsewhere can't be opened. */
import type { CredentialContext, DeploymentIdentity } from "../../domain/vault/port.ts";

/** The context that sealed data is bound to. */
export type Binding = {
  deployment: DeploymentIdentity;
  /** "" if the data belongs to no tenant. */
  tenantId: string;
  /** A credential's connection id; a wrapped key's root key id; for a secret of an app, the root key id and the app. */
  subject: string;
  /** The version of the content; a safe integer from 0. */
  version: number;
  purpose:
    | "credential"
    | "pending-credential"
    | "proposal"
    | "tenant-key"
    | "hashing-key"
    | "oauth-app"
    | "event-secret"
    | "offered-secrets";
};

/** The context that a credential is bound to: in addition, its service client, its provider and its granted actions. */
export type CredentialBinding = Binding & {
  clientId: string;
  /** The provider's slug, which decides the hosts. */
  provider: string;
  /** If the operator's list decides the host, its name there and its address; otherwise "". */
  listedOrigin: string;
  /** In the order stored in the connection's row. */
  grantedActions: readonly string[];
};

export function credentialBinding(deployment: DeploymentIdentity, context: CredentialContext): CredentialBinding {
  const { clientId, tenantId, connectionId: subject, version, purpose } = context;
  const { provider, listedOrigin, grantedActions } = context;
  return { deployment, clientId, tenantId, subject, version, purpose, provider, listedOrigin, grantedActions };
}

/**
 * Returns the additional data of one layer in suite 01: of wrapped keys. Each
 * field is prefixed with its length (4 bytes, big-endian), so no two bindings share an encoding.
 * @param layer `key` for a wrapped key, `content` for what that key seals.
 */
export function additionalData(binding: Binding, layer: "key" | "content"): Uint8Array {
  return lengthPrefixed([
    "svc-vault/v1",
    layer,
    binding.deployment.deploymentId,
    binding.deployment.sandbox ? "sandbox" : "live",
    binding.tenantId,
    binding.subject,
    String(binding.version),
    binding.purpose,
  ]);
}

/**
 * Returns the additional data of one layer in suite 02. The label separates the suites, so a relabeled record doesn't
 * open, and it distinguishes a credential with a listed origin from one without. Only the granted actions vary in
 * number, so they are last.
 */
export function credentialAdditionalData(binding: CredentialBinding, layer: "key" | "content"): Uint8Array {
  const hasListed = binding.listedOrigin !== "";
  return lengthPrefixed([
    hasListed ? "svc-vault/v1 suite 02 listed origin" : "svc-vault/v1 suite 02",
    layer,
    binding.deployment.deploymentId,
    binding.deployment.sandbox ? "sandbox" : "live",
    binding.clientId,
    binding.tenantId,
    binding.subject,
    String(binding.version),
    binding.purpose,
    binding.provider,
    ...(hasListed ? [binding.listedOrigin] : []),
    ...binding.grantedActions,
  ]);
}

/** Encodes each text in UTF-8, prefixed with its length in bytes (4 bytes, big-endian). */
export function lengthPrefixed(fields: readonly string[]): Uint8Array {
  const whole = Buffer.alloc(fields.reduce((length, field) => length + 4 + Buffer.byteLength(field), 0));
  let offset = 0;
  for (const field of fields) {
    const written = whole.write(field, offset + 4);
    whole.writeUInt32BE(written, offset);
    offset += 4 + written;
  }
  return new Uint8Array(whole.buffer, whole.byteOffset, whole.byteLength);
}
