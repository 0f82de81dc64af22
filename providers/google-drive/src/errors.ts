/** What Drive's refusals mean: https://developers.google.com/workspace/drive/api/guides/handle-errors */
import { googleRefusals, reasonsOf } from "@svc/google";
import type { BodyVerdict, ProviderResponse, Refusal } from "@svc/provider-kit";

const rejected = (detail: string): Refusal => ({ code: "PROVIDER_REJECTED", detail });
const full = rejected("The folder or shared drive has as many items as Drive allows, so nothing was added.");
const tooDeep = rejected("Drive allows at most 100 levels of folders, so nothing was added.");
const stays = rejected("Drive doesn't allow this move into, out of or within a shared drive, so nothing was moved.");

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
    storageQuotaExceeded: rejected("The user's Google storage is full."),
    activeItemCreationLimitExceeded: rejected(
      "The account has as many items as Drive allows, so nothing was created. The user has to delete some first.",
    ),
    numChildrenInNonRootLimitExceeded: full,
    teamDriveFileLimitExceeded: full,
    myDriveHierarchyDepthLimitExceeded: tooDeep,
    teamDriveHierarchyTooDeep: tooDeep,
    fileOwnerNotMemberOfTeamDrive: stays,
    teamDrivesFolderMoveInNotSupported: stays,
    teamDrivesParentLimit: stays,
    cannotAddParent: rejected("A file can't be in more than one folder."),
  },
});

/**
 * Judges a response. That an id is taken proves nothing: Google generated it for this execution alone, so the other
 * request with it is a copy of this one, made on the way.
 */
export function judge(response: ProviderResponse): BodyVerdict {
  return { verdict: reasonsOf(response).includes("fileIdInUse") ? "unknown" : "accepted" };
}
