/** Doctor: OAuth apps, service clients and unknown outcomes. */
import { deploymentCheck, settingCheck, type Finding } from "./check.ts";

/** Which providers have an OAuth app of the operator. */
export const oauthApps = settingCheck("OAuth apps", async ({ oauthApps: given }, { environment, deployment }) => {
  const { providers } = environment;
  const stored = deployment === null ? [] : await deployment.oauthApps.list();
  const apps = [...given, ...stored.map(({ provider }) => provider)];
  const unknown = apps.filter((app) => !providers.some(({ slug, takesApp }) => takesApp && slug === app));
  const missing = providers.filter(({ slug, needsApp }) => needsApp && !apps.includes(slug));
  const sealed = [];
  for (const app of stored) {
    const secret = (await deployment?.vault.oauthAppSecrets.open(app, app.secret)) ?? null;
    if (secret === null) sealed.push(app);
  }
  const findings = [
    ...sealed.map(({ provider, serviceClientId }): Finding => {
      const detail = `the secret of ${provider}'s app${serviceClientId === "" ? "" : ` for ${serviceClientId}`} doesn't open`;
      return { status: "fail", detail, remedy: "set the app again with svc-server oauth-apps set" };
    }),
    ...unknown.map((app): Finding => {
      return { status: "warn", detail: `there is an app for ${app}, but no such provider uses one` };
    }),
    ...missing.map(({ slug }): Finding => {
      const variable = slug.toUpperCase().replaceAll("-", "_");
      const detail = `${slug} has none, so tenants don't see it; to use it, run svc-server oauth-apps set ${slug}, or set SVC_OAUTH_${variable}_CLIENT_ID and …_CLIENT_SECRET`;
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
