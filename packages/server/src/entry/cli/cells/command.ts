/** `svc-server cells router`: prints a router's configuration from a list of cells. */
import { cellNamePattern } from "@svc/contract";
import { UsageFailure, type OperatorIo } from "../io.ts";
import { envoyConfig } from "./envoy.ts";
import { haproxyConfig } from "./haproxy.ts";
import { nginxConfig } from "./nginx.ts";
import { anyCell, type Cell, type RouterPlan } from "./router.ts";

const writers = { nginx: nginxConfig, haproxy: haproxyConfig, envoy: envoyConfig } as const;

/** The routers that it can write for. */
export const routers = Object.keys(writers) as readonly (keyof typeof writers)[];

/** The command's options, as typed. */
export type RouterOptions = { cell: readonly string[]; unmarked?: string; host: string };

/** Prints the configuration. @throws UsageFailure if a cell isn't `name=host:port,…`, or is named twice. */
export function printRouter(io: OperatorIo, router: keyof typeof writers, options: RouterOptions): void {
  io.out(writers[router](readPlan(options)));
}

function readPlan({ cell: given, unmarked, host }: RouterOptions): RouterPlan {
  const cells = given.map(readCell);
  const names = cells.map(({ name }) => name);
  const [twice] = names.filter((name, at) => names.indexOf(name) !== at);
  if (twice !== undefined) throw new UsageFailure(`--cell: ${twice} is there twice.`);
  if (unmarked !== undefined && !names.includes(unmarked))
    throw new UsageFailure("--unmarked: must be one of the cells.");
  if (!/^[a-z0-9.-]+$/i.test(host)) throw new UsageFailure("--host: must be a host name, such as svc.example.com.");
  return { cells, unmarked: unmarked ?? null, host };
}

function readCell(text: string): Cell {
  const [, name = "", list = ""] = cellForm.exec(text) ?? [];
  const servers = list.split(",");
  if (name === anyCell) throw new UsageFailure(`--cell: ${anyCell} can't be a cell's name.`);
  if (name !== "" && servers.every((server) => serverForm.test(server))) return { name, servers };
  throw new UsageFailure(`--cell: must be a name and its servers, such as eu=10.0.1.10:7480,10.0.1.11:7480.`);
}

const cellForm = new RegExp(`^(${cellNamePattern})=(.+)$`);
const serverForm = /^(?:[A-Za-z0-9.-]+|\[[0-9a-f:]+\]):\d{1,5}$/;
