/**
 * The names under which svc is published: the only place that decides them. Manifests, deployment files and pages repeat them, and
 * `names.test.ts` compares those. None of these names is ours yet, so nothing may ask a public registry for them: the tarballs
 * contain each other (`bundleDependencies`).
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";

const scope = "@svc";

/** Every published name. */
export const published = {
  /** npm's scope: the name of every package there begins with it and a slash. */
  npmScope: scope,
  /** The packages that people install by name; the others come inside these. */
  npm: {
    server: `${scope}/server`,
    cli: `${scope}/cli`,
    sdk: `${scope}/sdk`,
    connect: `${scope}/connect`,
    providerKit: `${scope}/provider-kit`,
  },
  /** The Python SDK on PyPI. Programs import it as `svc`. */
  python: "svc-sdk",
  /** The container image, below whatever registry and owner it is pushed to. */
  image: "svc",
  /** The image on the machine that built it. `svc` alone would be looked up on Docker Hub, where the name isn't ours. */
  localImage: "localhost/svc",
  /** The Helm chart. */
  chart: "svc",
} as const;

/** Whether a package on npm would be ours. */
export function isOurs(packageName: string): boolean {
  return packageName.startsWith(`${published.npmScope}/`);
}

/** The version of everything that is published: the one in `package.json`. A release's tag is `v` and this. */
export function publishedVersion(): string {
  const manifest = readFileSync(join(import.meta.dirname, "../../package.json"), "utf8");
  return (JSON.parse(manifest) as { version: string }).version;
}
