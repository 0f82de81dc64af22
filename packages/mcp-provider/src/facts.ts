/** What a server says about itself, as `inspect` returns it. All of it is a stranger's claim. */

/** A value that was parsed from JSON. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json };

/** An object that was parsed from JSON. */
export type JsonObject = { readonly [name: string]: Json };

/** One tool, in the server's own words. */
export type ToolFacts = {
  name: string;
  title: string | null;
  description: string;
  inputSchema: JsonObject;
  outputSchema: JsonObject | null;
  /** The server's hints, such as `readOnlyHint`. */
  annotations: JsonObject | null;
};

/** The authorization server of an MCP server, from RFC 9728 and RFC 8414. */
export type AuthorizationFacts = {
  issuer: string;
  authorizationEndpoint: string;
  tokenEndpoint: string;
  /** Where an app can be registered (RFC 7591); null if the server doesn't offer it. */
  registrationEndpoint: string | null;
  /** Whether a client ID can be the address of a document about the app. */
  acceptsClientDocument: boolean;
  /** The scopes that the MCP server lists; empty if it lists none. */
  scopes: readonly string[];
  /** Whether responses name their issuer (RFC 9207). */
  sendsIss: boolean;
  /** How an app may authenticate, as the authorization server lists it. */
  clientAuthentication: readonly string[];
  /** The identifier of the MCP server in token requests (RFC 8707). */
  resource: string;
};

/** A server and its tools. */
export type ServerFacts = {
  url: string;
  /** The protocol revision that was negotiated. */
  protocol: string;
  server: { name: string; title: string | null; version: string };
  /** Null if the server asks for no credential; `bearer` if it asks for one and doesn't say where to get it. */
  authorization: AuthorizationFacts | "bearer" | null;
  tools: readonly ToolFacts[];
};
