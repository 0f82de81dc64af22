/**
 * Runs the simulated provider as its own process: `node main.ts [--port N]`.
 * Prints one line of JSON, `{url, tokens}`, and exits when its stdin closes or on SIGTERM, so that it never outlives the
 * process that started it.
 */
import { parseArgs } from "node:util";
import { runAsProcess } from "@svc/simulator";
import { startDopplerSimulator } from "./start.ts";

const { values } = parseArgs({ options: { port: { type: "string", default: "0" } } });
const simulator = await startDopplerSimulator({ port: Number(values.port) });
runAsProcess(simulator, { tokens: simulator.tokens });
