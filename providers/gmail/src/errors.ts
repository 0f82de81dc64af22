/** What Gmail's refusals mean: https://developers.google.com/workspace/gmail/api/guides/handle-errors */
import { googleRefusals } from "@svc/google";

/** Judges an answer that an action didn't accept. */
export const refuse = googleRefusals({
  api: "The Gmail API",
  check: "addresses, labels and the search",
  known: {
    ABORTED: { code: "PROVIDER_REJECTED", detail: "There is already a label with this name." },
    aborted: { code: "PROVIDER_REJECTED", detail: "There is already a label with this name." },
    FAILED_PRECONDITION: {
      code: "PROVIDER_REJECTED",
      detail: "The account can't do this: for example, Gmail isn't enabled for it, or the draft has no recipient.",
    },
  },
});
