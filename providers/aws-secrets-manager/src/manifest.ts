/** The provider's manifest: hosts in every region, credentials and actions. */
import { awsPlaces, awsReads, awsRequestHeaders } from "@svc/aws";
import { defineProvider } from "@svc/provider-kit";
import { configActions } from "./actions/configs.ts";
import { projectActions } from "./actions/projects.ts";
import { secretActions } from "./actions/secrets.ts";
import { keyAuth } from "./auth.ts";
import { readTargets } from "./client.ts";
import { judge, refuse } from "./errors.ts";
import { logo } from "./logo.ts";
import { translations } from "./translations.ts";

/** AWS Secrets Manager through its JSON API, with an access key. */
export const awsSecretsManager = defineProvider({
  slug: "aws-secrets-manager",
  name: "AWS Secrets Manager",
  logo,
  description: "Secrets in AWS Secrets Manager, in one region, one at a time.",
  docsUrl: "https://docs.aws.amazon.com/secretsmanager/latest/apireference/Welcome.html",
  ...awsPlaces("secretsmanager"),
  auth: [keyAuth],
  requestIdHeader: "x-amzn-requestid",
  requestHeaders: awsRequestHeaders,
  responseHeaders: ["date"],
  postReads: awsReads(readTargets),
  limitStatuses: [400],
  refuse,
  judge,
  actions: [...projectActions, ...configActions, ...secretActions],
  translations,
});
