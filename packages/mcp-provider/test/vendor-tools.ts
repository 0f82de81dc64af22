/** What svc makes of the tools of five vendors' servers, as recorded and as their packages say now. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { vendorServers, versionOf, type VendorServer } from "../../../judges/mcp/programs.ts";
import { assessTool, claimedEffect, type ToolFacts } from "../src/index.ts";
import { factsOf, startBridged } from "./foreign-servers.ts";

/** What svc makes of one tool: its effect as claimed, and why svc can't offer it or how many optional parts it leaves out. */
export type RecordedTool = { name: string; effect: string; leftOut: number; refused: string | null };
/** A server's tools, from a version of its package. */
export type RecordedServer = { vendor: string; package: string; version: string; tools: readonly RecordedTool[] };
/** The record, and the day on which the servers were asked. */
export type Recorded = { recordedOn: string; servers: readonly RecordedServer[] };

/** The record's file. */
export const recordFile: string = join(import.meta.dirname, "../vendors/tools.json");

/** What was recorded, from the file. */
export function readRecord(): Recorded {
  return JSON.parse(readFileSync(recordFile, "utf8")) as Recorded;
}

/** Asks every server for its tools. */
export async function askVendors(): Promise<RecordedServer[]> {
  const servers: RecordedServer[] = [];
  for (const server of vendorServers) servers.push(await askVendor(server));
  return servers;
}

async function askVendor({ vendor, package: name, program, env }: VendorServer): Promise<RecordedServer> {
  const server = await startBridged(name, [program], env);
  try {
    const { tools } = await factsOf(server);
    return { vendor, package: name, version: versionOf(name), tools: tools.map(recordOf) };
  } finally {
    await server.close();
  }
}

function recordOf(tool: ToolFacts): RecordedTool {
  const assessed = assessTool(tool);
  const isRefused = assessed.kind === "refused";
  return {
    name: tool.name,
    effect: claimedEffect(tool),
    leftOut: isRefused ? 0 : assessed.leftOut.length,
    refused: isRefused ? `${assessed.side}: ${assessed.gap.pointer}: ${assessed.gap.reason}` : null,
  };
}
