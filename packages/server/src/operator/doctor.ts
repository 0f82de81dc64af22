/** `svc-server doctor`: goes through everything that can be looked at from here, and says of each what to do. */
import { isLoopback } from "@svc/contract";
import type { Check } from "./check.ts";
import { auditCheck } from "./doctor-audit.ts";
import { checkBinding } from "./doctor-binding.ts";
import { clockCheck } from "./doctor-clock.ts";
import { completionCheck } from "./doctor-completion.ts";
import { consoleChecks } from "./doctor-console.ts";
import type { OperatorDeployment, OperatorEnvironment, Setting } from "./environment.ts";
import type { OperatorIo } from "./io.ts";

/** Thrown when a check failed, after all of them were printed. */
export class DoctorFailure extends Error {
  override readonly name = "DoctorFailure";
}

/** Runs every check. @param options.reachProviders whether connections to providers are tried. @throws DoctorFailure when one failed. */
export async function diagnose(
  io: OperatorIo,
  environment: OperatorEnvironment,
  options: { format: "table" | "json"; sandbox?: boolean; reachProviders?: boolean },
): Promise<void> {
  const setting = environment.setting();
  const checks = [
    ...configurationChecks(environment),
    ...(setting === null ? [] : settingChecks(setting, environment)),
    ...(setting === null ? [] : await deploymentChecks(environment, setting, options.sandbox)),
    ...(setting === null ? [] : [await serverCheck(environment, setting)]),
    ...(setting === null ? [] : await consoleChecks(environment, setting)),
    ...(options.reachProviders === true ? await reachChecks(environment) : []),
  ];
  const ok = checks.every(({ status }) => status !== "fail");
  if (options.format === "json") io.out(`${JSON.stringify({ ok, checks }, null, 2)}\n`);
  else for (const { name, status, detail } of checks) io.out(`${labels[status]}  ${name}: ${detail}\n`);
  if (!ok) throw new DoctorFailure("A check failed.");
}

const labels = { ok: "ok  ", warn: "warn", fail: "FAIL" } as const;

/** Variables of the command line and the SDK, which may stand in the same environment. */
const variablesOfCallers: ReadonlySet<string> = new Set(["SVC_API_URL", "SVC_TOKEN", "SVC_TENANT_ID"]);

function configurationChecks(environment: OperatorEnvironment): Check[] {
  const name = "configuration";
  const faults = environment.configurationFaults().map((detail): Check => ({ name, status: "fail", detail }));
  const slips = environment.unreadVariables().filter((variable) => !variablesOfCallers.has(variable));
  const unread = slips.map((variable): Check => {
    return { name, status: "warn", detail: `${variable} is set and nothing reads it: look for a slip in its name` };
  });
  if (faults.length + unread.length > 0) return [...faults, ...unread];
  return [{ name, status: "ok", detail: "every variable can be used" }];
}

/** What the configuration says of itself. */
export function settingChecks(setting: Setting, { providers }: Pick<OperatorEnvironment, "providers">): Check[] {
  return [...urlChecks(setting), ...oauthChecks(setting, providers)];
}

function urlChecks({ listenHost, publicUrl, connectUrl }: Setting): Check[] {
  const name = "public URL";
  if (publicUrl === null && !isLoopback(listenHost)) {
    const detail = `SVC_PUBLIC_URL is not set, and others reach ${listenHost}: links and Connect pages would lead nowhere; set it`;
    return [{ name, status: "fail", detail }];
  }
  const urls = [publicUrl, connectUrl].filter((url) => url !== null);
  const plain = urls.filter((url) => !url.startsWith("https:") && !isLoopback(hostOf(url)));
  if (plain.length > 0) {
    const detail = `${plain.join(", ")} is not https: keys and credentials would go in clear; put TLS in front of it`;
    return [{ name, status: "fail", detail }];
  }
  return [{ name, status: "ok", detail: urls.length === 0 ? "loopback only" : urls.join(", ") }];
}

function hostOf(url: string): string {
  return new URL(url).hostname;
}

function oauthChecks({ oauthApps }: Setting, providers: OperatorEnvironment["providers"]): Check[] {
  const name = "OAuth apps";
  const unknown = oauthApps.filter((app) => !providers.some(({ slug, needsApp }) => needsApp && slug === app));
  const missing = providers.filter(({ slug, needsApp }) => needsApp && !oauthApps.includes(slug));
  const checks = [
    ...unknown.map((app): Check => {
      return { name, status: "warn", detail: `there is an app for ${app}, and no provider of this name takes one` };
    }),
    ...missing.map(({ slug }): Check => {
      const variable = slug.toUpperCase().replaceAll("-", "_");
      const detail = `${slug} has none, so no tenant sees it; to use it, set SVC_OAUTH_${variable}_CLIENT_ID and …_CLIENT_SECRET`;
      return { name, status: "ok", detail };
    }),
  ];
  return checks.length > 0 ? checks : [{ name, status: "ok", detail: "every provider that needs one has its own" }];
}

async function deploymentChecks(
  environment: OperatorEnvironment,
  setting: Setting,
  sandbox: boolean | undefined,
): Promise<Check[]> {
  try {
    const opened = await environment.open(sandbox);
    try {
      return [...(await openChecks(opened, environment)), await auditCheck(opened, setting)];
    } finally {
      await opened.close();
    }
  } catch (error) {
    // Errors at start are one line of ours that says what to do; anything else is not shown.
    const own = error instanceof Error && /^(?:StoreStartError|VaultStartError|ConfigError)$/.test(error.name);
    const detail = own ? error.message : "could not be looked at: does the database answer?";
    return [{ name: "database and vault", status: "fail", detail }];
  }
}

async function openChecks(opened: OperatorDeployment, environment: OperatorEnvironment): Promise<Check[]> {
  const clients = await opened.serviceClients.list();
  const living = clients.filter(({ client }) => client.revokedAt === null).length;
  const unknown = (await opened.unknownOutcomes()).reduce((sum, { count }) => sum + count, 0);
  const keeps =
    opened.engine === "sqlite" ? "SQLite, synchronous=FULL" : "PostgreSQL, fsync and synchronous commits on";
  return [
    { name: "database", status: "ok", detail: `open, migrations applied; it keeps what it acknowledged (${keeps})` },
    ...opened.warnings.map((detail): Check => ({ name: "database", status: "fail", detail })),
    clockCheck(opened.clock.standing()),
    ...diskChecks(environment.diskFreeBytes()),
    (await opened.vault.isHealthy())
      ? {
          name: "vault",
          status: "ok",
          detail: "every key that the database needs is in the keyring, and opens what it sealed",
        }
      : { name: "vault", status: "fail", detail: "the keeper of the root keys does not answer" },
    await checkBinding(opened),
    living > 0
      ? { name: "service clients", status: "ok", detail: `${living}` }
      : { name: "service clients", status: "warn", detail: "none: make one with svc-server service-clients create" },
    await completionCheck(opened, environment),
    unknown === 0
      ? { name: "unknown outcomes", status: "ok", detail: "none to settle" }
      : {
          name: "unknown outcomes",
          status: "warn",
          detail: `${unknown} to look up and settle (docs/executing-safely.md)`,
        },
  ];
}

const mebibyte = 1024 * 1024;

/** Judges the room beside the database's file; none where there is no file. */
export function diskChecks(freeBytes: number | null): Check[] {
  if (freeBytes === null) return [];
  const status = freeBytes < 100 * mebibyte ? "fail" : freeBytes < 1024 * mebibyte ? "warn" : "ok";
  const free = `${Math.floor(freeBytes / mebibyte)} MiB free beside the database`;
  const detail = status === "ok" ? free : `${free}: a full disk refuses every write; make room`;
  return [{ name: "disk", status, detail }];
}

async function serverCheck(environment: OperatorEnvironment, { baseUrl }: Setting): Promise<Check> {
  const name = "server";
  const readyzUrl = `${baseUrl}/readyz`;
  const answer = await environment.statusOf(readyzUrl);
  if (answer === 200) return { name, status: "ok", detail: `ready at ${readyzUrl}` };
  const detail =
    answer === null
      ? `nothing answers at ${readyzUrl}: start it with svc-server serve`
      : `${readyzUrl} answers ${answer}: see its log`;
  return { name, status: "fail", detail };
}

async function reachChecks(environment: OperatorEnvironment): Promise<Check[]> {
  const hosts = [...new Set(environment.providers.flatMap(({ hosts: own }) => own))];
  return await Promise.all(
    hosts.map(async (host): Promise<Check> => {
      const fault = await environment.reach(host);
      const detail =
        fault === null ? "takes a TLS connection" : `no TLS connection (${fault}): look at DNS, proxy and firewall`;
      return { name: `provider ${host}`, status: fault === null ? "ok" : "fail", detail };
    }),
  );
}
