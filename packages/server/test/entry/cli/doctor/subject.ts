/** A healthy deployment for the doctor's tests, to change one thing at a time. */
import type { Check, Finding, Subject } from "../../../../src/entry/cli/doctor/check.ts";
import type {
  OperatorDeployment,
  OperatorEnvironment,
  ProcessFacts,
  Setting,
} from "../../../../src/entry/cli/environment.ts";

/** A configuration for this machine only. */
export const setting: Setting = {
  listenHost: "127.0.0.1",
  publicUrl: null,
  connectUrl: null,
  oauthApps: [],
  auditRetentionDays: 400,
  eventRetentionDays: 30,
  requireConfirmedCompletion: false,
  callTimeoutMs: 30_000,
  baseUrl: "https://svc.example",
  adminUrl: null,
  issuer: null,
  adminAt: null,
  hasConnectListener: false,
  metricsHost: null,
  metricsUrl: null,
  database: { engine: "sqlite", path: "/var/lib/svc/svc.sqlite" },
  vaultKeys: [{ id: "main", weakness: null }],
};

const process: ProcessFacts = {
  nodeVersion: "24.21.0",
  userId: 1000,
  whose: "the server",
  coreBytes: 0,
  corePattern: "core",
  openFilesMax: 65_536,
  openFiles: 300,
  openFilesWanted: 14_596,
  opensDebugger: "never",
};

/** An environment in which nothing is wrong. */
export function createEnvironment(
  change: Partial<OperatorEnvironment> = {},
  processChange: Partial<ProcessFacts> = {},
) {
  const environment: Partial<OperatorEnvironment> = {
    version: "0.1.0",
    envFile: null,
    providers: [],
    providerFaults: [],
    checkProvider: () => Promise.reject(new Error("not in this test")),
    configurationFaults: () => [],
    variableWarnings: () => [],
    setting: () => setting,
    disks: () => [],
    fileSystemType: () => null,
    logBytes: () => null,
    files: () => [],
    inlineSecrets: () => [],
    process: () => ({ ...process, ...processChange }),
    statusOf: () => Promise.resolve(null),
    documentOf: () => Promise.resolve(undefined),
    tryIssuer: () => Promise.resolve("accepted"),
    postTo: () => Promise.resolve({ status: 401, code: "UNAUTHENTICATED" }),
    hold: (_url, timeoutMs) =>
      Promise.resolve({ status: 200, beginMs: 5, endedMs: timeoutMs - 5000, isComplete: true }),
    reach: () => Promise.resolve(null),
    ...change,
  };
  return environment as OperatorEnvironment;
}

/** The findings of a check. */
export async function findings(
  check: Check,
  change: { setting?: Partial<Setting> | null; deployment?: Partial<OperatorDeployment> } & Partial<
    Pick<Subject, "environment" | "through">
  > = {},
): Promise<Finding[]> {
  const subject: Subject = {
    environment: change.environment ?? createEnvironment(),
    setting: change.setting === null ? null : { ...setting, ...change.setting },
    deployment: change.deployment === undefined ? null : (change.deployment as OperatorDeployment),
    reachProviders: false,
    through: change.through ?? null,
  };
  return [await check.run(subject)].flat();
}

/** The statuses of a check's findings. */
export async function statusOf(...args: Parameters<typeof findings>): Promise<string> {
  return (await findings(...args)).map(({ status }) => status).join();
}
