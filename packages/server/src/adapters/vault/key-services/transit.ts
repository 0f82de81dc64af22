/**
 * The transit engine of HashiCorp Vault and OpenBao, with an AEAD key. The context is associated data:
 * https://openbao.org/api-docs/secret/transit/#encrypt-data
 */
import { isRecord } from "@svc/provider-kit/shape";
import {
  KeyServiceError,
  type KeyNotice,
  type KeyService,
  type KeyServiceDeps,
  type WrappedByService,
} from "../../../domain/vault/key-service.ts";
import { ask, contextBytes, keyIn, readToken, textIn, type Answer } from "./asking.ts";
import type { KeyReference } from "./reference.ts";

const product = "the transit engine";

/** Opens a key. Nothing is sent yet. */
export function transitKey(key: Extract<KeyReference, { kind: "transit" }>, deps: KeyServiceDeps): KeyService {
  const { tokenFile, role, authMount, jwtFile, namespace } = deps.transit;
  const common = { accept: "application/json", ...(namespace === null ? {} : { "x-vault-namespace": namespace }) };
  const send = (path: string, input: object | null, headers: Readonly<Record<string, string>>): Promise<Answer> =>
    ask(deps, product, {
      method: input === null ? "GET" : "POST",
      url: `${key.origin}/v1/${path}`,
      headers: { ...common, "content-type": "application/json", ...headers },
      body: input === null ? null : JSON.stringify(input),
    });
  /** A token from a file, or of a Kubernetes role, which is logged in for each use. */
  const token = async (): Promise<string> => {
    if (tokenFile !== null) return await readToken(tokenFile, "the file of SVC_TRANSIT_TOKEN_FILE");
    if (role === null) {
      throw new KeyServiceError("denied", "neither SVC_TRANSIT_TOKEN_FILE nor SVC_TRANSIT_ROLE is set");
    }
    const jwt = await readToken(jwtFile, "the service account's token");
    const { status, json } = await send(`auth/${authMount}/login`, { role, jwt }, {});
    const auth = isRecord(json["auth"]) ? json["auth"] : {};
    if (status === 200) return textIn(product, auth["client_token"]);
    throw new KeyServiceError("denied", "Vault or OpenBao refuses to log in with SVC_TRANSIT_ROLE");
  };
  const call = async (operation: string, input: object | null): Promise<Readonly<Record<string, unknown>>> => {
    const path = `${key.mount}/${operation}/${key.name}`;
    const answer = await send(path, input, { "x-vault-token": await token() });
    if (answer.status !== 200) throw refusal(operation, answer);
    return isRecord(answer.json["data"]) ? answer.json["data"] : {};
  };
  return {
    product,
    async wrap(bytes, context) {
      const { ciphertext } = await call("encrypt", {
        plaintext: Buffer.from(bytes).toString("base64"),
        associated_data: contextBytes(context).toString("base64"),
      });
      const text = textIn(product, ciphertext);
      return { wrapped: new Uint8Array(Buffer.from(text)), version: versionOf(text) };
    },
    async unwrap({ wrapped }, context) {
      const { plaintext } = await call("decrypt", {
        ciphertext: Buffer.from(wrapped).toString("utf8"),
        associated_data: contextBytes(context).toString("base64"),
      });
      return keyIn(product, plaintext);
    },
    examine: async (stored) => noticesOf(await call("keys", null), stored),
  };
}

/** `vault:v3:…` */
function versionOf(ciphertext: string): string {
  return /^[a-z]+:v(\d{1,10}):/.exec(ciphertext)?.[1] ?? "";
}

/** Facts of the key: https://openbao.org/api-docs/secret/transit/#read-key */
function noticesOf(data: Readonly<Record<string, unknown>>, { version }: WrappedByService): KeyNotice[] {
  const { deletion_allowed: isDeletable, min_decryption_version: oldest, latest_version: latest } = data;
  const { soft_deleted: isDeleted } = data;
  const notices: KeyNotice[] = [];
  if (isDeleted === true) {
    notices.push({ level: "fail", detail: "the key is deleted and can still be restored", remedy: "restore it" });
  }
  if (typeof oldest === "number" && Number(version) < oldest) {
    const detail = `the root key was wrapped with version ${version}, and min_decryption_version is ${oldest}`;
    const remedy = "lower min_decryption_version, then run svc-server vault rotate to wrap with the newest version";
    notices.push({ level: "fail", detail, remedy });
  }
  if (isDeletable === true) {
    const remedy = "set deletion_allowed=false on it";
    notices.push({ level: "warn", detail: "the key can be deleted, and everything under it with it", remedy });
  }
  if (typeof latest === "number" && Number(version) < latest && notices.length === 0) {
    const detail = `the root key is wrapped with version ${version} of ${latest}`;
    const remedy = "run svc-server vault rotate before you raise min_decryption_version";
    notices.push({ level: "look", detail, remedy });
  }
  return notices;
}

function refusal(operation: string, { status, json }: Answer): KeyServiceError {
  const errors = Array.isArray(json["errors"]) ? json["errors"].join(" ") : "";
  if (status === 403) {
    const detail = `Vault or OpenBao refuses ${operation}; check the token and its policy`;
    return new KeyServiceError("denied", detail);
  }
  if (status === 404 || /encryption key not found|no handler|soft.?deleted/i.test(errors)) {
    return new KeyServiceError("unusable", `${product} has no such key, or the key is deleted`);
  }
  if (status === 400 && /disallowed by policy|too old|minimum.*version/i.test(errors)) {
    return new KeyServiceError("unusable", `${product} no longer decrypts with this version of the key`);
  }
  if (status === 400) {
    return new KeyServiceError("foreign", `${product} didn't wrap this root key with this key`);
  }
  return new KeyServiceError("away", `${product} responds with status ${String(status)}`);
}
