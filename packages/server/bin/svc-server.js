#!/usr/bin/env node
// The entry of the packed program: it keeps compiled code between runs, and names the Node that it needs.
import * as nodeModule from "node:module";
import { join } from "node:path";

const [major, minor] = process.versions.node.split(".").map(Number);
if (major < 24 || (major === 24 && minor < 11)) {
  process.stderr.write(`svc-server needs Node 24.11 or later; this is ${process.versions.node}.\n`);
  process.exitCode = 1;
} else {
  // SIGUSR1 would open a debugger to everybody on this machine. Where Node was started with --disable-sigusr1, it never does.
  process.on("SIGUSR1", () => process.stderr.write("svc-server: SIGUSR1 does nothing here; it opens no debugger.\n"));
  // In the user's own folder: one that others can write to would let them choose what runs here.
  const { XDG_CACHE_HOME, HOME } = process.env;
  const cache = XDG_CACHE_HOME || (HOME && join(HOME, ".cache"));
  if (cache) nodeModule.enableCompileCache(join(cache, "svc"));
  // A server that is killed would never write it.
  setTimeout(() => nodeModule.flushCompileCache(), 5000).unref();
  // node:sqlite says that it is experimental, on every start.
  process.removeAllListeners("warning");
  process.on("warning", (warning) => {
    if (warning.name !== "ExperimentalWarning") process.stderr.write(`${warning.name}: ${warning.message}\n`);
  });
  await import("../dist/main.js");
}
