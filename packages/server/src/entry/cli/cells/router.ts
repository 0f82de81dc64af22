/** What the routers' configurations have in common: which request goes where. Pure. */
import { markExpression } from "../../../domain/cells/mark.ts";

/** A cell and its servers, each as `host:port`. */
export interface Cell {
  readonly name: string;
  readonly servers: readonly string[];
}

/** What a router is configured from. */
export interface RouterPlan {
  readonly cells: readonly Cell[];
  /** The cell of ids and keys without a mark, which a deployment made before it had cells; null if there is none. */
  readonly unmarked: string | null;
  /** The name in the servers' public URL. */
  readonly host: string;
}

/** The group of all cells' servers, for what every cell answers alike. */
export const anyCell = "any";

/** Where a request goes that names no cell. */
export function defaultTarget({ unmarked }: RouterPlan): string {
  return unmarked ?? anyCell;
}

/** The servers of every target, by name. */
export function targetsOf({ cells }: RouterPlan): Cell[] {
  return [...cells, { name: anyCell, servers: cells.flatMap(({ servers }) => servers) }];
}

/** The regular expression that finds a cell's mark in a text. */
export const markOf = (cell: Cell): string => markExpression(cell.name);

/** The beginnings of addresses that every cell answers alike, and that change nothing. */
export const sharedPaths: readonly string[] = [
  "/docs",
  "/api/catalog/",
  "/.well-known/",
  "/openapi.json",
  "/llms",
  "/healthz",
  "/readyz",
  "/connect/assets/",
];
