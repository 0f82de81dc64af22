/** Reads the settings of the operators' sign-in with their company's account, and says what is wrong with them. */
import { isLoopback } from "@svc/contract";
import type { IssuerSettings } from "../../domain/operator-sign-in/port.ts";
import { parseRule, type RoleRule } from "../../domain/operator-sign-in/role-rules.ts";
import type { SettingReader } from "./reader.ts";

const required = ["SVC_ADMIN_OIDC_ISSUER", "SVC_ADMIN_OIDC_CLIENT_ID", "SVC_ADMIN_OIDC_ROLES"] as const;

/**
 * @param adminUrl the console's origin for browsers.
 * @param faults receives a line for each invalid value, which never contains a secret.
 * @returns null if the sign-in is off, or can't be used.
 */
export function readIssuer(
  { text, secret }: Pick<SettingReader, "text" | "secret">,
  adminUrl: string | null,
  faults: string[],
): IssuerSettings | null {
  const [issuer, clientId, roles] = required.map((name) => text(name));
  const secretGiven = secret("SVC_ADMIN_OIDC_CLIENT_SECRET");
  const optional = [text("SVC_ADMIN_OIDC_NAME"), text("SVC_ADMIN_OIDC_SCOPES"), text("SVC_ADMIN_OIDC_GROUPS_CLAIM")];
  const [name = null, scopes, groupsClaim] = optional;
  if ([issuer, clientId, roles, secretGiven].every((given) => given === null || given === undefined)) return null;
  const missing: string[] = required.filter((_name, at) => [issuer, clientId, roles][at] === null);
  if (secretGiven === null) missing.push("SVC_ADMIN_OIDC_CLIENT_SECRET");
  const before = faults.length;
  if (missing.length > 0) {
    faults.push(
      `${missing.join(", ")}: set all of SVC_ADMIN_OIDC_ISSUER, _CLIENT_ID, _CLIENT_SECRET and _ROLES, or none.`,
    );
  }
  if (adminUrl === null) {
    faults.push("SVC_ADMIN_URL: is needed for SVC_ADMIN_OIDC_ISSUER, because the provider sends browsers back there.");
  }
  if (typeof issuer === "string" && !isIssuer(issuer)) {
    faults.push(
      "SVC_ADMIN_OIDC_ISSUER: must be an https URL without query or fragment, exactly as the provider writes it.",
    );
  }
  if (!/^[\x21-\x7e]+(?: [\x21-\x7e]+)*$/.test(scopes ?? "") || !(scopes ?? "").split(" ").includes("openid")) {
    faults.push("SVC_ADMIN_OIDC_SCOPES: must be scopes separated by spaces, with openid among them.");
  }
  const rules = readRules(roles ?? "", faults);
  const clientSecret = secretGiven?.text ?? null;
  if (faults.length > before || typeof issuer !== "string" || typeof clientId !== "string") return null;
  if (clientSecret === null || adminUrl === null) return null;
  return {
    issuer,
    clientId,
    clientSecret,
    rules: { rules, groupsClaim: groupsClaim ?? "groups" },
    scopes: scopes ?? "openid",
    name: name ?? new URL(issuer).hostname,
    adminUrl,
  };
}

/** Whether a text is an issuer (OpenID Connect Discovery 1.0, section 3); without TLS only on this machine. */
function isIssuer(text: string): boolean {
  const url = URL.parse(text);
  if (url === null || url.search !== "" || url.hash !== "" || url.username !== "" || url.password !== "") return false;
  return url.protocol === "https:" || (url.protocol === "http:" && isLoopback(url.hostname));
}

function readRules(text: string, faults: string[]): RoleRule[] {
  const entries = text === "" ? [] : text.split(",");
  return entries.flatMap((entry, index) => {
    const rule = parseRule(entry.trim());
    if (rule !== null) return rule;
    faults.push(
      `SVC_ADMIN_OIDC_ROLES: entry ${index + 1} must be a role (viewer, operator, admin) and whom it is for, such as admin=group:platform, viewer=email:ada@acme.example or operator=sub:248289761001; in the value, write %2C for a comma and %25 for a percent sign.`,
    );
    return [];
  });
}
