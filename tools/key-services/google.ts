/**
 * A stand-in for Google Cloud KMS with one symmetric key, and for the metadata service and the token service, made from
 * their documentation. Google's own client judges it. https://cloud.google.com/kms/docs/reference/rest
 */
import { makeAeadKey, startStandIn, textOf, type Asked, type Given, type StandIn } from "./service.ts";

/** The key's name. */
export const googleKeyName = "projects/acme-prod/locations/europe-west1/keyRings/svc/cryptoKeys/root";

/** What tests can change. */
export type GoogleKms = StandIn & {
  state: string;
  destroyTime: string | null;
  /** The keys that it was given to wrap. */
  readonly given: Buffer[];
};

const version = `${googleKeyName}/cryptoKeyVersions/1`;
const accessToken = "canary-google-token";

/** Starts it on loopback, with {@link googleKeyName}. */
export async function startGoogleKms(): Promise<GoogleKms> {
  const key = makeAeadKey();
  const fault = (status: number, word: string): Given => ({
    status,
    body: { error: { code: status, message: "canary-provider-message", status: word } },
  });
  const respond = (asked: Asked, denies: boolean): Given => {
    const token = tokenServices(asked);
    if (token !== null) return token;
    const { path, headers, json } = asked;
    if (denies) return fault(403, "PERMISSION_DENIED");
    if (headers.authorization !== `Bearer ${accessToken}`) return fault(401, "UNAUTHENTICATED");
    if (path === `/v1/${version}`) {
      const destroy = kms.destroyTime === null ? {} : { destroyTime: kms.destroyTime };
      return { status: 200, body: { name: version, state: kms.state, protectionLevel: "SOFTWARE", ...destroy } };
    }
    const operation = path.replace(`/v1/${googleKeyName}:`, "");
    if (operation !== "encrypt" && operation !== "decrypt") return fault(404, "NOT_FOUND");
    if (kms.state !== "ENABLED") return fault(400, "FAILED_PRECONDITION");
    const aad = bytesOf(json["additionalAuthenticatedData"]);
    if (operation === "encrypt") {
      kms.given.push(bytesOf(json["plaintext"]));
      const ciphertext = key.encrypt(bytesOf(json["plaintext"]), aad).toString("base64");
      return { status: 200, body: { name: version, ciphertext, protectionLevel: "SOFTWARE" } };
    }
    const plaintext = key.decrypt(bytesOf(json["ciphertext"]), aad);
    if (plaintext === null) return fault(400, "INVALID_ARGUMENT");
    return { status: 200, body: { plaintext: plaintext.toString("base64"), usedPrimary: true } };
  };
  const kms: GoogleKms = Object.assign(await startStandIn(respond), {
    state: "ENABLED",
    destroyTime: null as string | null,
    given: [] as Buffer[],
  });
  return kms;
}

const bytesOf = (value: unknown): Buffer => Buffer.from(textOf(value), "base64");

/** The metadata service, the exchange of a workload's token, and a service account's token; null for other requests. */
function tokenServices({ path, headers, body, json }: Asked): Given | null {
  const token = { access_token: accessToken, expires_in: 3599, token_type: "Bearer" };
  if (path === "/computeMetadata/v1/instance/service-accounts/default/token") {
    const flavor = { "metadata-flavor": "Google" };
    if (headers["metadata-flavor"] !== "Google") return { status: 403, body: {} };
    return { status: 200, body: token, headers: flavor };
  }
  if (path === "/v1/token") {
    const form = new URLSearchParams(body);
    const isRight =
      form.get("subject_token") === "canary-workload-token" &&
      form.get("grant_type") === "urn:ietf:params:oauth:grant-type:token-exchange";
    return isRight ? { status: 200, body: { ...token, access_token: "federated" } } : { status: 400, body: {} };
  }
  if (!path.endsWith(":generateAccessToken")) return null;
  const isRight = headers.authorization === "Bearer federated" && Array.isArray(json["scope"]);
  return isRight
    ? { status: 200, body: { accessToken, expireTime: "2030-01-01T00:00:00Z" } }
    : { status: 403, body: {} };
}
