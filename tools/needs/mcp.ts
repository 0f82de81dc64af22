/** MCP servers that aren't npm packages: FastMCP with the official Python SDK, and a program with the official Go SDK. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileDigest } from "../file-digest.ts";
import { runInstaller } from "./installer.ts";
import { go, goProgram } from "./languages.ts";
import type { OwnNeed } from "./need.ts";
import { fromPip, pipFolder } from "./python.ts";

const root = join(import.meta.dirname, "../..");
const { fastmcp: version } = JSON.parse(readFileSync(join(root, "judges/mcp/python.json"), "utf8")) as {
  fastmcp: string;
};

/** The folder for `PYTHONPATH` that has FastMCP, and the official SDK, which it needs. */
export const fastmcpFolder: string = pipFolder("fastmcp", version);

/** FastMCP, from PyPI. */
export const fastmcp: OwnNeed = fromPip({
  name: `FastMCP ${version}`,
  folder: fastmcpFolder,
  requirement: `fastmcp==${version}`,
  proof: `fastmcp-${version}.dist-info/RECORD`,
});

const goSources = join(root, "judges/mcp/go");
/** The program that Go makes of them. */
export const goServer: string = join(root, "node_modules/.cache/mcp/counter");
const mark = `${goServer}.digest`;
const wanted = [`${goSources}/go.sum`, `${goSources}/main.go`].map(fileDigest).join("-");

/** A server that is written with the official Go SDK. */
export const mcpGoServer: OwnNeed = {
  name: "the server of judges/mcp/go",
  isThere: () => existsSync(goServer) && existsSync(mark) && readFileSync(mark, "utf8") === wanted,
  by: "go",
  after: [go],
  async install() {
    mkdirSync(join(goServer, ".."), { recursive: true });
    const args = ["-C", goSources, "build", "-trimpath", "-o", goServer, "."];
    const isDone = await runInstaller(goProgram(), args);
    if (!isDone) throw new Error("The server of judges/mcp/go wasn't built: Go needs access to its module proxy.");
    writeFileSync(mark, wanted);
  },
};
