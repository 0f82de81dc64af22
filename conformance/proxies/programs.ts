/** Starts real proxies with the configurations in deploy/proxies, changed only in names of files, ports and addresses. */
import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { connect } from "node:tls";
import { setTimeout as delay } from "node:timers/promises";
import { freePort } from "../../tools/free-port.ts";
import { proxyPaths } from "../../tools/needs/proxies.ts";

/** A program in front of the server. */
export type ProxyName = keyof typeof proxyPaths;

/** All of them. */
export const proxyNames = Object.keys(proxyPaths) as ProxyName[];

/** What is behind it, on loopback. */
export type Behind = { api: number; console: number };

/** Its port speaks TLS, on loopback. */
export type RunningProxy = { port: number; stop(): Promise<void> };

/** The names in the configurations. */
export const names = { api: "svc.example.com", console: "console.example.com" } as const;

const own = (name: string): string => join(import.meta.dirname, name);

/** The certificate for both names. */
export const certificateFile = own("test-only-certificate.pem");
export const certificate = readFileSync(certificateFile, "utf8");

/** A configuration as it is shipped. */
export function shipped(file: string): string {
  return readFileSync(join(import.meta.dirname, "../../deploy/proxies", file), "utf8");
}

/** Replaces every place of each text. @throws AssertionError if a text isn't there, so that no test runs something else. */
export function replaceAll(text: string, changes: Readonly<Record<string, string>>): string {
  return Object.entries(changes).reduce((so, [from, to]) => {
    assert.ok(so.includes(from), `the configuration has no ${from}`);
    return so.replaceAll(from, to);
  }, text);
}

/** Starts a proxy. @param alter changes to the configuration, to break it. */
export function startProxy(
  name: ProxyName,
  behind: Behind,
  alter: Readonly<Record<string, string>> = {},
): Promise<RunningProxy> {
  return runProxy(name, (folder, port) => argsOf[name](behind, folder, port, alter), answers);
}

/**
 * Runs a proxy until it is stopped.
 * @param argsFor writes its configuration into its folder, and returns its arguments. @param isUp whether it accepts
 * connections at its port.
 */
export async function runProxy(
  name: ProxyName,
  argsFor: (folder: string, port: number) => string[],
  isUp: (port: number) => Promise<boolean>,
  port?: number,
): Promise<RunningProxy> {
  const folder = await mkdtemp(join(tmpdir(), `svc-${name}-`));
  const listensAt = port ?? (await freePort());
  const args = argsFor(folder, listensAt);
  const env = { PATH: process.env["PATH"], HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder };
  const child = spawn(proxyPaths[name], args, { cwd: folder, env, stdio: ["ignore", "pipe", "pipe"] });
  let printed = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (bytes: Buffer) => (printed += bytes.toString()));
  const ended = once(child, "close");
  const kill = (): void => void child.kill("SIGKILL");
  process.once("exit", kill);
  const stop = async (): Promise<void> => {
    process.off("exit", kill);
    child.kill("SIGTERM");
    await Promise.race([ended, delay(3000, undefined, { ref: false }).then(kill)]);
    await ended;
    await rm(folder, { recursive: true, force: true });
  };
  for (const untilMs = performance.now() + 30_000; !(await isUp(listensAt)); await delay(50)) {
    if (child.exitCode === null && performance.now() < untilMs) continue;
    await stop();
    throw new Error(`${name} didn't become ready: ${printed}`);
  }
  return { port: listensAt, stop };
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host: "127.0.0.1", port, servername: names.api, ca: certificate });
    const end = (isReady: boolean): void => {
      socket.destroy();
      resolve(isReady);
    };
    socket.once("secureConnect", () => end(true)).once("error", () => end(false));
  });
}

type ArgsOf = (behind: Behind, folder: string, port: number, alter: Readonly<Record<string, string>>) => string[];

const nginxArgs: ArgsOf = ({ api, console }, folder, port, alter) => {
  const config = replaceAll(replaceAll(shipped("nginx.conf"), alter), {
    "listen 443 ssl": `listen 127.0.0.1:${port} ssl`,
    "127.0.0.1:7480": `127.0.0.1:${api}`,
    "127.0.0.1:7490": `127.0.0.1:${console}`,
    "/etc/ssl/svc.example.com.pem": own("test-only-certificate.pem"),
    "/etc/ssl/svc.example.com.key": own("test-only-key.pem"),
    "/etc/ssl/console.example.com.pem": own("test-only-certificate.pem"),
    "/etc/ssl/console.example.com.key": own("test-only-key.pem"),
  });
  return nginxWith(folder, config);
};

/** Writes a configuration of nginx's http block. */
export function nginxWith(folder: string, config: string): string[] {
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
    (what) => `${what}_temp_path ${folder}/${what};`,
  );
  const around = `worker_processes 1; pid ${folder}/pid; error_log stderr; events {}
    http { access_log off; ${temporary.join(" ")} include ${folder}/svc.conf; }`;
  writeFileSync(join(folder, "svc.conf"), config);
  writeFileSync(join(folder, "nginx.conf"), around);
  return ["-p", folder, "-e", "stderr", "-c", join(folder, "nginx.conf"), "-g", "daemon off;"];
}

const haproxyArgs: ArgsOf = ({ api, console }, folder, port, alter) => {
  const certs = join(folder, "certs");
  mkdirSync(certs, { recursive: true });
  writeFileSync(join(certs, "both.pem"), certificate + readFileSync(own("test-only-key.pem"), "utf8"));
  const config = replaceAll(replaceAll(shipped("haproxy.cfg"), alter), {
    "bind :443": `bind 127.0.0.1:${port}`,
    "/etc/haproxy/certs/": `${certs}/`,
    "127.0.0.1:7480": `127.0.0.1:${api}`,
    "127.0.0.1:7490": `127.0.0.1:${console}`,
  });
  writeFileSync(join(folder, "haproxy.cfg"), config);
  return ["-db", "-f", join(folder, "haproxy.cfg")];
};

const caddyArgs: ArgsOf = ({ api, console }, folder, port, alter) => {
  copyFileSync(own("test-only-certificate.pem"), join(folder, "both.pem"));
  const place = `\n\tbind 127.0.0.1\n\ttls ${folder}/both.pem ${own("test-only-key.pem")}`;
  const config = replaceAll(replaceAll(shipped("Caddyfile"), alter), {
    "{\n\tservers {": "{\n\tadmin off\n\tauto_https disable_redirects\n\tservers {",
    "\nsvc.example.com {": `\nhttps://svc.example.com:${port} {${place}`,
    "\nconsole.example.com {": `\nhttps://console.example.com:${port} {${place}`,
    "127.0.0.1:7480": `127.0.0.1:${api}`,
    "127.0.0.1:7490": `127.0.0.1:${console}`,
    // Debian 12 has 2.6, where this had another name.
    ...(isOldCaddy() ? { "request_buffers 400KiB": "buffer_requests\n\t\tmax_buffer_size 400KiB" } : {}),
  });
  writeFileSync(join(folder, "Caddyfile"), config);
  return ["run", "--config", join(folder, "Caddyfile"), "--adapter", "caddyfile"];
};

function isOldCaddy(): boolean {
  const { stdout } = spawnSync(proxyPaths.caddy, ["version"], { encoding: "utf8" });
  return /^v?2\.[0-6]\./.test(stdout);
}

const envoyArgs: ArgsOf = ({ api, console }, folder, port, alter) => {
  const config = replaceAll(replaceAll(shipped("envoy.yaml"), alter), {
    "address: 0.0.0.0, port_value: 443": `address: 127.0.0.1, port_value: ${port}`,
    "port_value: 7480": `port_value: ${api}`,
    "port_value: 7490": `port_value: ${console}`,
    "/etc/ssl/svc.example.com.pem": own("test-only-certificate.pem"),
    "/etc/ssl/svc.example.com.key": own("test-only-key.pem"),
  });
  writeFileSync(join(folder, "envoy.yaml"), config);
  return ["--config-path", join(folder, "envoy.yaml"), "--concurrency", "1", "--use-dynamic-base-id"];
};

const traefikArgs: ArgsOf = ({ api, console }, folder, port, alter) => {
  const routes = replaceAll(replaceAll(shipped("traefik/svc.yaml"), alter), {
    "127.0.0.1:7480": `127.0.0.1:${api}`,
    "127.0.0.1:7490": `127.0.0.1:${console}`,
    "/etc/ssl/svc.example.com.pem": own("test-only-certificate.pem"),
    "/etc/ssl/svc.example.com.key": own("test-only-key.pem"),
    "/etc/ssl/console.example.com.pem": own("test-only-certificate.pem"),
    "/etc/ssl/console.example.com.key": own("test-only-key.pem"),
  });
  const program = replaceAll(shipped("traefik/traefik.yaml"), {
    'address: ":443"': `address: "127.0.0.1:${port}"`,
    "/etc/traefik/": `${folder}/`,
  });
  writeFileSync(join(folder, "svc.yaml"), routes);
  writeFileSync(join(folder, "traefik.yaml"), program);
  return ["--configfile", join(folder, "traefik.yaml")];
};

const argsOf: Readonly<Record<ProxyName, ArgsOf>> = {
  nginx: nginxArgs,
  haproxy: haproxyArgs,
  caddy: caddyArgs,
  envoy: envoyArgs,
  traefik: traefikArgs,
};
