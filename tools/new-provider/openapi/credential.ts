/** How the API accepts a credential, according to the description's security schemes. */
import { DescriptionError, httpsUrl, itemsOf, memberOf, textIn, toNode } from "./description.ts";
import type { Description, Node } from "./description.ts";

export interface CredentialHeader {
  /** `authorization`, or the API's own header in lowercase. */
  readonly name: string;
  /** The text before the credential, such as `Bearer `. */
  readonly prefix: string;
}

/** An OAuth 2.0 authorization server with the authorization code flow. */
export interface OAuthFlow {
  readonly authorizationUrl: URL;
  readonly tokenUrl: URL;
  /** Scope → its description. */
  readonly scopes: Readonly<Record<string, string>>;
}

/**
 * The header of a static credential: a bearer token, or a key in a header.
 * @throws DescriptionError if the description has neither.
 */
export function credentialHeader(description: Description): CredentialHeader {
  for (const scheme of schemesOf(description)) {
    const name = textIn(scheme["name"])?.toLowerCase();
    if (scheme["type"] === "http" && /^bearer$/i.test(String(scheme["scheme"]))) {
      return { name: "authorization", prefix: "Bearer " };
    }
    if (
      scheme["type"] === "apiKey" &&
      scheme["in"] === "header" &&
      name !== undefined &&
      /^[a-z0-9-]{1,60}$/.test(name)
    ) {
      return { name, prefix: "" };
    }
    // An OAuth token is a bearer token too, wherever its owner got it.
    if (scheme["type"] === "oauth2") return { name: "authorization", prefix: "Bearer " };
  }
  throw new DescriptionError("The description has no credential that is sent in a header.");
}

/** @throws DescriptionError if the description has no authorization code flow at fixed https addresses. */
export function oauthFlow(description: Description): OAuthFlow {
  for (const scheme of schemesOf(description)) {
    const flow = toNode(toNode(scheme["flows"])["authorizationCode"]);
    const [authorizationUrl, tokenUrl] = [httpsUrl(flow["authorizationUrl"]), httpsUrl(flow["tokenUrl"])];
    if (authorizationUrl === null || tokenUrl === null) continue;
    const scopes = Object.entries(toNode(flow["scopes"])).map(([scope, words]) => [scope, textIn(words) ?? scope]);
    return { authorizationUrl, tokenUrl, scopes: Object.fromEntries(scopes) as Record<string, string> };
  }
  throw new DescriptionError("The description has no OAuth authorization code flow at https addresses.");
}

/** The schemes that the operations name, followed by the others. */
function schemesOf(description: Description): Node[] {
  const schemes = toNode(toNode(description.root["components"])["securitySchemes"]);
  const named = itemsOf(description.root["security"]).flatMap((alternative) => Object.keys(toNode(alternative)));
  return [...new Set([...named, ...Object.keys(schemes)])].map((name) => description.resolve(memberOf(schemes, name)));
}
