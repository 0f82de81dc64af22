/** How the API accepts a credential, according to the description's security schemes. */
import { itemsOf, memberOf, oneLine, textIn, toNode } from "./description.ts";
import type { Description, Node } from "./description.ts";

export interface CredentialHeader {
  /** `authorization`, or the API's own header in lowercase. */
  readonly name: string;
  /** The text before the credential, such as `Bearer `. */
  readonly prefix: string;
  /** What the credential is called. */
  readonly noun: "API key" | "access token";
  /** What the description says about it. */
  readonly words: string | null;
  /** Whether the description names the header; otherwise, it's the most common one. */
  readonly isDescribed: boolean;
}

/** The header of a static credential: a bearer token, or a key in a header. */
export function credentialHeader(description: Description): CredentialHeader {
  for (const { name: schemeName, scheme } of schemesOf(description)) {
    const name = textIn(scheme["name"])?.toLowerCase();
    const text = textIn(scheme["description"]);
    const words = text === undefined ? null : oneLine(text, 200);
    const sounds = `${schemeName} ${text ?? ""} ${textIn(scheme["bearerFormat"]) ?? ""}`;
    const noun = /\bkeys?\b|key$/i.test(sounds) ? "API key" : "access token";
    if (scheme["type"] === "http" && /^bearer$/i.test(String(scheme["scheme"]))) {
      return { name: "authorization", prefix: "Bearer ", noun, words, isDescribed: true };
    }
    const isHeader = scheme["type"] === "apiKey" && scheme["in"] === "header";
    if (isHeader && name !== undefined && /^[a-z0-9-]{1,60}$/.test(name)) {
      return { name, prefix: "", noun: "API key", words, isDescribed: true };
    }
    // An OAuth token is a bearer token too, wherever its owner got it.
    if (scheme["type"] === "oauth2") {
      return { name: "authorization", prefix: "Bearer ", noun: "access token", words, isDescribed: true };
    }
  }
  return { name: "authorization", prefix: "Bearer ", noun: "access token", words: null, isDescribed: false };
}

/** The schemes that the operations name, followed by the others. */
function schemesOf(description: Description): { name: string; scheme: Node }[] {
  const schemes = toNode(toNode(description.root["components"])["securitySchemes"]);
  const named = itemsOf(description.root["security"]).flatMap((alternative) => Object.keys(toNode(alternative)));
  return [...new Set([...named, ...Object.keys(schemes)])].map((name) => ({
    name,
    scheme: description.resolve(memberOf(schemes, name)),
  }));
}
