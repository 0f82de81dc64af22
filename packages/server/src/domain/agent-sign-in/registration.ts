/** Hosts that register themselves (RFC 7591), if the operator allows it. */
import type { AgentSignInDeps } from "./deps.ts";
import { parseObject, readHost } from "./hosts.ts";

/** The response to a registration. */
export type RegistrationAnswer = { status: 201 | 400; body: object };

/** Registers a host. Its client ID is new and random; it gets no secret. @param bytes the body of its request. */
export async function registerHost(deps: AgentSignInDeps, bytes: Uint8Array): Promise<RegistrationAnswer> {
  const document = parseObject(bytes);
  if (document === null) return refused("invalid_client_metadata", "The body must be a JSON object.");
  const { token_endpoint_auth_method: method = "none" } = document;
  if (method !== "none")
    return refused("invalid_client_metadata", "Only public clients can register: use PKCE and `none`.");
  const id = deps.makeSecret("aac_").replace(/^aac_/, "host_");
  const host = readHost(id, document);
  if (host === null) {
    return refused(
      "invalid_redirect_uri",
      "Register 1 to 20 redirect addresses: https, http on loopback, or an app's own scheme.",
    );
  }
  const createdAt = deps.platform.nowMs();
  await deps.store.register({ ...host, createdAt });
  return {
    status: 201,
    body: {
      client_id: id,
      client_id_issued_at: Math.floor(createdAt / 1000),
      client_name: host.name,
      redirect_uris: host.redirectUris,
      token_endpoint_auth_method: "none",
      grant_types: ["authorization_code", "refresh_token"],
      response_types: ["code"],
    },
  };
}

function refused(error: string, error_description: string): RegistrationAnswer {
  return { status: 400, body: { error, error_description } };
}
