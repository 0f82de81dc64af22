/** A1 notation: https://developers.google.com/workspace/sheets/api/guides/concepts#cell */
import { Refusal } from "@svc/simulator";
import type { StoredSheet } from "./model.ts";

/** A rectangle of cells, counted from 0; its ends are exclusive. */
export interface Area {
  readonly sheet: StoredSheet;
  readonly top: number;
  readonly left: number;
  readonly bottom: number;
  readonly right: number;
}

const whole = /^(?:(?:'((?:[^']|'')+)'|([^!']+))!)?([^!]*)$/;
const corner = /^([A-Za-z]{1,3})?([1-9]\d*)?$/;

/** Parses a range, limited to the sheet. Throws `Refusal` 400 `INVALID_ARGUMENT`. */
export function parseRange(text: string, sheets: readonly StoredSheet[]): Area {
  const [, quoted, plain, cells = ""] = whole.exec(text) ?? [];
  const title = quoted?.replaceAll("''", "'") ?? plain;
  const sheet = title === undefined ? sheets[0] : sheets.find((one) => one.title.toLowerCase() === title.toLowerCase());
  const [from = "", to = from] = cells.split(":");
  const [start, end] = [corner.exec(from), corner.exec(to)];
  if (sheet === undefined || start === null || end === null || from === "") throw unparsable(text);
  const top = start[2] === undefined ? 0 : Number(start[2]) - 1;
  const left = start[1] === undefined ? 0 : columnOf(start[1]);
  const bottom = end[2] === undefined ? sheet.rowCount : Number(end[2]);
  const right = end[1] === undefined ? sheet.columnCount : columnOf(end[1]) + 1;
  if (top >= sheet.rowCount || left >= sheet.columnCount) {
    const { rowCount, columnCount } = sheet;
    const message = `Range (${text}) exceeds grid limits. Max rows: ${String(rowCount)}, max columns: ${String(columnCount)}`;
    throw new Refusal(400, message, { code: "INVALID_ARGUMENT" });
  }
  return { sheet, top, left, bottom: Math.min(bottom, sheet.rowCount), right: Math.min(right, sheet.columnCount) };
}

/** Formats an area like Google. */
export function rangeText({ sheet, top, left, bottom, right }: Area): string {
  const title = /^[A-Za-z0-9_]+$/.test(sheet.title) ? sheet.title : `'${sheet.title.replaceAll("'", "''")}'`;
  const first = `${columnText(left)}${String(top + 1)}`;
  const last = `${columnText(right - 1)}${String(bottom)}`;
  return `${title}!${first === last ? first : `${first}:${last}`}`;
}

function columnOf(letters: string): number {
  return Array.from(letters.toUpperCase()).reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}

function columnText(column: number): string {
  const rest = Math.floor(column / 26);
  return (rest === 0 ? "" : columnText(rest - 1)) + String.fromCharCode(65 + (column % 26));
}

function unparsable(text: string): Refusal {
  return new Refusal(400, `Unable to parse range: ${text}`, { code: "INVALID_ARGUMENT" });
}
