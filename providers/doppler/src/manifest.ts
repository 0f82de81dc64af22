/** The provider's manifest: origin, credentials and actions. */
import { defineProvider } from "@svc/provider-kit";
import { configActions } from "./actions/configs.ts";
import { projectActions } from "./actions/projects.ts";
import { secretActions } from "./actions/secrets.ts";
import { tokenAuth } from "./auth.ts";
import { refuse } from "./errors.ts";
import { logo } from "./logo.ts";
import { translations } from "./translations.ts";

/** Doppler through its REST API v3, with a Service Token or a Service Account Token. */
export const doppler = defineProvider({
  slug: "doppler",
  name: "Doppler",
  logo,
  description: "Projects, configs and secrets in a Doppler workplace, one secret at a time.",
  docsUrl: "https://docs.doppler.com/reference/api",
  origin: "https://api.doppler.com",
  auth: [tokenAuth],
  requestIdHeader: "x-request-id",
  refuse,
  actions: [...projectActions, ...configActions, ...secretActions],
  translations,
});
