/** What Gmail's refusals mean: https://developers.google.com/workspace/gmail/api/guides/handle-errors */
import { googleRefusals } from "@svc/google";
import type { Refusal } from "@svc/provider-kit";

/** Another label has the name, or one that Gmail considers the same. */
export const taken: Refusal = {
  code: "PROVIDER_REJECTED",
  detail: "There is already a label with this name, or one that Gmail considers the same.",
};

/** Maps a response that an action didn't accept to an error. */
export const refuse = googleRefusals({
  api: "The Gmail API",
  check: "addresses, labels and the search",
  known: {
    ABORTED: taken,
    aborted: taken,
    FAILED_PRECONDITION: {
      code: "PROVIDER_REJECTED",
      detail: "The account can't do this: for example, Gmail isn't enabled for it, or the draft has no recipient.",
    },
  },
});
