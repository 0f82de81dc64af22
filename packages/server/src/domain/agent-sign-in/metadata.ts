/** Discovery documents for sign-in: RFC 9728 for the address, RFC 8414 for the authorization server. Pure. */
import { idPrefixes, isId } from "@svc/contract";
import { signingAlgorithms } from "./host-keys.ts";

/** The paths of the authorization server and of the documents. */
export const signInPaths = {
  authorize: "/oauth/authorize",
  continue: "/oauth/continue",
  token: "/oauth/token",
  register: "/oauth/register",
  revoke: "/oauth/revoke",
  authorizationServer: "/.well-known/oauth-authorization-server",
  openidConfiguration: "/.well-known/openid-configuration",
  protectedResource: "/.well-known/oauth-protected-resource",
} as const;

/** The paths of the page where a person decides on a proposal. */
export const approvalPaths = {
  begin: (proposalId: string) => `/approve/${proposalId}`,
  continue: (proposalId: string) => `/approve/${proposalId}/continue`,
  review: (proposalId: string, authorizationId: string) => `/approve/${proposalId}/${authorizationId}`,
} as const;

/** The address for all tenants. */
export const sharedMcpPath = "/mcp";

/** Returns the path of a tenant's address. */
export function tenantMcpPath(tenantId: string): string {
  return `/v1/tenants/${tenantId}/mcp`;
}

/** An MCP address of this server, and its tenant: "" at the address for all tenants. */
export type Resource = { resource: string; tenantId: string };

/**
 * Reads the address that a host names (RFC 8707). Hosts leave it out, name only the server, or add a slash; none of
 * that makes it another address, because a grant is always for one of these two.
 * @param named "" if it was left out. @returns null if it isn't an address of this server.
 */
export function readResource(named: string, apiUrl: string): Resource | null {
  const resource = named.replace(/\/$/, "");
  if (resource === "" || resource === apiUrl || resource === apiUrl + sharedMcpPath) {
    return { resource: apiUrl + sharedMcpPath, tenantId: "" };
  }
  const [, tenantId = ""] = /^\/v1\/tenants\/([^/]+)\/mcp$/.exec(resource.slice(apiUrl.length)) ?? [];
  return resource.startsWith(apiUrl) && isId(idPrefixes.tenant, tenantId) ? { resource, tenantId } : null;
}

/** Returns the document for an address (RFC 9728 §2). @param path the MCP endpoint's path, as it was asked for. */
export function protectedResource(path: string, apiUrl: string): object {
  return {
    resource: apiUrl + path,
    authorization_servers: [apiUrl],
    bearer_methods_supported: ["header"],
    resource_name: "svc",
  };
}

/**
 * Returns the `WWW-Authenticate` header for a refusal at an MCP address, from which a host finds out how to sign in
 * (RFC 9728 §5.1).
 */
export function signInChallenge({ tenantId, hasSlash, isTokenRefused }: RefusedRequest, apiUrl: string): string {
  // Any other text could break out of the parameter or the header.
  if (tenantId !== undefined && !isId(idPrefixes.tenant, tenantId)) return "Bearer";
  // Some hosts refresh a token only if they read this (RFC 6750 §3.1).
  const error = isTokenRefused ? ['error="invalid_token"'] : [];
  const path = (tenantId === undefined ? sharedMcpPath : tenantMcpPath(tenantId)) + (hasSlash ? "/" : "");
  return `Bearer ${[...error, `resource_metadata="${apiUrl}${signInPaths.protectedResource}${path}"`].join(", ")}`;
}

/** A request at an MCP address without a right to it. */
export type RefusedRequest = {
  /** Decoded from the path; undefined at the address for all tenants. */
  tenantId: string | undefined;
  /** Whether the address was asked for with a slash at its end. */
  hasSlash: boolean;
  /** Whether it had a bearer token. */
  isTokenRefused: boolean;
};

/** How a host may identify itself when it calls. */
const authMethods = ["none", "private_key_jwt"];

/**
 * Returns the authorization server's document (RFC 8414 §2).
 * @param registers whether hosts may register themselves.
 */
export function authorizationServer(apiUrl: string, registers: boolean): object {
  return {
    issuer: apiUrl,
    authorization_endpoint: apiUrl + signInPaths.authorize,
    token_endpoint: apiUrl + signInPaths.token,
    revocation_endpoint: apiUrl + signInPaths.revoke,
    ...(registers ? { registration_endpoint: apiUrl + signInPaths.register } : {}),
    response_types_supported: ["code"],
    response_modes_supported: ["query"],
    grant_types_supported: ["authorization_code", "refresh_token"],
    code_challenge_methods_supported: ["S256"],
    token_endpoint_auth_methods_supported: authMethods,
    token_endpoint_auth_signing_alg_values_supported: signingAlgorithms,
    revocation_endpoint_auth_methods_supported: authMethods,
    revocation_endpoint_auth_signing_alg_values_supported: signingAlgorithms,
    client_id_metadata_document_supported: true,
    authorization_response_iss_parameter_supported: true,
  };
}
