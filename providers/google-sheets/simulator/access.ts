/** Access control: the spreadsheets that a caller can use. */
import { Refusal, type Call } from "@svc/simulator";
import type { Caller, StoredSpreadsheet } from "./model.ts";
import type { SheetsWorld } from "./world.ts";

/** A call to this API. */
export type SheetsCall = Call<SheetsWorld, Caller>;

const scope = (name: string) => `https://www.googleapis.com/auth/${name}`;
const wide = {
  read: ["drive", "drive.readonly", "spreadsheets", "spreadsheets.readonly"],
  write: ["drive", "spreadsheets"],
};

/** The scopes that allow each kind of method. */
export const methodScopes = {
  read: [...wide.read, "drive.file"].map(scope),
  write: [...wide.write, "drive.file"].map(scope),
} as const;

/** The spreadsheet of a call, if the caller can use it. Otherwise throws `Refusal` 404 `NOT_FOUND`. */
export function spreadsheetOf(
  { store, caller, params }: SheetsCall,
  purpose: "read" | "write" = "read",
): StoredSpreadsheet {
  const { scopes, app } = caller;
  const spreadsheet = store.spreadsheets.get((params["id"] ?? "").replace(/:batchUpdate$/, ""));
  const isWide = wide[purpose].some((name) => scopes.includes(scope(name)));
  const isOwn = scopes.includes(scope("drive.file")) && spreadsheet?.apps.includes(app) === true;
  if (spreadsheet === undefined || (!isWide && !isOwn)) {
    throw new Refusal(404, "Requested entity was not found.", { code: "NOT_FOUND" });
  }
  return spreadsheet;
}
