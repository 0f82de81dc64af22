/** What starts a container image without a daemon, from Debian's packages. */
import { fromDebian } from "./debian.ts";
import type { Need } from "./need.ts";

/** Where each program is. */
export const containerPaths = { runc: "/usr/sbin/runc", umoci: "/usr/bin/umoci" } as const;

/** Starts containers. */
export const runc: Need = fromDebian({ name: "runc", files: [containerPaths.runc], packages: ["runc"] });

/** Reads and unpacks images. */
export const umoci: Need = fromDebian({ name: "umoci", files: [containerPaths.umoci], packages: ["umoci"] });
