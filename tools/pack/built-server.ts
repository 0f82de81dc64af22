/**
 * The server as it is published, for tests that start it: what runs in them is then what people run, and it starts in a third
 * of the time that the sources take.
 */
import { cpSync, mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { builtSite } from "@svc/docs-site/build";
import { bundleServer } from "./bundled.ts";
import { root } from "./workspaces.ts";

/** The variable by which a run of tests tells its tests which program `svc-server` is. */
export const builtServerVariable = "SVC_TEST_SERVER";

/** What Node is started with in the image, in the systemd unit and by the command of a checkout. */
export const publishedNodeOptions: readonly string[] = ["--disable-sigusr1", "--max-semi-space-size=16"];

/**
 * Builds it.
 * @param folder an empty one, which then looks like the project to the server.
 * @returns the program's path.
 * @throws Error with esbuild's own words.
 */
export function buildServer(folder: string): string {
  const own = join(folder, "packages/server");
  mkdirSync(own, { recursive: true });
  bundleServer(join(own, "dist"));
  cpSync(join(root, "packages/server/bin"), join(own, "bin"), { recursive: true });
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
  symlinkSync(builtSite(), join(own, "site"));
  cpSync(join(root, "packages/server/package.json"), join(own, "package.json"));
  return join(own, "bin/svc-server.js");
}
