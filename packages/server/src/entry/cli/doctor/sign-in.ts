/** Doctor: whether operators can sign in with their company's account. */
import { settingCheck, type Finding } from "./check.ts";

/** The identity provider, its view of our client, and the address to register there. */
export const companySignIn = settingCheck("company sign-in", async ({ issuer }, { environment }): Promise<Finding> => {
  if (issuer === null) return { status: "ok", detail: "off: SVC_ADMIN_OIDC_ISSUER isn't set", isUnused: true };
  const { url, redirectUri } = issuer;
  switch (await environment.tryIssuer()) {
    case "accepted":
      return { status: "ok", detail: `${url} accepts svc's client; its redirect URI must be ${redirectUri}` };
    case "refused": {
      const detail = `${url} refuses svc's client: its id or secret is wrong`;
      return {
        status: "fail",
        detail,
        remedy: "set SVC_ADMIN_OIDC_CLIENT_ID and _CLIENT_SECRET as the provider shows them",
      };
    }
    case "unclear": {
      const detail = `${url} can be read, but doesn't say whether it accepts svc's client: sign in once. The redirect URI must be ${redirectUri}`;
      return { status: "look", detail };
    }
    case "unreachable": {
      const detail = `${url}/.well-known/openid-configuration can't be read, or names another issuer: only operator tokens work`;
      return {
        status: "fail",
        detail,
        remedy: "check SVC_ADMIN_OIDC_ISSUER, the network, SVC_EGRESS_PROXY and SVC_EXTRA_CA_FILE",
      };
    }
  }
});
