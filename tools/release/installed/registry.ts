/** A registry for npm packages on this machine that has only ours, and npm as a user of it has it. */
import { spawnSync, type SpawnSyncReturns } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { stringify } from "yaml";
import { verdaccio } from "../../../judges/registry/verdaccio.ts";
import { freePort } from "../../free-port.ts";
import { root } from "../../pack/workspaces.ts";
import { startProgram } from "../../real-servers/started.ts";
import { published } from "../names.ts";

/** A running registry. */
export type Registry = {
  /** Ends in a slash. */
  url: string;
  /** npm's setting that points our names, and only ours, at it: a line of `.npmrc`. */
  scopeSetting: string;
  /** npm's environment for publishing there. */
  publisherEnv: Readonly<Record<string, string | undefined>>;
  close(): Promise<void>;
};

/**
 * Starts one. It asks no other registry for anything, and anyone may publish our names there, and no others.
 * @param folder an existing one, for its files.
 */
export async function startRegistry(folder: string): Promise<Registry> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}/`;
  const config = join(folder, "registry.yaml");
  const settings = {
    storage: join(folder, "storage"),
    web: { enable: false },
    uplinks: {},
    packages: { [`${published.npmScope}/*`]: { access: "$all", publish: "$all" } },
    max_body_size: "50mb",
    log: { type: "stdout", level: "fatal" },
  };
  writeFileSync(config, stringify(settings));
  const close = await startProgram({
    name: "verdaccio",
    command: process.execPath,
    args: [verdaccio, "--config", config, "--listen", `127.0.0.1:${port}`],
    env: { PATH: process.env["PATH"], HOME: folder },
    readyUrl: `${url}-/ping`,
  });
  const publisherEnv = {
    ...process.env,
    [`npm_config_${published.npmScope}:registry`]: url,
    // npm publishes only with a token; this registry takes any.
    [`npm_config_//127.0.0.1:${port}/:_authToken`]: "anyone",
  };
  return { url, scopeSetting: `${published.npmScope}:registry=${url}\n`, publisherEnv, close };
}

/** An empty folder in which npm finds our names only at one registry, and a user who has Node 24, npm and nothing else. */
export class EmptyFolder {
  readonly path: string;
  readonly env: Readonly<Record<string, string>>;

  /** @param isCold without npm's cache: everything is downloaded. */
  constructor(work: string, name: string, registry: Registry, { isCold }: { isCold: boolean }) {
    this.path = join(work, name);
    const home = join(work, `${name}-home`);
    for (const folder of [this.path, home]) mkdirSync(folder);
    writeFileSync(join(this.path, ".npmrc"), registry.scopeSetting);
    this.env = { PATH: pathWithoutProject(), HOME: home, ...machineSettings(isCold ? [] : ["cache"]) };
  }

  /** Runs a program to its end there. */
  run(command: string, words: readonly string[], env: Readonly<Record<string, string>> = {}): SpawnSyncReturns<string> {
    return spawnSync(command, words, { cwd: this.path, env: { ...this.env, ...env }, encoding: "utf8" });
  }
}

/** This Node first, then the machine's programs; none of this project's. */
function pathWithoutProject(): string {
  const others = (process.env["PATH"] ?? "").split(delimiter).filter((folder) => !folder.startsWith(root));
  return [dirname(process.execPath), ...others].join(delimiter);
}

/** How this machine reaches the registry from which it has everybody else's packages. */
function machineSettings(more: readonly string[]): Record<string, string> {
  const settings = ["registry", "userconfig", ...more].map((name) => {
    const { stdout } = spawnSync("npm", ["config", "get", name], { cwd: root, encoding: "utf8" });
    return [`npm_config_${name}`, stdout.trim()] as const;
  });
  const proxies = Object.entries(process.env).filter(([name]) =>
    /^(?:https?_proxy|no_proxy|NODE_EXTRA_CA_CERTS)$/i.test(name),
  );
  return Object.fromEntries([...settings, ...proxies.map(([name, value = ""]) => [name, value] as const)]);
}
