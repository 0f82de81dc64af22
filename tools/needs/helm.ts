/** Helm, which renders and packages our chart: built by Go, from sources whose hashes are in the checksum database. */
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { goProgram } from "./languages.ts";
import type { Need } from "./need.ts";

const version = "v4.3.1";
const folder = join(import.meta.dirname, `../../node_modules/.cache/helm-${version}`);

/** The program. */
export const helmPath: string = join(folder, "helm");

/** The renderer and packager of charts. */
export const helm: Need = {
  name: `Helm ${version}`,
  isThere: () => existsSync(helmPath),
  install() {
    const env = { ...process.env, GOBIN: folder, GOFLAGS: "-trimpath", CGO_ENABLED: "0" };
    const args = ["install", "-ldflags=-s -w", `helm.sh/helm/v4/cmd/helm@${version}`];
    const { status } = spawnSync(goProgram(), args, { env, stdio: ["ignore", "ignore", "inherit"] });
    if (status !== 0 || !existsSync(helmPath))
      throw new Error("Helm wasn't built: Go needs access to its module proxy.");
  },
};
