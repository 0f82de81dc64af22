/** The provider's manifest: its credentials and its actions. The operator lists the servers. */
import { defineProvider } from "@svc/provider-kit";
import { configActions } from "./actions/configs.ts";
import { projectActions } from "./actions/projects.ts";
import { secretActions } from "./actions/secrets.ts";
import { tokenAuth } from "./auth.ts";
import { refuse } from "./errors.ts";
import { logo } from "./logo.ts";
import { translations } from "./translations.ts";

/** The API of a 1Password Connect server, with an access token. */
export const onepassword = defineProvider({
  slug: "onepassword",
  name: "1Password",
  logo,
  description: "Passwords and API credentials in 1Password, through your Connect server, one at a time.",
  docsUrl: "https://developer.1password.com/docs/connect/api-reference",
  origin: "https://connect.example.com",
  isSelfHosted: true,
  auth: [tokenAuth],
  requestIdHeader: "x-request-id",
  refuse,
  actions: [...projectActions, ...configActions, ...secretActions],
  translations,
});
