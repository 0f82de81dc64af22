/**
 * Google Cloud KMS with a symmetric key. The context is its additional authenticated data:
 * https://cloud.google.com/kms/docs/additional-authenticated-data
 */
import { isRecord } from "@svc/provider-kit/shape";
import {
  KeyServiceError,
  type KeyNotice,
  type KeyService,
  type KeyServiceDeps,
} from "../../../domain/vault/key-service.ts";
import { ask, contextBytes, keyIn, textIn, type Answer } from "./asking.ts";
import { googleToken } from "./google-credentials.ts";
import type { KeyReference } from "./reference.ts";

const product = "Google Cloud KMS";

/** Opens a key. Nothing is sent yet. */
export function googleKey(key: Extract<KeyReference, { kind: "gcpkms" }>, deps: KeyServiceDeps): KeyService {
  const call = async (path: string, input: object | null): Promise<Answer["json"]> => {
    const authorization = `Bearer ${await googleToken(deps)}`;
    const answer = await ask(deps, product, {
      method: input === null ? "GET" : "POST",
      url: `${key.origin}/v1/${path}`,
      headers: { authorization, accept: "application/json", "content-type": "application/json" },
      body: input === null ? null : JSON.stringify(input),
    });
    if (answer.status !== 200) throw refusal(answer);
    return answer.json;
  };
  return {
    product,
    async wrap(bytes, context) {
      const input = {
        plaintext: Buffer.from(bytes).toString("base64"),
        additionalAuthenticatedData: contextBytes(context).toString("base64"),
      };
      const { ciphertext, name } = await call(`${key.name}:encrypt`, input);
      const version = /\/cryptoKeyVersions\/(\d{1,10})$/.exec(textIn(product, name))?.[1] ?? "";
      return { wrapped: new Uint8Array(Buffer.from(textIn(product, ciphertext), "base64")), version };
    },
    async unwrap({ wrapped }, context) {
      const input = {
        ciphertext: Buffer.from(wrapped).toString("base64"),
        additionalAuthenticatedData: contextBytes(context).toString("base64"),
      };
      const { plaintext } = await call(`${key.name}:decrypt`, input);
      return keyIn(product, plaintext);
    },
    async examine({ version }) {
      if (!/^\d{1,10}$/.test(version)) return [];
      return noticesOf(await call(`${key.name}/cryptoKeyVersions/${version}`, null));
    },
  };
}

/** https://cloud.google.com/kms/docs/key-states */
function noticesOf({ state, destroyTime }: Readonly<Record<string, unknown>>): KeyNotice[] {
  if (state === "ENABLED") return [];
  if (state === "DESTROY_SCHEDULED") {
    const time = typeof destroyTime === "string" ? Date.parse(destroyTime) : Number.NaN;
    const on = Number.isNaN(time) ? "" : ` on ${new Date(time).toISOString().slice(0, 10)}`;
    const detail = `Google destroys the key's version${on}, and everything sealed under it is lost then`;
    const remedy = "restore the version (gcloud kms keys versions restore), or rotate to another key first";
    return [{ level: "fail", detail, remedy }];
  }
  const shown = typeof state === "string" && /^[A-Z_]{1,40}$/.test(state) ? state : "unknown";
  const remedy = "enable the version (gcloud kms keys versions enable)";
  return [{ level: "fail", detail: `the state of the key's version is ${shown}`, remedy }];
}

/** https://cloud.google.com/kms/docs/reference/rest#errors: the canonical status decides. */
function refusal({ status, json }: Answer): KeyServiceError {
  const error = isRecord(json["error"]) ? json["error"] : {};
  if (status === 404 || error["status"] === "FAILED_PRECONDITION") {
    return new KeyServiceError(
      "unusable",
      `${product} says that the key is missing, disabled or about to be destroyed`,
    );
  }
  if (status === 400) {
    // Decrypting what another key or context encrypted is an invalid argument.
    return new KeyServiceError("foreign", `${product} didn't wrap this root key with this key`);
  }
  if (status === 401 || status === 403) {
    const detail = `${product} refuses; grant roles/cloudkms.cryptoKeyEncrypterDecrypter on the key`;
    return new KeyServiceError("denied", detail);
  }
  return new KeyServiceError("away", `${product} responds with status ${String(status)}`);
}
