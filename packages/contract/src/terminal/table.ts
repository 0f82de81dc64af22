/** Tables for people: columns as wide as their cells; texts are cut to the terminal from the right, ids never. */
import { bold, coloredState, isStateName } from "./states.ts";
import type { Surface } from "./surface.ts";
import { cut, oneLine, padded, widthOf } from "./text-width.ts";
import { isTime, timeText } from "./times.ts";

/** A column: its heading, and the text of a row's cell. The first ones matter most. */
export type Column<Row> = { readonly heading: string; cell(row: Row): string };

/** Spaces between two columns. */
const gap = 2;
/** A text isn't cut below this width: less of it says nothing. */
const cutTo = 12;

/** An id of svc's own: a short prefix and 26 characters, or part of a key. */
const idPattern = /^[a-z]{2,10}_[0-9A-Za-z_]{10,}…?$/;

/** A column with the texts of its cells. */
type Cells = { readonly heading: string; readonly texts: readonly string[]; readonly mustStay: boolean };

/** A column with its width on the surface. */
type FittedCells = Cells & { readonly width: number };

/**
 * Formats rows as lines. Times are relative on a terminal, states are colored, and each cell is one line. If columns are
 * left out, the headings end with `…`.
 * @param surface without a width, nothing is cut.
 */
export function tableLines<Row>(rows: readonly Row[], columns: readonly Column<Row>[], surface: Surface): string[] {
  const all = columns.map(({ heading, cell }, at): Cells => {
    const given = rows.map(cell);
    const mustStay = at === 0 || isStateName(heading) || given.some((text) => idPattern.test(text) || isTime(text));
    return { heading, texts: given.map((text) => cellText(text, surface)), mustStay };
  });
  const shown = fitted(all, surface.width);
  const line = (
    textOf: (column: FittedCells) => string,
    dress: (text: string, column: FittedCells) => string,
  ): string =>
    shown
      .map((column) => {
        const text = cut(textOf(column), column.width);
        return dress(text, column) + " ".repeat(column.width - widthOf(text));
      })
      .join(" ".repeat(gap))
      .trimEnd();
  const head = line(
    ({ heading }) => heading,
    (text) => (surface.color ? bold(text) : text),
  );
  const body = rows.map((_row, number) =>
    line(
      ({ texts }) => texts[number] ?? "",
      (text, { heading }) => (surface.color && isStateName(heading) ? coloredState(text) : text),
    ),
  );
  return [shown.length < all.length ? `${head} …` : head, ...body];
}

function cellText(text: string, surface: Surface): string {
  return isTime(text) ? timeText(text, surface) : oneLine(text);
}

/** Room for the sign that columns are left out. */
const moreWidth = 2;

/**
 * Makes the columns as wide as their cells. On a terminal that is too narrow, texts are cut from the right. If that isn't
 * enough, empty columns and then the rightmost text are left out.
 */
function fitted(columns: readonly Cells[], width: number | null, isLess = false): FittedCells[] {
  const natural = columns.map((column) => ({
    ...column,
    width: Math.max(widthOf(column.heading), ...column.texts.map(widthOf)),
  }));
  if (width === null) return natural;
  const room = width - gap * (columns.length - 1) - (isLess ? moreWidth : 0);
  let tooWide = natural.reduce((sum, column) => sum + column.width, 0) - room;
  const narrow = natural.toReversed().map((column) => {
    if (column.mustStay || tooWide <= 0) return column;
    const least = Math.min(column.width, cutTo);
    const cutWidth = Math.max(least, column.width - tooWide);
    tooWide -= column.width - cutWidth;
    return { ...column, width: cutWidth };
  });
  const isEmpty = ({ texts }: Cells): boolean => texts.every((text) => text === "-" || text === "");
  const least = columns.findLastIndex((column) => !column.mustStay && isEmpty(column));
  const isCut = narrow.some((column, at) => column.width < (natural[natural.length - 1 - at]?.width ?? 0));
  // A column that says nothing gives its room to the others first.
  if (isCut && least >= 0) return fitted(columns.toSpliced(least, 1), width, true);
  const last = columns.findLastIndex(({ mustStay }) => !mustStay);
  if (tooWide <= 0 || last < 0) return narrow.toReversed();
  return fitted(columns.toSpliced(last, 1), width, true);
}

/** Lines of names and values side by side, such as those of a record. */
export function pairLines(pairs: readonly (readonly [name: string, value: string])[], indent = ""): string[] {
  const width = Math.max(0, ...pairs.map(([name]) => widthOf(name)));
  return pairs.map(([name, value]) => `${indent}${padded(name, width)}  ${value}`.trimEnd());
}
