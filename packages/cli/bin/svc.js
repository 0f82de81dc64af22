#!/usr/bin/env node
// The entry of the packed program: it keeps compiled code between runs, and names the Node that it needs.
import * as nodeModule from "node:module";
import { join } from "node:path";

if (Number(process.versions.node.split(".")[0]) < 24) {
  process.stderr.write(`svc needs Node 24 or later; this is ${process.versions.node}.\n`);
  process.exitCode = 1;
} else {
  // In the user's own folder: one that others can write to would let them choose what runs here.
  const { XDG_CACHE_HOME, HOME } = process.env;
  const cache = XDG_CACHE_HOME || (HOME && join(HOME, ".cache"));
  if (cache) nodeModule.enableCompileCache(join(cache, "svc"));
  const { runProcess } = await import("../dist/main.js");
  await runProcess();
}
