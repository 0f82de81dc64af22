/** Canaille, an identity provider in Python: https://canaille.readthedocs.io. It has no back-channel logout. */
import { join } from "node:path";
import { freePort } from "../free-port.ts";
import type { Need } from "../needs/need.ts";
import { fromPip, pipFolder } from "../needs/python.ts";
import { startProgram } from "./started.ts";

const version = "0.3.6";
const folder = pipFolder("canaille", version);

/** The person whom it knows, and their group. */
export const canaillePerson = { login: "grace", password: "correct horse", name: "Grace Hopper", group: "platform" };

/** A running server. */
export type Canaille = {
  /** The issuer. */
  url: string;
  /** Takes the person out of the group. */
  leaveGroup(): Promise<void>;
  close(): Promise<void>;
};

/** Canaille, from PyPI. */
export const canaille: Need = fromPip({
  name: `Canaille ${version}`,
  folder,
  requirement: `canaille[front,oidc,server]==${version}`,
  proof: `canaille-${version}.dist-info/RECORD`,
});

/** Starts a server with one client. @throws Error if it doesn't become ready. */
export async function startCanaille(client: {
  id: string;
  secret: string;
  redirectUri: string;
  postLogoutUri: string;
}): Promise<Canaille> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const program = join(import.meta.dirname, "run-canaille.py");
  const close = await startProgram({
    name: "Canaille",
    command: "python3",
    args: [program, String(port), client.id, client.secret, client.redirectUri, client.postLogoutUri],
    env: { PATH: process.env["PATH"], PYTHONPATH: folder },
    readyUrl: `${url}/.well-known/openid-configuration`,
  });
  return {
    url,
    close,
    async leaveGroup() {
      const { ok } = await fetch(`${url}/leave-group`);
      if (!ok) throw new Error("The person is still in the group.");
    },
  };
}
