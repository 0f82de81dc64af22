/**
 * An in-memory key-management service with realistic behavior: its keys never leave it, and it can be slow, fail or
 * deny access.
 */
import { randomBytes } from "node:crypto";
import { additionalData, type Binding } from "../../../src/adapters/vault/binding.ts";
import { openBox, sealBox } from "../../../src/adapters/vault/box.ts";
import { VaultError } from "../../../src/domain/vault/errors.ts";
import type { RootKeys } from "../../../src/adapters/vault/keyring.ts";

/** The service, its faults, and its calls. */
export type KeyService = {
  rootKeys: RootKeys;
  /** How every call behaves from now on. `foreign`: throws an error of the service's own with a secret in its text. */
  mode: "responses" | "throttles" | "denies" | "foreign" | "hangs";
  latencyMs: number;
  calls: { wrap: number; unwrap: number };
};

/** Starts a service. @param keyIds the first one seals. */
export function startKeyService(keyIds: readonly string[] = ["kms-1"]): KeyService {
  const keys = new Map<string, Uint8Array>(keyIds.map((id) => [id, new Uint8Array(randomBytes(32))]));
  const random = (count: number): Uint8Array => new Uint8Array(randomBytes(count));
  const keyOf = (id: string): Uint8Array => keys.get(id) ?? new Uint8Array(32);
  const probe: Pick<Binding, "tenantId" | "version" | "purpose"> = { tenantId: "", version: 0, purpose: "hashing-key" };
  const service: KeyService = {
    mode: "responses",
    latencyMs: 0,
    calls: { wrap: 0, unwrap: 0 },
    rootKeys: {
      keyIds,
      async wrap(id, binding, key) {
        service.calls.wrap += 1;
        await respond(service);
        return sealBox(keyOf(id), additionalData(binding, "key"), key, random);
      },
      async unwrap(id, binding, wrapped) {
        service.calls.unwrap += 1;
        await respond(service);
        return openBox(keyOf(id), additionalData(binding, "key"), wrapped);
      },
      async makeCheck(id, deployment) {
        await respond(service);
        return sealBox(keyOf(id), additionalData({ ...probe, deployment, subject: id }, "key"), random(32), random);
      },
      async verifyCheck(id, deployment, check) {
        await respond(service);
        return openBox(keyOf(id), additionalData({ ...probe, deployment, subject: id }, "key"), check) !== null;
      },
      checkHealth: () => respond(service),
    },
  };
  return service;
}

async function respond({ mode, latencyMs }: KeyService): Promise<void> {
  if (latencyMs > 0) await new Promise((resolve) => setTimeout(resolve, latencyMs));
  else await Promise.resolve();
  if (mode === "hangs") await new Promise(() => undefined);
  if (mode === "throttles") throw new VaultError("ROOT_KEYS_UNAVAILABLE");
  if (mode === "denies") throw new VaultError("ROOT_KEYS_DENIED");
  if (mode === "foreign") throw new Error("ThrottlingException: canary-request-body");
}
