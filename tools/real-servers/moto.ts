/**
 * moto, a popular emulator of AWS in Python: https://docs.getmoto.org. It checks neither signatures nor sizes,
 * and differs from AWS in ways that its tests here name.
 */
import { freePort } from "../free-port.ts";
import { fromPip, pipFolder } from "../needs/python.ts";
import type { Need } from "../needs/need.ts";
import { startProgram } from "./started.ts";

const version = "5.2.5";
const folder = pipFolder("moto", version);

/** A running server. */
export type Moto = {
  url: string;
  /** Removes everything in it. */
  reset(): Promise<void>;
  close(): Promise<void>;
};

/** moto, from PyPI. */
export const moto: Need = fromPip({
  name: `moto ${version}`,
  folder,
  requirement: `moto[server]==${version}`,
  proof: `moto-${version}.dist-info/RECORD`,
});

/** Starts a server. @throws Error if it doesn't become ready. */
export async function startMoto(): Promise<Moto> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const close = await startProgram({
    name: "moto",
    command: "python3",
    args: ["-m", "moto.server", "-H", "127.0.0.1", "-p", String(port)],
    env: { PATH: process.env["PATH"], PYTHONPATH: folder },
    readyUrl: `${url}/moto-api/`,
  });
  return {
    url,
    close,
    async reset() {
      const { ok } = await fetch(`${url}/moto-api/reset`, { method: "POST" });
      if (!ok) throw new Error("moto wasn't reset.");
    },
  };
}
