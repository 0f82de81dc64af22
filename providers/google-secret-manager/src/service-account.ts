/**
 * Service account keys, as downloaded from Google's console, and the JSON Web Tokens signed with them. The signed token
 * itself is the bearer token, so no token endpoint is involved: https://google.aip.dev/auth/4111
 */
import { sensitive } from "@svc/contract";
import type { KeptCredential, SignedBearer } from "@svc/provider-kit";
import { isRecord } from "@svc/provider-kit/shape";
import { Type } from "typebox";

/**
 * The fields of a key that are kept. Its addresses, such as `token_uri`, aren't: svc only sends requests to the
 * provider's own origin.
 */
export type ServiceAccountKey = {
  project_id: string;
  client_email: string;
  private_key_id: string;
  private_key: string;
};

/**
 * A project's id. A project of an old organization has the organization's domain before a colon: `example.com:harbor`.
 */
export const projectIdPattern = "^(?:[a-z0-9][a-z0-9.-]{0,60}\\.[a-z]{2,20}:)?[a-z][a-z0-9-]{4,28}[a-z0-9]$";
/** The most characters of a project's id. */
export const projectIdLengthMax = 120;

const text = (description: string, maxLength: number) => Type.String({ description, maxLength });

const schema = Type.Object(
  {
    project_id: text("The project of the service account.", projectIdLengthMax),
    client_email: text("The name of the service account.", 200),
    private_key_id: text("The id of the key.", 100),
    private_key: sensitive(text("The key.", 4000)),
  },
  { additionalProperties: false },
);

const forms: Readonly<Record<keyof ServiceAccountKey, RegExp>> = {
  project_id: new RegExp(projectIdPattern),
  client_email: /^[a-z0-9.-]{1,100}@[a-z0-9.-]{1,80}\.gserviceaccount\.com$/,
  private_key_id: /^[\x21-\x7e]{1,100}$/,
  private_key: /^-----BEGIN PRIVATE KEY-----\n[A-Za-z0-9+/=\n]{800,3900}\n-----END PRIVATE KEY-----\n?$/,
};

/** Parses a JSON object; null for anything else. */
export function readDocument(document: string): Readonly<Record<string, unknown>> | null {
  try {
    const members: unknown = JSON.parse(document);
    return isRecord(members) ? members : null;
  } catch {
    return null;
  }
}

/** Parses a key's JSON document; null if it isn't one. Only using the private key shows whether it works. */
export function readServiceAccountKey(document: string): ServiceAccountKey | null {
  const { type, project_id, client_email, private_key_id, private_key } = readDocument(document) ?? {};
  const key = { project_id, client_email, private_key_id, private_key };
  const isFormed = Object.entries(forms).every(([name, form]) => {
    const value = key[name as keyof ServiceAccountKey];
    return typeof value === "string" && form.test(value);
  });
  // Each member was checked above.
  return type === "service_account" && isFormed ? (key as ServiceAccountKey) : null;
}

/** Keeps four fields of the key submitted in this field. */
export function keptKey(field: string): KeptCredential<ServiceAccountKey> {
  return {
    schema,
    from: (submission) => readServiceAccountKey(String((submission as Readonly<Record<string, unknown>>)[field])),
  };
}

/** A token's lifetime. A lost change can't take effect after it. */
export const tokenSeconds = 300;

/** Signs tokens for an API. @param audience its origin with a slash. */
export function serviceAccountBearer(audience: string): (key: ServiceAccountKey) => SignedBearer {
  return ({ client_email, private_key_id, private_key }) => ({
    kind: "signed",
    jwt(nowMs) {
      const issuedAt = Math.floor(nowMs / 1000);
      const whose = { iss: client_email, sub: client_email, aud: audience };
      const claims = { ...whose, iat: issuedAt, exp: issuedAt + tokenSeconds };
      return { keyId: private_key_id, claims, privateKey: private_key };
    },
  });
}
