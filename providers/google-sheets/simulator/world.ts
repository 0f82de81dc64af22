/** The simulated Sheets of one user. */
import { createHash } from "node:crypto";
import { googleAuthorization, googlePositions, googleSwitches } from "@svc/google/simulator";
import {
  type AuthorizationSwitches,
  commonSwitches,
  type CommonSwitches,
  type OAuthToken,
  RateLimits,
  Refusal,
  Store,
  Tokens,
} from "@svc/simulator";
import type { Cell, Plain, StoredMetadata, StoredSheet, StoredSpreadsheet } from "./model.ts";
import { app } from "./app.ts";

/** The switches of the simulated Sheets. */
export interface Switches extends CommonSwitches, AuthorizationSwitches {
  /** The maximum number of requests per user per minute. */
  requestsPerMinute: number;
  /** The maximum number of characters of developer metadata in a sheet. */
  metadataCharacters: number;
}

const defaults: Switches = {
  ...commonSwitches,
  ...googleSwitches,
  requestsPerMinute: 10_000,
  metadataCharacters: 30_000,
};

/** The state. */
export class SheetsWorld extends Store<Switches> {
  readonly spreadsheets = this.collection<StoredSpreadsheet, "spreadsheetId">({ key: "spreadsheetId" });
  readonly sheets = this.spreadsheets.collection<StoredSheet, "sheetId">({ key: "sheetId" });
  readonly metadata = this.spreadsheets.collection<StoredMetadata, "metadataId">({ key: "metadataId" });
  readonly tokens = this.keep(new Tokens<OAuthToken>());
  readonly authorization = this.keep(googleAuthorization({ app, tokens: this.tokens, switches: () => this.switches }));
  readonly limits = this.keep(
    new RateLimits<"minute", number>({ minute: { limit: (requests) => requests, windowMs: () => 60_000 } }),
  );
  #ids = 0;

  constructor(switches: Partial<Switches> = {}) {
    super({ defaults, positions: googlePositions }, switches);
    this.reset();
  }

  protected override seed(): void {
    this.#ids = 0;
    seedSheets(this);
  }

  override facts(nowMs: number): Readonly<Record<string, unknown>> {
    return {
      ...this.authorization.facts(nowMs),
      spreadsheets: this.spreadsheets.values(),
    };
  }

  /** Generates an id for a new spreadsheet. */
  newId(): string {
    return `1${createHash("sha256")
      .update(`spreadsheet ${String(this.#ids++)}`)
      .digest("base64url")}`;
  }

  /** Generates an id for a new sheet or metadata entry without one. */
  newNumber(): number {
    return (
      createHash("sha256")
        .update(`number ${String(this.#ids++)}`)
        .digest()
        .readUInt32BE() >>> 1
    );
  }

  /** The sheets of a spreadsheet, in order. */
  sheetsOf(spreadsheetId: string): StoredSheet[] {
    return this.sheets.in(spreadsheetId).list({ by: ({ index }) => index });
  }

  /** Adds a sheet. Throws `Refusal` 400 for a taken id or title. */
  addSheet(spreadsheetId: string, fields: Partial<StoredSheet> & { title: string }): StoredSheet {
    const sheets = this.sheetsOf(spreadsheetId);
    const { sheetId = this.newNumber(), title, index = sheets.length } = fields;
    if (sheets.some((one) => one.sheetId === sheetId)) {
      throw invalid(`A sheet with the ID ${String(sheetId)} already exists.`);
    }
    if (sheets.some((one) => one.title.toLowerCase() === title.toLowerCase())) {
      throw invalid(`A sheet with the name "${title}" already exists. Please enter another name.`);
    }
    for (const one of sheets) {
      if (one.index >= index) this.sheets.in(spreadsheetId).update(one.sheetId, { index: one.index + 1 });
    }
    const grid = { rowCount: 1000, columnCount: 26, hidden: false, cells: [] };
    return this.sheets.in(spreadsheetId).create({ ...grid, ...fields, sheetId, index });
  }

  /** Deletes a sheet and its metadata. */
  deleteSheet(spreadsheetId: string, sheetId: number): void {
    for (const entry of this.metadata.in(spreadsheetId).values()) {
      if (entry.sheetId === sheetId) this.metadata.in(spreadsheetId).delete(entry.metadataId);
    }
    this.sheets.in(spreadsheetId).delete(sheetId);
  }
}

/** A request that Google refuses as invalid. */
export function invalid(message: string): Refusal {
  return new Refusal(400, message, { code: "INVALID_ARGUMENT" });
}

/** Fills the empty store. Only the first spreadsheet belongs to the app. */
export function seedSheets(world: SheetsWorld): void {
  const row = (...values: Plain[]): Cell[] => values.map((value) => ({ value }));
  const properties = { locale: "en_US", timeZone: "America/New_York" };
  const spreadsheetId = "budget-spreadsheet";
  world.spreadsheets.create({ spreadsheetId, title: "Budget 2026", ...properties, apps: [app.clientId] });
  const cells = [row("Month", "Amount"), row("March", 12), row("April", 15.5)];
  world.addSheet(spreadsheetId, { sheetId: 0, title: "Months", cells });
  world.addSheet(spreadsheetId, { sheetId: 11, title: "Totals", cells: [[{ formula: "=12+15", value: 27 }]] });
  world.addSheet(spreadsheetId, { sheetId: 12, title: "It's ours", rowCount: 5, columnCount: 3, cells: [] });
  world.metadata.in(spreadsheetId).create({
    metadataId: 7,
    metadataKey: "reviewed",
    metadataValue: "2026-03-10",
    visibility: "DOCUMENT",
    sheetId: null,
    app: "another-app",
  });
  world.spreadsheets.create({ spreadsheetId: "private-spreadsheet", title: "Private", ...properties, apps: [] });
  world.addSheet("private-spreadsheet", { sheetId: 0, title: "Sheet1", cells: [row("Secret")] });
}
