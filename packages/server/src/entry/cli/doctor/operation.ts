/**
 * Doctor: OAuth apps, service clients, unknown outcomes and the audit trail's retention; and what only a person can
 * check, with a line that says what.
 */
import { deploymentCheck, settingCheck, type Finding, question } from "./check.ts";
import { stoppedChains } from "../../../domain/journal/retention.ts";
import type { ServiceClock } from "../../../domain/clock/service-clock.ts";
import { dayMs } from "../../../domain/clock/units.ts";
import type { OperatorDeployment, Setting } from "../environment.ts";

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
      return { status: "ok", detail, isUnused: true };
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

/** Finds chains that retention doesn't touch, because events old enough to be removed don't verify. */
export async function auditFinding(
  { audit, signing, clock }: Pick<OperatorDeployment, "audit" | "signing"> & { clock: Pick<ServiceClock, "confirmed"> },
  { auditRetentionDays }: Pick<Setting, "auditRetentionDays">,
): Promise<Finding> {
  const [first, ...others] = await stoppedChains({
    trail: audit,
    signing,
    clock,
    keptMs: auditRetentionDays * dayMs,
  });
  if (first === undefined) {
    return {
      status: "ok",
      detail: "events old enough to be removed verify; run svc-server audit verify to check all",
    };
  }
  const chain = first.clientId === "" ? "the deployment's chain" : `the chain of ${first.clientId}`;
  const more = others.length === 0 ? "" : ` (and ${others.length} more)`;
  const detail =
    `stopped: event ${first.fault.seq} of ${chain}${more}: ${first.fault.reason}; ` +
    'see docs/audit.md, "When retention stops"';
  return { status: "fail", detail };
}

/** Whether old events verify. */
export const auditRetention = deploymentCheck("audit retention", (deployment, { setting }) =>
  setting === null ? { status: "look", detail: "not checked" } : auditFinding(deployment, setting),
);

/** Slow requests should wait at the proxy, not in the server. */
export const bufferingProxy = question(
  "proxy that buffers requests",
  "check yourself: your proxy must receive a whole request before it passes it on (nginx: proxy_request_buffering on, the default)",
);

/** Whether backups are made and kept private. */
export const backups = question(
  "backups",
  "check yourself: a daily copy that only you can read, on another machine and without the vault key",
);

/** Whether a backup was ever restored. */
export const restoreTest = question(
  "restore test",
  "check yourself: restore the latest backup somewhere, and run svc-server restore-check and audit verify on it",
);

/** Whether there is something outside the database to verify the audit trail against. */
export const exportedHeads = question(
  "audit heads",
  "check yourself: run svc-server audit export --heads-only every day and keep the output away from the database",
);
