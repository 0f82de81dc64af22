/** Tables, which become cards if there is no room for columns. */
import { isolated, markup, type Html } from "../html/markup.ts";

/** A column's heading and the cell for a row; a text is isolated from its surroundings. */
export type Column<Row> = {
  name: string;
  cell: (row: Row) => Html | string;
  /** On a card, `status` is next to the first column, and `minor` is left out. */
  kind?: "number" | "status" | "minor";
};

/**
 * Renders a table with a caption for screen readers, or `empty` if it has no rows.
 * @param narrow how to show it if there is no room: as a card per row, or still in columns.
 */
export function table<Row>(
  caption: Html | string,
  columns: readonly Column<Row>[],
  rows: readonly Row[],
  empty: Html,
  narrow: "cards" | "columns" = "cards",
): Html {
  if (rows.length === 0) return empty;
  // Explicit roles: with `display` set to show cards, some browsers would drop the table's.
  const headings = columns.map(
    ({ name, kind = "" }) => markup`<th scope="col" role="columnheader" class="${kind}">${name}</th>`,
  );
  const lines = rows.map((row) => {
    const cells = columns.map(
      ({ name, cell, kind = "" }) =>
        markup`<td role="cell" data-label="${name}" class="${kind}"><div>${isolated(cell(row))}</div></td>`,
    );
    return markup`<tr role="row">
      ${cells}
    </tr>`;
  });
  return markup`<table role="table" class="${narrow}">
    <caption class="unseen">
      ${caption}
    </caption>
    <thead role="rowgroup">
      <tr role="row">
        ${headings}
      </tr>
    </thead>
    <tbody role="rowgroup">
      ${lines}
    </tbody>
  </table>`;
}
