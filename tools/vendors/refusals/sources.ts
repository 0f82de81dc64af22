/** Where each provider's list of documented refusals is from. The judge gives each of them to every action. */

const perOperation = "the description's, for each operation";

/** By provider. */
export const refusalSources: Readonly<Record<string, string>> = {
  doppler: "those on Doppler's page about its API; Doppler has no list for each endpoint",
  github: perOperation,
  jira: perOperation,
  onepassword: perOperation,
  "azure-key-vault":
    "those on Key Vault's page about errors; Microsoft has no list for each operation, and not all inner codes",
  "aws-secrets-manager": perOperation,
  "aws-parameter-store": perOperation,
  slack: "those on the page of each method, as data of 2026-05-26",
  notion: "the client's list of codes; Notion has none for each endpoint",
  linear: "the client's list of types; Linear has none for each operation",
  stripe: "the client's list of codes; Stripe has none for each endpoint",
  gmail: "those on Gmail's page about errors; Google has no list for each method",
  "google-calendar": "those on Calendar's page about errors; Google has no list for each method",
  "google-drive": "those on Drive's page about errors; Google has no list for each method",
  "google-sheets": "Google's common errors; Google has no list for each method",
  "google-secret-manager": "Google's common errors; Google has no list for each method",
  hubspot:
    "those on HubSpot's page about errors; HubSpot has no list for each endpoint, and doesn't list all categories",
  infisical: "those in the server's source, the same for each route; Infisical documents no list of messages",
  vault: "the statuses on Vault's page; HashiCorp documents no list of texts",
};
