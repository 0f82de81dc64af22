/** The proxies that are tested in front of the server, from Debian's packages. */
import { fromDebian } from "./debian.ts";
import type { Need } from "./need.ts";

/** Where each program is. */
export const proxyPaths = { nginx: "/usr/sbin/nginx", haproxy: "/usr/sbin/haproxy", caddy: "/usr/bin/caddy" } as const;

export const nginx: Need = fromDebian({ name: "nginx", files: [proxyPaths.nginx], packages: ["nginx-light"] });

export const haproxy: Need = fromDebian({ name: "HAProxy", files: [proxyPaths.haproxy], packages: ["haproxy"] });

export const caddy: Need = fromDebian({ name: "Caddy", files: [proxyPaths.caddy], packages: ["caddy"] });
