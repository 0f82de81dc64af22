/** Registers an app at an authorization server (RFC 7591). Sends only with the `fetch` that it is given. */
import { parseJsonStrict } from "@svc/contract";
import { isRecord } from "@svc/provider-kit/shape";
import { InspectionFault, type Fetch } from "./fetching.ts";

/** What svc says about its app, in the terms of RFC 7591 §2. */
export type AppMetadata = {
  redirect_uris: readonly string[];
  token_endpoint_auth_method: string;
  [name: string]: unknown;
};

/** An app as the server registered it. */
export type RegisteredApp = {
  clientId: string;
  /** Null if the app has none. */
  clientSecret: string | null;
  /** When the secret ends, in seconds since the epoch; null if it doesn't. */
  secretExpiresAt: number | null;
};

const visible = /^[\x21-\x7e]{1,500}$/;

/**
 * Registers an app, in one request that isn't repeated: each makes another app.
 * @throws InspectionFault with a sentence of svc's own, if the server refuses, or registers something else.
 */
export async function registerApp(endpoint: string, metadata: AppMetadata, sendOut: Fetch): Promise<RegisteredApp> {
  const { status, text } = await sendOut(endpoint, {
    method: "POST",
    headers: { accept: "application/json", "content-type": "application/json" },
    body: JSON.stringify(metadata),
  });
  if (status === 401 || status === 403) throw new InspectionFault("The server lets only its own users register apps.");
  if (status !== 201 && status !== 200)
    throw new InspectionFault(`The server refused to register an app (${String(status)}).`);
  const parsed = parseJsonStrict(text, { depthMax: 16, keysMax: 500, valuesMax: 2000 });
  if (!parsed.ok || !isRecord(parsed.value)) throw new InspectionFault("The server's response isn't JSON.");
  return readRegistered(parsed.value, metadata);
}

/** A server may replace what was asked for (RFC 7591 §3.2.1), but svc can't use every replacement. */
function readRegistered(
  response: Readonly<Record<string, unknown>>,
  { redirect_uris: redirectUris, token_endpoint_auth_method: method }: AppMetadata,
): RegisteredApp {
  const { client_id: clientId, client_secret: secret = null, client_secret_expires_at: expiresAt } = response;
  if (typeof clientId !== "string" || !visible.test(clientId)) {
    throw new InspectionFault("The server registered an app without a client ID that svc can use.");
  }
  const { redirect_uris: uris = redirectUris, token_endpoint_auth_method: registered = method } = response;
  if (!Array.isArray(uris) || !redirectUris.every((uri) => uris.includes(uri))) {
    throw new InspectionFault("The server registered another callback address than svc's.");
  }
  if (registered !== method) {
    const known = ["client_secret_basic", "client_secret_post", "none"].find((one) => one === registered);
    const hint = known === undefined ? "" : `: set clientAuthentication to ${known} in the review, and apply it first`;
    throw new InspectionFault(`The server registered another way to authenticate than ${method}${hint}.`);
  }
  if (method === "none") return { clientId, clientSecret: null, secretExpiresAt: null };
  if (typeof secret !== "string" || !visible.test(secret)) {
    throw new InspectionFault("The server registered an app without a secret that svc can use.");
  }
  const ends = typeof expiresAt === "number" && Number.isSafeInteger(expiresAt) && expiresAt > 0 ? expiresAt : null;
  return { clientId, clientSecret: secret, secretExpiresAt: ends };
}
