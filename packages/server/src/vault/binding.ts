/** What a sealed thing is bound to: its additional authenticated data. Moved anywhere else, it does not open. */
import type { DeploymentRow } from "./port.ts";

/** The place of a sealed thing. */
export type Binding = {
  deployment: DeploymentRow;
  /** "" for what belongs to no tenant. */
  tenantId: string;
  /** A connection's id for a credential; the root key's id for a wrapped key. */
  subject: string;
  /** Which of its successive contents; a safe integer from 0. */
  version: number;
  purpose: "credential" | "pending-credential" | "tenant-key" | "hashing-key";
};

/**
 * The additional data of one layer. Each field is prefixed by its length (4 bytes, big-endian), so that no two bindings
 * share an encoding.
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

/** Each text in UTF-8 behind its length in bytes (4 bytes, big-endian). */
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
