/** What Sheets' refusals mean: https://developers.google.com/workspace/sheets/api/troubleshoot-api-errors */
import { googleRefusals } from "@svc/google";

/** Judges an answer that an action didn't accept. */
export const refuse = googleRefusals({ api: "The Sheets API", check: "the range, the sheet and the values" });
