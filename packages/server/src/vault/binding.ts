/** What a sealed thing is bound to: its additional authenticated data. Moved anywhere else, it does not open. */
import { concat } from "./box.ts";
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
  return concat(
    fields.flatMap((field) => {
      const bytes = new TextEncoder().encode(field);
      const length = new Uint8Array(4);
      new DataView(length.buffer).setUint32(0, bytes.length);
      return [length, bytes];
    }),
  );
}
