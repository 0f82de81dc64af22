/** Discovery documents for sign-in: RFC 9728 for the address, RFC 8414 for the authorization server. Pure. */
import { idPrefixes, isId } from "@svc/contract";

/** The paths of the authorization server and of the documents. */
export const signInPaths = {
  authorize: "/oauth/authorize",
  continue: "/oauth/continue",
  token: "/oauth/token",
  register: "/oauth/register",
  revoke: "/oauth/revoke",
  authorizationServer: "/.well-known/oauth-authorization-server",
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

/** Returns the id of an address's tenant, or "" at the address for all. Null if it isn't an address of this server. */
export function tenantOfResource(resource: string, apiUrl: string): string | null {
  if (resource === apiUrl + sharedMcpPath) return "";
  const [, tenantId = ""] = /^\/v1\/tenants\/([^/]+)\/mcp$/.exec(resource.slice(apiUrl.length)) ?? [];
  return resource.startsWith(apiUrl) && isId(idPrefixes.tenant, tenantId) ? tenantId : null;
}

/** Returns the document for an address (RFC 9728 §2). @param path the MCP endpoint's path. */
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
 * @param tenantId decoded from the path; undefined at the address for all tenants.
 */
export function signInChallenge(tenantId: string | undefined, apiUrl: string): string {
  const path = tenantId === undefined ? sharedMcpPath : tenantMcpPath(tenantId);
  // Any other text could break out of the parameter or the header.
  if (tenantId !== undefined && !isId(idPrefixes.tenant, tenantId)) return "Bearer";
  return `Bearer resource_metadata="${apiUrl}${signInPaths.protectedResource}${path}"`;
}

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
    token_endpoint_auth_methods_supported: ["none"],
    revocation_endpoint_auth_methods_supported: ["none"],
    client_id_metadata_document_supported: true,
    authorization_response_iss_parameter_supported: true,
  };
}
