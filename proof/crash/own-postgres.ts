/** A PostgreSQL that a scenario may kill, and ways to kill it. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { giveToServerRole } from "../../tools/postgres/databases.ts";
import { startPostgres, type PostgresServer } from "../../tools/postgres/index.ts";
import type { ServerHome } from "../../conformance/harness/index.ts";

/** What to kill: every process at once, the postmaster, or a connection's backend. */
export const postgresDeaths = ["all", "postmaster", "backend"] as const;
/** One of {@link postgresDeaths}. */
export type PostgresDeath = (typeof postgresDeaths)[number];

/** A separate PostgreSQL with one empty database. */
export class OwnPostgres {
  readonly home: ServerHome;
  readonly #server: PostgresServer;

  private constructor(server: PostgresServer, home: ServerHome) {
    this.#server = server;
    this.home = home;
  }

  /**
   * Starts it.
   *
   * @param variables for its environment.
   * @throws Error if SVC_TEST_DATABASE_URL names an external server.
   */
  static async start(variables: Readonly<Record<string, string>> = {}): Promise<OwnPostgres> {
    const server = await startPostgres({}, variables);
    if (server.postmasterPid() === undefined) {
      await server.stop();
      throw new Error("This part kills PostgreSQL: run it without SVC_TEST_DATABASE_URL.");
    }
    const folder = mkdtempSync(join(tmpdir(), "svc-conformance-"));
    const databaseUrl = await server.createDatabase("proof");
    const serverDatabaseUrl = await giveToServerRole(server.url, databaseUrl);
    const remove = async (): Promise<void> => {
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    };
    return new OwnPostgres(server, { folder, databaseUrl, serverDatabaseUrl, remove });
  }

  /** Kills immediately, without waiting; {@link OwnPostgres.revive} follows. */
  kill(death: PostgresDeath): void {
    const postmaster = this.#server.postmasterPid();
    if (postmaster === undefined) throw new Error("There is no PostgreSQL to kill.");
    const children = childrenOf(postmaster);
    // After a backend dies, the postmaster terminates all others and recovers on its own.
    const backends = children.filter(({ command }) => command.includes("proof 127.0.0.1"));
    if (death === "backend" && backends.length > 0) {
      for (const { pid } of backends.slice(-1)) endNow(pid);
      return;
    }
    endNow(postmaster);
    if (death === "all") for (const { pid } of children) endNow(pid);
  }

  /** Starts it again, on the same port and data. */
  async revive(): Promise<void> {
    await this.#server.restart();
  }
}

function endNow(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // It had already exited.
  }
}

/** A process's children, from /proc; none except on Linux. */
function childrenOf(parent: number): readonly { readonly pid: number; readonly command: string }[] {
  return processIds().flatMap((pid) => {
    // The second field is a name in parentheses, the fourth the parent (proc(5)).
    const isChild = Number(read(`/proc/${pid}/stat`).split(") ").at(-1)?.split(" ")[1]) === parent;
    return isChild ? [{ pid, command: read(`/proc/${pid}/cmdline`) }] : [];
  });
}

function processIds(): readonly number[] {
  try {
    return readdirSync("/proc")
      .filter((name) => /^\d+$/.test(name))
      .map(Number);
  } catch {
    return [];
  }
}

function read(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}
