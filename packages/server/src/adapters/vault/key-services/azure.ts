/**
 * Azure Key Vault or Managed HSM with an RSA key. RSA takes no additional data, and anyone with the public key can wrap,
 * so svc binds the root key itself: the service wraps a key that is used once, which seals the root key together with its
 * context, and signs both. Without the service's signature, someone who can write to the database could put a root key of
 * their own there.
 *
 *     wrapped = length of K(2) | K | length of S(2) | S | box of the root key      (box.ts)
 *     K = RSA-OAEP-256 of the one-time key,  S = PS256 over the context, K and the box
 *
 * https://learn.microsoft.com/rest/api/keyvault/keys/operation-groups
 */
import { createHash } from "node:crypto";
import {
  KeyServiceError,
  type KeyContext,
  type KeyNotice,
  type KeyService,
  type KeyServiceDeps,
} from "../../../domain/vault/key-service.ts";
import { isRecord } from "@svc/provider-kit/shape";
import { concat, openBox, sealBox } from "../box.ts";
import { ask, contextBytes, keyIn, textIn, type Answer } from "./asking.ts";
import { azureToken } from "./azure-credentials.ts";
import type { KeyReference } from "./reference.ts";

const product = "Azure Key Vault";
const apiVersion = "7.4";
const dayMs = 86_400_000;

type AzureReference = Extract<KeyReference, { kind: "azure" }>;

/** Opens a key. Nothing is sent yet. */
export function azureKey(key: AzureReference, deps: KeyServiceDeps): KeyService {
  const call = async (version: string, operation: string, input: object | null): Promise<Answer["json"]> => {
    const authorization = `Bearer ${await azureToken(key.origin, deps)}`;
    const path = ["keys", key.name, version, operation].filter((part) => part !== "").join("/");
    const answer = await ask(deps, product, {
      method: input === null ? "GET" : "POST",
      url: `${key.origin}/${path}?api-version=${apiVersion}`,
      headers: { authorization, accept: "application/json", "content-type": "application/json" },
      body: input === null ? null : JSON.stringify(input),
    });
    if (answer.status !== 200) throw refusal(operation, answer);
    return answer.json;
  };
  return {
    product,
    async wrap(bytes, context) {
      const once = Buffer.from(deps.randomBytes(32));
      try {
        const wrapping = { alg: "RSA-OAEP-256", value: once.toString("base64url") };
        const { value, kid } = await call(key.version, "wrapkey", wrapping);
        const version = versionIn(kid);
        const wrapped = Buffer.from(textIn(product, value), "base64url");
        const box = sealBox(once, contextBytes(context), bytes, deps.randomBytes);
        const digest = digestOf(context, wrapped, box);
        const signed = await call(version, "sign", { alg: "PS256", value: digest });
        const signature = Buffer.from(textIn(product, signed["value"]), "base64url");
        return { wrapped: concat([sized(wrapped), sized(signature), box]), version };
      } finally {
        once.fill(0);
      }
    },
    async unwrap({ wrapped: stored, version }, context) {
      const parts = partsOf(stored);
      if (parts === null || !/^[0-9a-f]{32}$/.test(version)) throw foreign();
      const digest = digestOf(context, parts.wrapped, parts.box);
      const value = Buffer.from(parts.signature).toString("base64url");
      const verified = await call(version, "verify", { alg: "PS256", digest, value });
      if (verified["value"] !== true) throw foreign();
      const unwrapping = { alg: "RSA-OAEP-256", value: Buffer.from(parts.wrapped).toString("base64url") };
      const once = keyIn(product, (await call(version, "unwrapkey", unwrapping))["value"], "base64url");
      const opened = openBox(once, contextBytes(context), parts.box);
      once.fill(0);
      if (opened === null) throw foreign();
      return opened;
    },
    async examine({ version }) {
      return noticesOf(await call(/^[0-9a-f]{32}$/.test(version) ? version : "", "", null), deps.nowMs());
    },
  };
}

function foreign(): KeyServiceError {
  return new KeyServiceError("foreign", `${product} didn't wrap and sign this root key with this key`);
}

/** The last part of a key's id. The rest isn't read: requests go only to the key that the keyring names. */
function versionIn(kid: unknown): string {
  const version = /\/([0-9a-f]{32})$/.exec(textIn(product, kid))?.[1];
  return textIn(product, version);
}

function digestOf(context: KeyContext, wrapped: Uint8Array, box: Uint8Array): string {
  return createHash("sha256")
    .update(sized(contextBytes(context)))
    .update(sized(wrapped))
    .update(box)
    .digest("base64url");
}

function sized(bytes: Uint8Array): Uint8Array {
  return concat([Uint8Array.of(bytes.length >> 8, bytes.length & 0xff), bytes]);
}

function partsOf(stored: Uint8Array): { wrapped: Uint8Array; signature: Uint8Array; box: Uint8Array } | null {
  const view = Buffer.from(stored.buffer, stored.byteOffset, stored.byteLength);
  const take = (at: number): number => (at + 2 <= view.length ? at + 2 + view.readUInt16BE(at) : Infinity);
  const [first, second] = [take(0), take(take(0))];
  if (second >= view.length) return null;
  return { wrapped: stored.slice(2, first), signature: stored.slice(first + 2, second), box: stored.slice(second) };
}

/** https://learn.microsoft.com/rest/api/keyvault/keys/get-key/get-key */
function noticesOf({ attributes }: Answer["json"], nowMs: number): KeyNotice[] {
  const { enabled, exp } = isRecord(attributes) ? attributes : {};
  const remedy = "give the key a new version without an expiry, and run svc-server vault rotate";
  if (enabled === false) {
    return [{ level: "fail", detail: "the key's version is disabled", remedy: "enable it" }];
  }
  if (typeof exp !== "number") return [];
  const day = new Date(exp * 1000).toISOString().slice(0, 10);
  // Key Vault still unwraps with an expired key and no longer wraps.
  if (exp * 1000 <= nowMs) return [{ level: "fail", detail: `the key's version expired on ${day}`, remedy }];
  const isSoon = exp * 1000 - nowMs < 30 * dayMs;
  return [{ level: isSoon ? "warn" : "look", detail: `the key's version expires on ${day}`, remedy }];
}

function refusal(operation: string, { status, json }: Answer): KeyServiceError {
  const error = isRecord(json["error"]) ? json["error"] : {};
  const { code } = isRecord(error["innererror"]) ? error["innererror"] : {};
  const isUnusable = typeof code === "string" && /^Key(?:Disabled|Expired|NotYetValid|Deleted)/.test(code);
  if (status === 404 || status === 409 || isUnusable) {
    return new KeyServiceError("unusable", `${product} says that the key is missing, disabled, expired or deleted`);
  }
  if (status === 401 || status === 403) {
    const detail = `${product} refuses ${operation === "" ? "to show the key" : operation}; grant the role Key Vault Crypto User on it`;
    return new KeyServiceError("denied", detail);
  }
  if (status === 400) return foreign();
  return new KeyServiceError("away", `${product} responds with status ${String(status)}`);
}
