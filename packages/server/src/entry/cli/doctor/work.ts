/** The doctor's look at what the server has to work with. */
import { deploymentCheck, settingCheck, type Finding } from "./check.ts";

/** Which providers are set up by an app of the operator's. */
export const oauthApps = settingCheck("OAuth apps", ({ oauthApps: apps }, { environment: { providers } }) => {
  const unknown = apps.filter((app) => !providers.some(({ slug, needsApp }) => needsApp && slug === app));
  const missing = providers.filter(({ slug, needsApp }) => needsApp && !apps.includes(slug));
  const findings = [
    ...unknown.map((app): Finding => {
      return { status: "warn", detail: `there is an app for ${app}, and no provider of this name takes one` };
    }),
    ...missing.map(({ slug }): Finding => {
      const variable = slug.toUpperCase().replaceAll("-", "_");
      const detail = `${slug} has none, so no tenant sees it; to use it, set SVC_OAUTH_${variable}_CLIENT_ID and …_CLIENT_SECRET`;
      return { status: "ok", detail };
    }),
  ];
  return findings.length > 0 ? findings : { status: "ok", detail: "every provider that needs one has its own" };
});

/** Somebody may call. */
export const serviceClients = deploymentCheck("service clients", async (deployment) => {
  const clients = await deployment.serviceClients.list();
  const living = clients.filter(({ client }) => client.revokedAt === null).length;
  if (living > 0) return { status: "ok", detail: `${living}` };
  return { status: "warn", detail: "none", remedy: "make one with svc-server service-clients create" };
});

/** Writes that wait for a person's word. */
export const unknownOutcomes = deploymentCheck("unknown outcomes", async (deployment) => {
  const unknown = (await deployment.unknownOutcomes()).reduce((sum, { count }) => sum + count, 0);
  if (unknown === 0) return { status: "ok", detail: "none to settle" };
  return { status: "warn", detail: `${unknown} to look up and settle`, remedy: "see docs/executing-safely.md" };
});
