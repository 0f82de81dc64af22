/** Hosts that register themselves (RFC 7591), if the operator allows it. Anyone can, so it is bounded in every way. */
import { ServiceError } from "@svc/contract";
import type { Platform } from "../../platform.ts";
import { createTokenBuckets } from "../limits/rates.ts";
import type { AgentSignInDeps, RegistrationRate } from "./deps.ts";
import { readHostKeys } from "./host-keys.ts";
import { parseObject, readHost } from "./hosts.ts";

export type RegistrationResponse = { status: 201 | 400; body: object };

/** The most registered hosts. Beyond it, a new one replaces the oldest that no user has signed in with. */
export const registeredHostsMax = 10_000;
/** Registrations a minute from one network, and from all together. */
export const registrationsPerMinute = { perNetwork: 20, inAll: 100 } as const;

/** Creates the count of one process. */
export function createRegistrationRate(platform: Pick<Platform, "monotonicMs">): RegistrationRate {
  const perMinute = (count: number) => createTokenBuckets(count / 60, platform, { burst: count });
  const [perNetwork, inAll] = [perMinute(registrationsPerMinute.perNetwork), perMinute(registrationsPerMinute.inAll)];
  return (network) => {
    const verdict = perNetwork(network);
    if (verdict?.allowed !== false && inAll("")?.allowed !== false) return;
    const detail = "Too many hosts register; nothing was done. Wait for `Retry-After`, then send the same request.";
    throw new ServiceError("RATE_LIMITED", { detail });
  };
}

/**
 * Registers a host. Its client ID is new and random. If it has keys and asks to sign, it has to. It gets no secret,
 * whatever it asked for, and the response says so: a server may replace what a client asks for (RFC 7591 §3.2.1), and
 * PKCE binds its code either way.
 * @param bytes the body of its request. @param network where it comes from.
 * @throws ServiceError RATE_LIMITED.
 */
export async function registerHost(
  deps: Pick<AgentSignInDeps, "store" | "makeSecret" | "platform" | "registrationRate" | "urlRules">,
  bytes: Uint8Array,
  network: string,
): Promise<RegistrationResponse> {
  const document = parseObject(bytes);
  if (document === null) return refused("invalid_client_metadata", "The body must be a JSON object.");
  // Without a cell's mark: it is the sign-in's tenant that says which cell a request is for.
  const id = deps.makeSecret("aac_").replace(/^aac_(?:.*\.)?/, "host_");
  const host = readHost(id, document);
  if (host === null) {
    return refused(
      "invalid_redirect_uri",
      "Register 1 to 20 redirect addresses: https, http on loopback, or an app's own scheme, such as com.example.app.",
    );
  }
  const keys = readHostKeys(document, deps.urlRules);
  if (keys === "unusable") {
    return refused(
      "invalid_client_metadata",
      "Register either jwks or jwks_uri, with public keys only: RSA up to 4096 bits, P-256 or Ed25519.",
    );
  }
  deps.registrationRate(network);
  const mustSign = keys !== null && document["token_endpoint_auth_method"] === "private_key_jwt";
  const createdAt = deps.platform.nowMs();
  const isRegistered = await deps.store.register(
    { ...host, keys, mustSign, createdAt, usedAt: null },
    registeredHostsMax,
  );
  if (!isRegistered) throw new ServiceError("RATE_LIMITED", { detail: "There are too many registered hosts." });
  return {
    status: 201,
    body: {
      client_id: id,
      client_id_issued_at: Math.floor(createdAt / 1000),
      client_name: host.name,
      redirect_uris: host.redirectUris,
      token_endpoint_auth_method: mustSign ? "private_key_jwt" : "none",
      ...(keys === null ? {} : "jwks" in keys ? { jwks: { keys: keys.jwks } } : { jwks_uri: keys.jwksUri }),
      grant_types: ["authorization_code", "refresh_token"],
      response_types: ["code"],
    },
  };
}

function refused(error: string, error_description: string): RegistrationResponse {
  return { status: 400, body: { error, error_description } };
}
