/**
 * AWS KMS with a symmetric key. The context is its `EncryptionContext`, which is authenticated, and which policies can
 * require: https://docs.aws.amazon.com/kms/latest/developerguide/encrypt_context.html
 */
import {
  KeyServiceError,
  type KeyContext,
  type KeyNotice,
  type KeyService,
  type KeyServiceDeps,
} from "../../../domain/vault/key-service.ts";
import { ask, keyIn, textIn, type Answer } from "./asking.ts";
import { awsCredentials } from "./aws-credentials.ts";
import type { KeyReference } from "./reference.ts";

const product = "AWS KMS";

/** Opens a key. Nothing is sent yet. */
export function awsKey(key: Extract<KeyReference, { kind: "awskms" }>, deps: KeyServiceDeps): KeyService {
  const call = async (operation: string, input: Readonly<Record<string, unknown>>): Promise<Answer["json"]> => {
    const { signRequest } = await import("@svc/aws");
    const credentials = await awsCredentials(key.region, deps);
    const token = credentials.sessionToken;
    const headers = {
      "content-type": "application/x-amz-json-1.1",
      "x-amz-target": `TrentService.${operation}`,
      ...(token === null ? {} : { "x-amz-security-token": token }),
    };
    const body = JSON.stringify({ KeyId: key.arn, ...input });
    const { host } = new URL(key.origin);
    const request = { method: "POST", host, origin: null, path: "/", query: "", headers, body } as const;
    const signed = signRequest(request, { ...credentials, region: key.region, service: "kms" }, deps.nowMs());
    const url = `${key.origin}/`;
    const answer = await ask(deps, product, { method: "POST", url, headers: { ...headers, ...signed }, body });
    if (answer.status !== 200) throw refusal(operation, answer.json);
    return answer.json;
  };
  return {
    product,
    async wrap(bytes, context) {
      const input = { Plaintext: Buffer.from(bytes).toString("base64"), EncryptionContext: contextOf(context) };
      const { CiphertextBlob: blob } = await call("Encrypt", input);
      return { wrapped: new Uint8Array(Buffer.from(textIn(product, blob), "base64")), version: "" };
    },
    async unwrap({ wrapped }, context) {
      const blob = Buffer.from(wrapped).toString("base64");
      const { Plaintext: plaintext } = await call("Decrypt", {
        CiphertextBlob: blob,
        EncryptionContext: contextOf(context),
      });
      return keyIn(product, plaintext);
    },
    async examine() {
      const { KeyMetadata: metadata } = await call("DescribeKey", {});
      return noticesOf(Object(metadata) as Readonly<Record<string, unknown>>);
    },
  };
}

function contextOf({ deploymentId, rootKeyId }: KeyContext): Readonly<Record<string, string>> {
  return { "svc:deployment": deploymentId, "svc:root-key": rootKeyId };
}

/** https://docs.aws.amazon.com/kms/latest/developerguide/key-state.html */
function noticesOf({ KeyState: state, DeletionDate: deletion }: Readonly<Record<string, unknown>>): KeyNotice[] {
  if (state === "Enabled") return [];
  if (state === "PendingDeletion" || state === "PendingReplicaDeletion") {
    const at = typeof deletion === "number" ? ` on ${new Date(deletion * 1000).toISOString().slice(0, 10)}` : "";
    const remedy = "cancel the deletion (aws kms cancel-key-deletion), or rotate to another key first";
    return [{ level: "fail", detail: `AWS deletes the key${at}, and everything sealed under it is lost then`, remedy }];
  }
  const shown = typeof state === "string" && /^[A-Za-z]{1,40}$/.test(state) ? state : "unknown";
  return [{ level: "fail", detail: `the key's state is ${shown}`, remedy: "enable it (aws kms enable-key)" }];
}

const denied: ReadonlySet<string> = new Set([
  "AccessDeniedException",
  "UnrecognizedClientException",
  "InvalidSignatureException",
  "InvalidClientTokenId",
  "ExpiredTokenException",
  "IncompleteSignatureException",
  "MissingAuthenticationTokenException",
  "NotAuthorized",
]);
const foreign: ReadonlySet<string> = new Set(["InvalidCiphertextException", "IncorrectKeyException"]);
const unusable: ReadonlySet<string> = new Set([
  "DisabledException",
  "NotFoundException",
  "KMSInvalidStateException",
  "InvalidKeyUsageException",
  "InvalidArnException",
]);

/** https://docs.aws.amazon.com/kms/latest/APIReference/CommonErrors.html: nearly all have the status 400. */
function refusal(operation: string, { __type: type }: Answer["json"]): KeyServiceError {
  const name = typeof type === "string" ? type.replace(/^.*#/, "").replace(/:.*$/, "") : "";
  if (foreign.has(name)) return new KeyServiceError("foreign", `${product} didn't wrap this root key with this key`);
  if (unusable.has(name)) {
    return new KeyServiceError("unusable", `${product} says that the key is missing, disabled or about to be deleted`);
  }
  if (denied.has(name)) {
    const detail = `${product} refuses kms:${operation}; allow it in the key's policy and the role's`;
    return new KeyServiceError("denied", detail);
  }
  return new KeyServiceError("away", `${product} refuses the request for now`);
}
