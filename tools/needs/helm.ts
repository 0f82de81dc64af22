/** Helm, which renders and packages our chart: built by Go, from sources whose hashes are in the checksum database. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { runInstaller } from "./installer.ts";
import { go, goProgram } from "./languages.ts";
import type { OwnNeed } from "./need.ts";

const version = "v4.3.1";
const folder = join(import.meta.dirname, `../../node_modules/.cache/helm-${version}`);

/** The program. */
export const helmPath: string = join(folder, "helm");

/** The renderer and packager of charts. */
export const helm: OwnNeed = {
  name: `Helm ${version}`,
  isThere: () => existsSync(helmPath),
  by: "go",
  after: [go],
  async install() {
    const env = { GOBIN: folder, GOFLAGS: "-trimpath", CGO_ENABLED: "0" };
    const args = ["install", "-ldflags=-s -w", `helm.sh/helm/v4/cmd/helm@${version}`];
    if (!(await runInstaller(goProgram(), args, { env })) || !existsSync(helmPath))
      throw new Error("Helm wasn't built: Go needs access to its module proxy.");
  },
};
