/** Doctor: OAuth apps, service clients and unknown outcomes. */
import { deploymentCheck, settingCheck, type Finding } from "./check.ts";

/** Which providers have an OAuth app of the operator. */
export const oauthApps = settingCheck("OAuth apps", ({ oauthApps: apps }, { environment: { providers } }) => {
  const unknown = apps.filter((app) => !providers.some(({ slug, needsApp }) => needsApp && slug === app));
  const missing = providers.filter(({ slug, needsApp }) => needsApp && !apps.includes(slug));
  const findings = [
    ...unknown.map((app): Finding => {
      return { status: "warn", detail: `there is an app for ${app}, but no such provider uses one` };
    }),
    ...missing.map(({ slug }): Finding => {
      const variable = slug.toUpperCase().replaceAll("-", "_");
      const detail = `${slug} has none, so tenants don't see it; to use it, set SVC_OAUTH_${variable}_CLIENT_ID and …_CLIENT_SECRET`;
      return { status: "ok", detail };
    }),
  ];
  return findings.length > 0 ? findings : { status: "ok", detail: "every provider that needs one has one" };
});

/** Whether there are service clients. */
export const serviceClients = deploymentCheck("service clients", async (deployment) => {
  const clients = await deployment.serviceClients.list();
  const active = clients.filter(({ client }) => client.revokedAt === null).length;
  if (active > 0) return { status: "ok", detail: `${active}` };
  return { status: "warn", detail: "none", remedy: "create one with svc-server service-clients create" };
});

/** Unresolved unknown outcomes. */
export const unknownOutcomes = deploymentCheck("unknown outcomes", async (deployment) => {
  const unknown = (await deployment.unknownOutcomes()).reduce((sum, { count }) => sum + count, 0);
  if (unknown === 0) return { status: "ok", detail: "none to resolve" };
  return { status: "warn", detail: `${unknown} to check and resolve`, remedy: "see docs/executing-safely.md" };
});
