/** `svc-server doctor`: goes through configuration, database, vault and server, and says of each what to do. */
import type { OperatorEnvironment } from "./environment.ts";
import type { OperatorIo } from "./io.ts";

type Check = { name: string; ok: boolean; detail: string };

/** Thrown when a check failed, after all of them were printed. */
export class DoctorFailure extends Error {
  override readonly name = "DoctorFailure";
}

/** Runs every check; @throws DoctorFailure when one failed. */
export async function diagnose(
  io: OperatorIo,
  environment: OperatorEnvironment,
  options: { format: "table" | "json"; sandbox?: boolean },
): Promise<void> {
  const checks = [
    ...configuration(environment),
    ...(await deployment(environment, options.sandbox)),
    await server(environment),
  ];
  const ok = checks.every((check) => check.ok);
  if (options.format === "json") io.out(`${JSON.stringify({ ok, checks }, null, 2)}\n`);
  else for (const check of checks) io.out(`${check.ok ? "ok  " : "FAIL"}  ${check.name}: ${check.detail}\n`);
  if (!ok) throw new DoctorFailure("A check failed.");
}

function configuration(environment: OperatorEnvironment): Check[] {
  const faults = environment.configurationFaults();
  if (faults.length === 0) return [{ name: "configuration", ok: true, detail: "every variable can be used" }];
  return faults.map((detail) => ({ name: "configuration", ok: false, detail }));
}

async function deployment(environment: OperatorEnvironment, sandbox: boolean | undefined): Promise<Check[]> {
  try {
    const opened = await environment.open(sandbox);
    try {
      const clients = await opened.serviceClients.list();
      const living = clients.filter(({ client }) => client.revokedAt === null).length;
      return [
        { name: "database", ok: true, detail: "open, migrations applied" },
        ...opened.warnings.map((detail) => ({ name: "database", ok: false, detail })),
        { name: "vault", ok: true, detail: "every key that the database needs is in the keyring" },
        {
          name: "service clients",
          ok: living > 0,
          detail: living > 0 ? `${living}` : "none: make one with svc-server service-clients create",
        },
      ];
    } finally {
      await opened.close();
    }
  } catch (error) {
    // Errors at start are one line of ours that says what to do; anything else is not shown.
    const own = error instanceof Error && /^(?:StoreStartError|VaultStartError|ConfigError)$/.test(error.name);
    return [{ name: "database and vault", ok: false, detail: own ? error.message : "could not be opened" }];
  }
}

async function server(environment: OperatorEnvironment): Promise<Check> {
  const url = environment.readyzUrl();
  if (url === null) return { name: "server", ok: false, detail: "where it listens is not known" };
  const status = await environment.statusOf(url);
  if (status === 200) return { name: "server", ok: true, detail: `ready at ${url}` };
  const detail =
    status === null
      ? `nothing answers at ${url}: start it with svc-server serve`
      : `${url} answers ${status}: see its log`;
  return { name: "server", ok: false, detail };
}
