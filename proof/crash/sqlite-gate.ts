/**
 * Loaded into a server with NODE_OPTIONS=--import; the product is unaware of it. Counts the statements that the server
 * passes to node:sqlite, and kills or stops its process before or after the n-th, as specified in the file named by
 * SVC_PROOF_GATE. It logs events to that file's name with `.log`.
 */
import { appendFileSync, readFileSync } from "node:fs";
import { DatabaseSync, StatementSync } from "node:sqlite";
import type { Side } from "./trigger.ts";

/** The file's content. */
export interface GateOrder {
  /** A new number starts a new count; 0 counts nothing. */
  readonly run: number;
  /** 0 never acts. */
  readonly n: number;
  readonly side: Side;
  readonly signal: "SIGKILL" | "SIGSTOP";
  /** Counts only statements that contain this text. */
  readonly label?: string;
}

type Method = (this: object, ...parameters: unknown[]) => unknown;

const path = process.env["SVC_PROOF_GATE"];
let order: GateOrder = { run: 0, n: 0, side: "before", signal: "SIGKILL" };
let count = 0;

function readOrder(file: string): void {
  const now = JSON.parse(readFileSync(file, "utf8")) as GateOrder;
  if (now.run !== order.run) count = 0;
  order = now;
}

function act(file: string, n: number, side: Side, label: string): void {
  if (order.n !== n || order.side !== side) return;
  appendFileSync(`${file}.log`, `${order.run} fired ${side} statement ${n} (${label})\n`);
  process.kill(process.pid, order.signal);
}

function counted(file: string, method: Method, labelOf: (on: object, parameters: unknown[]) => string): Method {
  return function (...parameters) {
    readOrder(file);
    if (order.run === 0) return method.apply(this, parameters);
    const { run } = order;
    const label = labelOf(this, parameters).replaceAll(/\s+/g, " ").slice(0, 80);
    const isCounted = label.includes(order.label ?? "");
    if (isCounted) count += 1;
    const n = isCounted ? count : -1;
    appendFileSync(`${file}.log`, `${run} met ${label}\n`);
    act(file, n, "before", label);
    const result = method.apply(this, parameters);
    act(file, n, "after", label);
    return result;
  };
}

function install(file: string): void {
  const statement = StatementSync.prototype as unknown as Record<string, Method>;
  for (const name of ["run", "all", "get"]) {
    const method = statement[name];
    if (method === undefined) throw new Error(`node:sqlite has no ${name}.`);
    statement[name] = counted(file, method, (on) => (on as StatementSync).sourceSQL);
  }
  const database = DatabaseSync.prototype as unknown as Record<string, Method>;
  const { exec } = database;
  if (exec === undefined) throw new Error("node:sqlite has no exec.");
  database["exec"] = counted(file, exec, (_on, [sql]) => String(sql));
}

if (path !== undefined) install(path);
