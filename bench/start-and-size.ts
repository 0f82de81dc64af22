/** Start times of the packed programs, and the number of packages that they install. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "../conformance/harness/index.ts";
import { memoryOf } from "./process-facts.ts";
import { median } from "../tools/median.ts";
import { installPacked, type Installed } from "../tools/pack/installed.ts";
import { isReady } from "./targets.ts";

/** A program's time, and its ratio to that of an empty one. */
export interface Timing {
  readonly name: string;
  readonly medianMs: number;
  readonly ratio: number;
}

const program = ({ folder }: Installed, name: string): string => join(folder, "node_modules/.bin", name);

interface Run {
  readonly name: string;
  /** @returns milliseconds. */
  run(): Promise<number>;
}

/** The results. `packages`: the size of node_modules after installing all tarballs, including our own. */
export interface Starts {
  readonly timings: readonly Timing[];
  readonly idleMiB: number;
  readonly packages: number;
}

/** Times each packed program repeatedly, in turn, so a slow machine affects all equally. */
export async function timeStarts(repetitions: number): Promise<Starts> {
  const installed = installPacked();
  try {
    const { timings, idleMiB } = await timeInstalled(installed, repetitions);
    return { timings, idleMiB, packages: packagesOf(installed) };
  } finally {
    installed.remove();
  }
}

function packagesOf({ folder }: Installed): number {
  const lock = JSON.parse(readFileSync(join(folder, "node_modules/.package-lock.json"), "utf8")) as {
    packages: Record<string, unknown>;
  };
  return Object.keys(lock.packages).length;
}

async function timeInstalled(installed: Installed, repetitions: number): Promise<Omit<Starts, "packages">> {
  const folder = await mkdtemp(join(tmpdir(), "svc-bench-"));
  const idle: number[] = [];
  const server = await serve(installed, folder);
  const url = `http://127.0.0.1:${server.port}`;
  try {
    const cli = (...words: string[]): Run => {
      return {
        name: `svc ${words.join(" ")}`,
        run: () => timeToEnd(program(installed, "svc"), words, { ...installed.environment, SVC_API_URL: url }),
      };
    };
    const runs: readonly Run[] = [
      { name: "node -e 0", run: () => timeToEnd(process.execPath, ["-e", "0"], {}) },
      cli("--help"),
      cli("providers", "list"),
      {
        name: "svc-server serve until ready (SQLite)",
        async run() {
          const own = await mkdtemp(join(folder, "home-"));
          const started = await serve(installed, own);
          // Memory is read a second after the start, when temporary allocations may have been freed.
          await new Promise((resolve) => setTimeout(resolve, 1000));
          idle.push(memoryOf(started.pid)?.nowMiB ?? 0);
          await started.stop();
          return started.readyMs;
        },
      },
    ];
    const times = new Map<string, number[]>(runs.map(({ name }) => [name, []]));
    // The first run of each only fills the system's file cache.
    for (let turn = 0; turn <= repetitions; turn += 1) {
      for (const { name, run } of runs) {
        const ms = await run();
        if (turn > 0) times.get(name)?.push(ms);
      }
    }
    const baseMs = median(times.get("node -e 0") ?? []);
    const timings = [...times].map(([name, values]) => {
      return { name, medianMs: median(values), ratio: median(values) / baseMs };
    });
    return { timings, idleMiB: median(idle) };
  } finally {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

async function timeToEnd(
  path: string,
  words: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<number> {
  const startedAt = performance.now();
  const child = spawn(path, words, { stdio: ["ignore", "ignore", "pipe"], env });
  let said = "";
  child.stderr.on("data", (bytes: Buffer) => (said += bytes.toString()));
  const [code] = (await once(child, "close")) as [number | null];
  if (code !== 0) throw new Error(`${words.join(" ")} exited with ${code}: ${said}`);
  return performance.now() - startedAt;
}

/** A live server, as an operator starts it; timed from the start of its process. */
async function serve(installed: Installed, cwd: string) {
  const port = await freePort();
  const env = {
    ...installed.environment,
    SVC_LISTEN: `127.0.0.1:${port}`,
    SVC_VAULT_KEYS: `bench:${Buffer.alloc(32, 1).toString("base64")}`,
  };
  const startedAt = performance.now();
  const child = spawn(program(installed, "svc-server"), ["serve"], { cwd, env, stdio: "ignore" });
  const exit = once(child, "exit");
  while (!(await isReady(port))) {
    if (child.exitCode !== null) throw new Error("The server did not start.");
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
  const readyMs = performance.now() - startedAt;
  return {
    port,
    readyMs,
    pid: child.pid ?? -1,
    async stop() {
      child.kill("SIGTERM");
      await exit;
    },
  };
}
