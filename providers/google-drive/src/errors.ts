/** What Drive's refusals mean: https://developers.google.com/workspace/drive/api/guides/handle-errors */
import { googleRefusals, reasonsOf } from "@svc/google";
import type { BodyVerdict, ProviderResponse } from "@svc/provider-kit";

/** Maps a response that an action didn't accept to an error. */
export const refuse = googleRefusals({
  api: "The Drive API",
  check: "the input against Drive's rules",
  known: {
    appNotAuthorizedToFile: {
      code: "PROVIDER_FORBIDDEN",
      detail: "This connection can only use files that it created or that the user opened with this app.",
    },
    insufficientFilePermissions: {
      code: "PROVIDER_FORBIDDEN",
      detail: "The user isn't allowed to do this with the file. Its owner decides who is.",
    },
    storageQuotaExceeded: { code: "PROVIDER_REJECTED", detail: "The user's Google storage is full." },
    cannotAddParent: { code: "PROVIDER_REJECTED", detail: "A file can't be in more than one folder." },
  },
});

/**
 * Judges a response. That an id is taken proves nothing: Google generated it for this execution alone, so the other request with it
 * is a copy of this one, made on the way.
 */
export function judge(response: ProviderResponse): BodyVerdict {
  return { verdict: reasonsOf(response).includes("fileIdInUse") ? "unknown" : "accepted" };
}
