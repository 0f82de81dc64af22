/**
 * A stand-in for Azure Key Vault with one RSA key, and for Entra ID and the metadata service, made from their
 * documentation. Microsoft's own client judges it. https://learn.microsoft.com/rest/api/keyvault/keys/operation-groups
 */
import { constants, generateKeyPairSync, privateDecrypt, publicEncrypt } from "node:crypto";
import { signDigest, verifyDigest } from "./pss.ts";
import { startStandIn, textOf, type Asked, type Given, type StandIn } from "./service.ts";

/** The key's name. */
export const azureKeyName = "svc-root";

/** What tests can change. */
export type AzureVault = StandIn & { attributes: Readonly<Record<string, unknown>> };

const version = "0123456789abcdef0123456789abcdef";
const accessToken = "canary-azure-token";
const oaep = { padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: "sha256" };
const operations = ["encrypt", "decrypt", "sign", "verify", "wrapKey", "unwrapKey"];

/** Starts it. @param origin of the key's id, if clients reach it at another address. */
export async function startAzureVault(origin?: string): Promise<AzureVault> {
  const { privateKey, publicKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const { n, e } = publicKey.export({ format: "jwk" });
  const fault = (status: number, code: string): Given => ({
    status,
    body: { error: { code, message: "canary-provider-message" } },
  });
  const challenge = {
    "www-authenticate":
      'Bearer authorization="https://login.microsoftonline.com/0000", resource="https://vault.azure.net"',
  };
  const respond = (asked: Asked, denies: boolean): Given => {
    const token = tokenServices(asked);
    if (token !== null) return token;
    const { path, headers, query, json } = asked;
    if (denies) return fault(403, "Forbidden");
    if (headers.authorization !== `Bearer ${accessToken}`) return { ...fault(401, "Unauthorized"), headers: challenge };
    const [, keys, name, given = "", named = ""] = path.split("/");
    const operation = operations.some((word) => word.toLowerCase() === given) ? given : named;
    const isVersion = [version, "", operation].includes(given);
    if (keys !== "keys" || name !== azureKeyName || !isVersion || !query.has("api-version"))
      return fault(404, "KeyNotFound");
    const kid = `${origin ?? vault.url}/keys/${azureKeyName}/${version}`;
    if (operation === "") {
      return {
        status: 200,
        body: { key: { kid, kty: "RSA", key_ops: operations, n, e }, attributes: vault.attributes },
      };
    }
    if (vault.attributes["enabled"] === false) return fault(403, "Forbidden");
    const value = Buffer.from(textOf(json["value"]), "base64url");
    const done = (bytes: Buffer): Given => ({ status: 200, body: { kid, value: bytes.toString("base64url") } });
    if (operation === "wrapkey") return done(publicEncrypt({ key: publicKey, ...oaep }, value));
    if (operation === "unwrapkey") {
      try {
        return done(privateDecrypt({ key: privateKey, ...oaep }, value));
      } catch {
        return fault(400, "BadParameter");
      }
    }
    if (operation === "sign") return done(signDigest(privateKey, value, 256));
    const digest = Buffer.from(textOf(json["digest"]), "base64url");
    return { status: 200, body: { value: verifyDigest(publicKey, digest, value) } };
  };
  const vault: AzureVault = Object.assign(await startStandIn(respond), { attributes: { enabled: true } });
  return vault;
}

/** Entra ID for workloads, and the metadata service for managed identities; null for other requests. */
function tokenServices({ path, headers, body, query }: Asked): Given | null {
  const token = { access_token: accessToken, expires_in: 3599, token_type: "Bearer" };
  if (path.endsWith("/oauth2/v2.0/token")) {
    const form = new URLSearchParams(body);
    const isRight =
      form.get("client_assertion") === "canary-workload-token" &&
      form.get("scope") === "https://vault.azure.net/.default";
    return isRight ? { status: 200, body: token } : { status: 401, body: {} };
  }
  if (path !== "/metadata/identity/oauth2/token") return null;
  const isRight = headers["metadata"] === "true" && query.get("resource") === "https://vault.azure.net";
  return isRight ? { status: 200, body: token } : { status: 400, body: {} };
}
