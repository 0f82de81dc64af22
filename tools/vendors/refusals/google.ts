/**
 * Google's refusals, from excerpts of its pages about errors (2026-11-29). Discovery documents have none, and no page
 * has them for each method: a list is for all methods of an API. The pages also show the status of each reason.
 */
import type { DocumentedRefusal } from "../description.ts";

type Meaning = NonNullable<DocumentedRefusal["means"]>;

/** A reason in `errors`, as the older APIs give it. */
function reason(status: number, name: string, means: Meaning, only?: RegExp): DocumentedRefusal {
  const errors = [{ domain: "global", reason: name, message: "No." }];
  const body = { error: { code: status, message: "No.", errors } };
  return { name, status, body, means, ...(only === undefined ? {} : { only }) };
}

/** A canonical status, as the newer APIs give it: https://cloud.google.com/apis/design/errors */
function canonical(status: number, name: string, means?: Meaning, only?: RegExp): DocumentedRefusal {
  const body = { error: { code: status, message: "No.", status: name } };
  return { name, status, body, ...(means === undefined ? {} : { means }), ...(only === undefined ? {} : { only }) };
}

/** On the pages of Gmail, Calendar and Drive. */
const older: readonly DocumentedRefusal[] = [
  reason(400, "badRequest", "PROVIDER_REJECTED"),
  reason(401, "authError", "PROVIDER_UNAUTHORIZED"),
  reason(403, "userRateLimitExceeded", "PROVIDER_RATE_LIMITED"),
  reason(403, "rateLimitExceeded", "PROVIDER_RATE_LIMITED"),
  reason(429, "rateLimitExceeded", "PROVIDER_RATE_LIMITED"),
  reason(429, "userRateLimitExceeded", "PROVIDER_RATE_LIMITED"),
  reason(403, "insufficientPermissions", "PROVIDER_FORBIDDEN"),
];

const newer: readonly DocumentedRefusal[] = [
  canonical(400, "INVALID_ARGUMENT", "PROVIDER_REJECTED"),
  canonical(400, "OUT_OF_RANGE", "PROVIDER_REJECTED"),
  canonical(400, "FAILED_PRECONDITION", "PROVIDER_REJECTED"),
  canonical(401, "UNAUTHENTICATED", "PROVIDER_UNAUTHORIZED"),
  canonical(403, "PERMISSION_DENIED", "PROVIDER_FORBIDDEN"),
  canonical(429, "RESOURCE_EXHAUSTED", "PROVIDER_RATE_LIMITED"),
];

/** https://developers.google.com/workspace/gmail/api/guides/handle-errors */
export const gmail: readonly DocumentedRefusal[] = [
  ...older,
  reason(403, "dailyLimitExceeded", "PROVIDER_RATE_LIMITED"),
  reason(403, "domainPolicy", "PROVIDER_FORBIDDEN"),
];

/** https://developers.google.com/workspace/calendar/api/guides/errors */
export const calendar: readonly DocumentedRefusal[] = [
  ...older,
  reason(403, "quotaExceeded", "PROVIDER_RATE_LIMITED"),
  reason(403, "calendarUsageLimitsExceeded", "PROVIDER_RATE_LIMITED"),
  reason(403, "forbiddenForNonOrganizer", "PROVIDER_FORBIDDEN"),
  reason(404, "notFound", "RESOURCE_NOT_FOUND"),
  reason(409, "duplicate", "PROVIDER_REJECTED", /\.insert$/),
  reason(410, "deleted", "RESOURCE_NOT_FOUND"),
  reason(410, "fullSyncRequired", "RESOURCE_NOT_FOUND", /\.list$/),
  reason(410, "updatedMinTooLongAgo", "RESOURCE_NOT_FOUND", /\.list$/),
  reason(412, "conditionNotMet", "PROVIDER_REJECTED"),
];

/**
 * https://developers.google.com/workspace/drive/api/guides/handle-errors, and the limits in
 * …/drive/api/guides/limited-expansive-access
 */
export const drive: readonly DocumentedRefusal[] = [
  ...older,
  reason(400, "invalidSharingRequest", "PROVIDER_REJECTED"),
  reason(403, "activeItemCreationLimitExceeded", "PROVIDER_REJECTED"),
  reason(403, "appNotAuthorizedToFile", "PROVIDER_FORBIDDEN"),
  reason(403, "cannotAddParent", "PROVIDER_REJECTED"),
  reason(403, "dailyLimitExceeded", "PROVIDER_RATE_LIMITED"),
  reason(403, "domainPolicy", "PROVIDER_FORBIDDEN"),
  reason(403, "fileOwnerNotMemberOfTeamDrive", "PROVIDER_REJECTED"),
  reason(403, "fileWriterTeamDriveMoveInDisabled", "PROVIDER_FORBIDDEN"),
  reason(403, "insufficientFilePermissions", "PROVIDER_FORBIDDEN"),
  reason(403, "myDriveHierarchyDepthLimitExceeded", "PROVIDER_REJECTED"),
  reason(403, "numChildrenInNonRootLimitExceeded", "PROVIDER_REJECTED"),
  reason(403, "sharingRateLimitExceeded", "PROVIDER_RATE_LIMITED"),
  reason(403, "storageQuotaExceeded", "PROVIDER_REJECTED"),
  reason(403, "teamDriveFileLimitExceeded", "PROVIDER_REJECTED"),
  reason(403, "teamDriveHierarchyTooDeep", "PROVIDER_REJECTED"),
  reason(403, "teamDriveMembershipRequired", "PROVIDER_FORBIDDEN"),
  reason(403, "teamDrivesFolderMoveInNotSupported", "PROVIDER_REJECTED"),
  reason(403, "teamDrivesParentLimit", "PROVIDER_REJECTED"),
  reason(404, "notFound", "RESOURCE_NOT_FOUND"),
];

/** https://developers.google.com/workspace/sheets/api/troubleshoot-api-errors names statuses only. */
export const sheets: readonly DocumentedRefusal[] = [...newer, canonical(404, "NOT_FOUND", "RESOURCE_NOT_FOUND")];

/** https://cloud.google.com/secret-manager/docs/reference/rest says that it has Google's common errors. */
export const secretManager: readonly DocumentedRefusal[] = [
  ...newer,
  // A secret that isn't there has a code of its own.
  canonical(404, "NOT_FOUND"),
  canonical(409, "ALREADY_EXISTS", undefined, /\.create$|\.addVersion$/),
  canonical(409, "ABORTED", undefined, /\.create$|\.addVersion$|\.delete$/),
];
