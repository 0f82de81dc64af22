/** The data that the simulated Sheets stores. */

/** A plain value. */
export type Plain = string | number | boolean;

/** A cell: a value, or a formula with its result. */
export interface Cell {
  readonly value: Plain;
  readonly formula?: string;
}

/** Rows of cells; an empty cell is undefined. */
export type Grid = readonly (readonly (Cell | undefined)[])[];

export interface StoredSheet {
  readonly sheetId: number;
  readonly title: string;
  readonly index: number;
  readonly rowCount: number;
  readonly columnCount: number;
  readonly hidden: boolean;
  readonly cells: Grid;
}

/** Developer metadata of a spreadsheet or, with `sheetId`, of a sheet. */
export interface StoredMetadata {
  readonly metadataId: number;
  readonly metadataKey: string;
  readonly metadataValue: string;
  readonly visibility: string;
  readonly sheetId: number | null;
  /** The app that wrote it. */
  readonly app: string;
}

/** A spreadsheet without its sheets. */
export interface StoredSpreadsheet {
  readonly spreadsheetId: string;
  readonly title: string;
  readonly locale: string;
  readonly timeZone: string;
  /** The apps that created it or that the user opened it with. */
  readonly apps: readonly string[];
}

/** The caller of a method. */
export interface Caller {
  readonly app: string;
  readonly scopes: readonly string[];
}
