/** The doctor's look at the process and what the machine allows it. */
import { check } from "./check.ts";

/** The lowest major version of Node.js that this program runs on. */
const nodeMajorMin = 24;

/** Node.js itself. */
export const codeVersion = check("Node.js", ({ environment }) => {
  const { nodeVersion } = environment.process();
  if (Number(nodeVersion.split(".")[0]) >= nodeMajorMin) return { status: "ok", detail: nodeVersion };
  return { status: "fail", detail: `${nodeVersion} is too old`, remedy: `run Node.js ${nodeMajorMin} or later` };
});

/** A dump of the process holds the root key. */
export const coreDumps = check("core dumps", ({ environment }) => {
  const { coreBytes, whose, corePattern } = environment.process();
  if (coreBytes === null) return { status: "look", detail: "this system does not say: ulimit -c must be 0" };
  if (coreBytes > 0) {
    const detail = `on for ${whose}: a dump holds the vault's keys`;
    return {
      status: "warn",
      detail,
      remedy: "set LimitCORE=0 (systemd), ulimits: { core: 0 } (Compose) or ulimit -c 0",
    };
  }
  // A program in core_pattern is given dumps whatever the limit is, and keeps to the limit or does not.
  const program = /^\|(\S+)/.exec(corePattern)?.[1];
  if (program !== undefined && !/\/(?:systemd-coredump|apport)$/.test(program)) {
    return { status: "look", detail: `off for ${whose}, but the kernel passes dumps to ${program}: it must keep none` };
  }
  return { status: "ok", detail: `off for ${whose}` };
});

/** Who may signal the process could run code in it. */
export const debuggerCheck = check("debugger", ({ environment }) => {
  const { opensDebugger } = environment.process();
  if (opensDebugger === "now") {
    return { status: "fail", detail: "Node.js is started with --inspect", remedy: "take it out of NODE_OPTIONS" };
  }
  if (opensDebugger === "on signal") {
    return { status: "warn", detail: "SIGUSR1 opens one", remedy: "start Node.js with --disable-sigusr1" };
  }
  return { status: "ok", detail: "no signal opens one" };
});

/** A connection is an open file. */
export const openFiles = check("open files", ({ environment }) => {
  const { openFilesMax, openFilesWanted, whose } = environment.process();
  if (openFilesMax === null) {
    return { status: "look", detail: `this system does not say: ulimit -n should be ${openFilesWanted} or more` };
  }
  if (openFilesMax >= openFilesWanted) return { status: "ok", detail: `${openFilesMax} for ${whose}` };
  const detail = `${openFilesMax} for ${whose}, and at its limits the server has ${openFilesWanted} open`;
  return { status: "warn", detail, remedy: "set LimitNOFILE=65536 (systemd) or ulimit -n 65536" };
});
