/** Code that the providers of AWS's APIs share. */
export { awsAccessKey } from "./auth.ts";
export { awsConflicts, awsRefusals, type AwsRefusals } from "./errors.ts";
export { signedForMs } from "./expiry.ts";
export { partsAt, readAwsList, type AwsEntries, type AwsList } from "./pages.ts";
export { awsPlaces, awsRegions } from "./regions.ts";
export { awsCall, awsReads, awsRequestHeaders, timeOf } from "./requests.ts";
export { signRequest, type SigningKey } from "./signature.ts";
export { awsTranslations } from "./translations.ts";
