/** Doctor: the process and its limits. */
import { check } from "./check.ts";

/** The lowest supported major version of Node.js. */
const nodeMajorMin = 24;

/** The version of Node.js. */
export const codeVersion = check("Node.js", ({ environment }) => {
  const { nodeVersion } = environment.process();
  if (Number(nodeVersion.split(".")[0]) >= nodeMajorMin) return { status: "ok", detail: nodeVersion };
  return { status: "fail", detail: `${nodeVersion} is too old`, remedy: `run Node.js ${nodeMajorMin} or later` };
});

/** Core dumps, which would contain the root key. */
export const coreDumps = check("core dumps", ({ environment }) => {
  const { coreBytes, whose, corePattern } = environment.process();
  if (coreBytes === null) return { status: "look", detail: `unknown for ${whose}: ulimit -c must be 0` };
  if (coreBytes > 0) {
    const detail = `on for ${whose}: a dump contains the vault's keys`;
    return {
      status: "warn",
      detail,
      remedy: "set LimitCORE=0 (systemd), ulimits: { core: 0 } (Compose) or ulimit -c 0",
    };
  }
  // A program in core_pattern gets dumps regardless of the limit, and may or may not respect it.
  const program = /^\|(\S+)/.exec(corePattern)?.[1];
  if (program !== undefined && !/\/(?:systemd-coredump|apport)$/.test(program)) {
    return {
      status: "look",
      detail: `off for ${whose}, but the kernel passes dumps to ${program}, which must not store them`,
    };
  }
  return { status: "ok", detail: `off for ${whose}` };
});

/** The debugger. Anyone who can open it can run code in the process. */
export const debuggerCheck = check("debugger", ({ environment }) => {
  const { opensDebugger } = environment.process();
  if (opensDebugger === "now") {
    return { status: "fail", detail: "Node.js is started with --inspect", remedy: "remove it from NODE_OPTIONS" };
  }
  if (opensDebugger === "on signal") {
    return { status: "warn", detail: "SIGUSR1 opens it", remedy: "start Node.js with --disable-sigusr1" };
  }
  return { status: "ok", detail: "no signal opens it" };
});

/** The share of the limit at which the server is close to it. */
const closeShare = 0.8;

/** The limit of open files, and how many are open. Every connection is one. */
export const openFiles = check("open files", ({ environment }) => {
  const { openFilesMax, openFiles: openNow, openFilesWanted, whose } = environment.process();
  const remedy = "set LimitNOFILE=65536 (systemd) or ulimit -n 65536";
  if (openFilesMax === null) {
    return { status: "look", detail: `unknown for ${whose}: ulimit -n should be at least ${openFilesWanted}` };
  }
  const limit = openNow === null ? `${openFilesMax} for ${whose}` : `${openFilesMax} for ${whose}, ${openNow} open now`;
  if (openNow !== null && openNow >= openFilesMax * closeShare) {
    return { status: "fail", detail: `${limit}: soon it can't accept or open connections`, remedy };
  }
  if (openFilesMax >= openFilesWanted) return { status: "ok", detail: limit };
  const detail = `${limit}; under full load the server needs ${openFilesWanted}`;
  return { status: "warn", detail, remedy };
});
