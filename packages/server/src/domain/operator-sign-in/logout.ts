/** Ends sessions that the identity provider says have ended (OpenID Connect Back-Channel Logout 1.0). */
import { createHash } from "node:crypto";
import type { Issuer } from "./issuer.ts";
import type { IssuerSettings, PersonStore } from "./port.ts";

/** Creates the function that takes a logout token. Each token works once. */
export function createLogout({
  store,
  issuer,
  settings,
  platform,
}: {
  store: PersonStore;
  issuer: Pick<Issuer, "verifyLogoutToken">;
  settings: Pick<IssuerSettings, "issuer">;
  platform: { nowMs(): number };
}): (token: string) => Promise<"done" | "refused" | "unreachable"> {
  return async (token) => {
    const read = await issuer.verifyLogoutToken(token);
    if (read === "no_keys") return "unreachable";
    if (read === "invalid") return "refused";
    const { jti, subject, sid, expiresAt } = read;
    const hash = createHash("sha256")
      .update(JSON.stringify([settings.issuer, jti]))
      .digest("base64url");
    const of = { issuer: settings.issuer, subject, sid };
    const ended = await store.endByToken(of, { hash, expiresAt }, platform.nowMs());
    return ended === null ? "refused" : "done";
  };
}
