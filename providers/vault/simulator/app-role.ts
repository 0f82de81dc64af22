/** The AppRole auth method, written from https://developer.hashicorp.com/vault/api-docs/auth/approle */
import { fieldsOf, type SimResponse, type SimRequest } from "@svc/simulator";
import type { VaultWorld } from "./world.ts";

const roleOf = (number: number) => ({
  role_id: `5d0e6f7a-0000-4000-8000-00000000000${String(number)}`,
  secret_id: `c41b9d20-0000-4000-8000-00000000000${String(number)}`,
});

/** The AppRoles that a login accepts, by name. */
export const appRoles = { everything: roleOf(1), readOnly: roleOf(2) } as const;

const policies: Readonly<Record<keyof typeof appRoles, readonly string[]>> = {
  everything: ["default", "harbor"],
  readOnly: ["default", "readonly"],
};

const refusal = (status: number, message: string): SimResponse => ({ status, json: { errors: [message] } });

/** Answers a login. */
export function logIn(request: SimRequest, store: VaultWorld): SimResponse {
  const { login, product, sealed, tokenSeconds } = store.switches;
  if (sealed) return refusal(503, "Vault is sealed");
  if (login === "unavailable") return refusal(500, "internal error");
  if (login === "absent") return refusal(403, "permission denied");
  const { role_id, secret_id } = fieldsOf(request);
  if (role_id === undefined) return refusal(400, "missing role_id");
  const known = Object.entries(appRoles).find(([, role]) => role.role_id === role_id);
  if (known === undefined || known[1].secret_id !== secret_id || login === "refuses") {
    return refusal(400, "invalid role or secret ID");
  }
  if (login === "untrusted") {
    return refusal(400, 'source address "192.0.2.7" unauthorized through CIDR restrictions on the secret ID');
  }
  const name = known[0] as keyof typeof appRoles;
  const value = `${product === "openbao" ? "s" : "hvs"}.${`login${String(request.sequence)}`.padEnd(24, "0")}`;
  store.tokens.add({
    value,
    name: `${name}-${String(request.sequence)}`,
    scopes: [],
    expiresAtMs: request.timeMs + tokenSeconds * 1000,
    type: "service",
    policies: policies[name],
    uses: 0,
  });
  const auth = { client_token: value, accessor: "a", policies: policies[name], token_type: "service" };
  const json = { request_id: "r", data: null, auth: { ...auth, lease_duration: tokenSeconds, renewable: true } };
  return { status: 200, json };
}
