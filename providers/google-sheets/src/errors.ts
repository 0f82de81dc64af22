/** What Sheets' refusals mean: https://developers.google.com/workspace/sheets/api/troubleshoot-api-errors */
import { googleRefusals } from "@svc/google";

/** Maps a response that an action didn't accept to an error. */
export const refuse = googleRefusals({ api: "The Sheets API", check: "the range, the sheet and the values" });
