/** Cells: how values are interpreted, stored and returned. */
import type { Cell, Grid, Plain } from "./model.ts";
import type { Area } from "./ranges.ts";

/** Converts a value in a request to a cell. An empty string clears the cell. */
export function cellFrom(value: Plain, option: string): Cell | undefined {
  if (value === "") return undefined;
  if (option === "RAW" || typeof value !== "string") return { value };
  if (value.startsWith("=")) return formulaCell(value);
  if (value.startsWith("'")) return { value: value.slice(1) };
  if (/^-?\d+(?:\.\d+)?$/.test(value)) return { value: Number(value) };
  if (/^(?:true|false)$/i.test(value)) return { value: value.toLowerCase() === "true" };
  const date = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(value);
  if (date === null) return { value };
  // A date is the number of days since 1899-12-30.
  const days = Date.UTC(Number(date[3]), Number(date[1]) - 1, Number(date[2])) - Date.UTC(1899, 11, 30);
  return { value: days / 86_400_000 };
}

/** A cell with a formula. Only sums of numbers are calculated. */
export function formulaCell(formula: string): Cell {
  const terms = /^=(-?\d+(?:\+\d+)*)$/.exec(formula)?.[1]?.split("+");
  return { formula, value: terms === undefined ? "#NAME?" : terms.reduce((sum, term) => sum + Number(term), 0) };
}

/** A cell in a response. */
export function shown(cell: Cell | undefined, option: string): Plain {
  if (cell === undefined) return "";
  if (option === "FORMULA") return cell.formula ?? cell.value;
  if (option === "UNFORMATTED_VALUE") return cell.value;
  return typeof cell.value === "boolean" ? String(cell.value).toUpperCase() : String(cell.value);
}

/** The values of an area, without the empty cells at the end of each row and the empty rows at the end. */
export function valuesIn({ sheet, top, left, bottom, right }: Area, option: string): Plain[][] {
  const rows = sheet.cells.slice(top, bottom).map((row) => {
    const cells = row.slice(left, right);
    const last = cells.findLastIndex((cell) => cell !== undefined);
    return Array.from(cells.slice(0, last + 1), (cell) => shown(cell, option));
  });
  return rows.slice(0, rows.findLastIndex((row) => row.length > 0) + 1);
}

/** Writes cells to a grid, starting at a corner; null leaves a cell unchanged. */
export function written(
  grid: Grid,
  top: number,
  left: number,
  rows: readonly (readonly (Cell | undefined | null)[])[],
): Grid {
  const copy = Array.from({ length: Math.max(grid.length, top + rows.length) }, (_, at) => [...(grid[at] ?? [])]);
  for (const [down, row] of rows.entries()) {
    for (const [across, cell] of row.entries()) {
      const target = copy[top + down] ?? [];
      while (target.length < left + across) target.push(undefined);
      if (cell !== null) target[left + across] = cell;
    }
  }
  return copy;
}

/** The row after the last one that has a value. */
export function endOf(grid: Grid): number {
  return grid.findLastIndex((row) => row.some((cell) => cell !== undefined)) + 1;
}
