/**
 * The published form of the server, for tests that start it: they then run the same program as users, and it starts in
 * a third of the time that the sources need.
 */
import { cpSync, mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { builtSite } from "@svc/docs-site/build";
import { bundleServer } from "./bundled.ts";
import { root } from "./workspaces.ts";

/** The variable through which a test run tells its tests which `svc-server` program to use. */
export const builtServerVariable = "SVC_TEST_SERVER";

/** Node's options in the image, in the systemd unit and in a checkout's command. */
export const publishedNodeOptions: readonly string[] = ["--disable-sigusr1", "--max-semi-space-size=16"];

/**
 * Builds it.
 * @param folder an empty one, which then looks like the project to the server.
 * @returns the program's path.
 * @throws Error with esbuild's output.
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
