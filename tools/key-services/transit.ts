/**
 * A stand-in for the transit engine of Vault and OpenBao with one AEAD key, made from its documentation. A real OpenBao
 * judges the same client (`npm run test:real`). https://openbao.org/api-docs/secret/transit/
 */
import { makeAeadKey, startStandIn, textOf, type Asked, type Given, type StandIn } from "./service.ts";

/** The engine's mount and its key. */
export const transitKeyPath = "transit/svc-root";

/** What tests can change. */
export type Transit = StandIn & {
  facts: Readonly<Record<string, unknown>>;
  token: string;
  /** The keys that it was given to wrap. */
  readonly given: Buffer[];
};

/** Starts it on loopback, with {@link transitKeyPath}. */
export async function startTransit(): Promise<Transit> {
  const key = makeAeadKey();
  const fault = (status: number, text: string): Given => ({ status, body: { errors: [text] } });
  const respond = ({ path, headers, json }: Asked, denies: boolean): Given => {
    if (path === "/v1/auth/kubernetes/login") {
      const isRight = json["role"] === "svc" && json["jwt"] === "canary-service-account-token";
      return isRight
        ? { status: 200, body: { auth: { client_token: transit.token } } }
        : fault(403, "permission denied");
    }
    if (denies || headers["x-vault-token"] !== transit.token) return fault(403, "permission denied");
    if (path === "/v1/transit/keys/svc-root") return { status: 200, body: { data: transit.facts } };
    const aad = Buffer.from(textOf(json["associated_data"]), "base64");
    if (path === "/v1/transit/encrypt/svc-root") {
      const plaintext = Buffer.from(textOf(json["plaintext"]), "base64");
      transit.given.push(plaintext);
      const sealed = key.encrypt(plaintext, aad).toString("base64");
      return { status: 200, body: { data: { ciphertext: `vault:v1:${sealed}`, key_version: 1 } } };
    }
    if (path !== "/v1/transit/decrypt/svc-root") return fault(404, "");
    const sealed = Buffer.from(textOf(json["ciphertext"]).replace(/^vault:v1:/, ""), "base64");
    const opened = key.decrypt(sealed, aad);
    if (opened === null) return fault(400, "cipher: message authentication failed");
    return { status: 200, body: { data: { plaintext: opened.toString("base64") } } };
  };
  const transit: Transit = Object.assign(await startStandIn(respond), {
    facts: { deletion_allowed: false, min_decryption_version: 1, latest_version: 1 },
    token: "canary-transit-token",
    given: [] as Buffer[],
  });
  return transit;
}
