/** The provider's manifest: origin, credentials and actions. */
import { defineProvider } from "@svc/provider-kit";
import { configsList } from "./actions/configs.list.ts";
import { projectsList } from "./actions/projects.list.ts";
import { secretsDelete } from "./actions/secrets.delete.ts";
import { secretsGet } from "./actions/secrets.get.ts";
import { secretsNamesList } from "./actions/secrets.names.list.ts";
import { secretsSet } from "./actions/secrets.set.ts";
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
  actions: [projectsList, configsList, secretsNamesList, secretsGet, secretsSet, secretsDelete],
  translations,
});
