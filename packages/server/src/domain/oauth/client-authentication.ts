/**
 * How svc authenticates as an app at an authorization server (RFC 6749 §2.3.1). Token and revocation requests both use it, so that
 * a provider's declaration holds for all of them.
 */
import type { AuthorizationServer } from "@svc/provider-kit";
import type { OAuthApp } from "./app.ts";

/** The parts of a request that authenticate the app. */
export type ClientCredentials = {
  headers: Readonly<Record<string, string>>;
  /** Fields of the request's body. */
  fields: Readonly<Record<string, string>>;
};

/** Returns what a request needs to authenticate as the app, in the way that the server's declaration names. */
export function clientCredentials(
  { clientAuthentication }: Pick<AuthorizationServer, "clientAuthentication">,
  { clientId, clientSecret }: Pick<OAuthApp, "clientId" | "clientSecret">,
): ClientCredentials {
  switch (clientAuthentication) {
    case "client_secret_post":
      return { headers: {}, fields: { client_id: clientId, client_secret: clientSecret } };
    case "client_secret_basic":
      return { headers: basic(formEncoded(clientId), formEncoded(clientSecret)), fields: {} };
    case "client_secret_basic_unencoded":
      return { headers: basic(clientId, clientSecret), fields: {} };
  }
}

function basic(user: string, password: string): Record<string, string> {
  return { authorization: `Basic ${Buffer.from(`${user}:${password}`).toString("base64")}` };
}

/**
 * Encodes a text like a form field. It leaves `-`, `.` and `_` unchanged, as the form encoding of browsers does: most ids contain one
 * of them, and many servers don't decode.
 */
function formEncoded(text: string): string {
  return new URLSearchParams({ "": text }).toString().slice(1);
}
