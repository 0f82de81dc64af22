#!/usr/bin/env node
// The entry point of the packed program: caches compiled code between runs, and checks the Node version.
import * as nodeModule from "node:module";
import { join } from "node:path";

const [major, minor] = process.versions.node.split(".").map(Number);
if (major < 24 || (major === 24 && minor < 11)) {
  process.stderr.write(`svc needs Node 24.11 or later; this is ${process.versions.node}.\n`);
  process.exitCode = 1;
} else {
  // In the user's own folder. If others could write to it, they could choose what runs here.
  const { XDG_CACHE_HOME, HOME } = process.env;
  const cache = XDG_CACHE_HOME || (HOME && join(HOME, ".cache"));
  if (cache) nodeModule.enableCompileCache(join(cache, "svc"));
  const { runProcess } = await import("../dist/main.js");
  await runProcess();
}
