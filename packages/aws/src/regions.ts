/**
 * The AWS regions, and each service's host in them: https://docs.aws.amazon.com/general/latest/gr/rande.html. They are
 * those of the partition `aws`; China and GovCloud have separate accounts.
 */

/** Every region, by name. */
export const awsRegions = [
  "af-south-1",
  "ap-east-1",
  "ap-east-2",
  "ap-northeast-1",
  "ap-northeast-2",
  "ap-northeast-3",
  "ap-south-1",
  "ap-south-2",
  "ap-southeast-1",
  "ap-southeast-2",
  "ap-southeast-3",
  "ap-southeast-4",
  "ap-southeast-5",
  "ap-southeast-6",
  "ap-southeast-7",
  "ca-central-1",
  "ca-west-1",
  "eu-central-1",
  "eu-central-2",
  "eu-north-1",
  "eu-south-1",
  "eu-south-2",
  "eu-west-1",
  "eu-west-2",
  "eu-west-3",
  "il-central-1",
  "me-central-1",
  "me-south-1",
  "mx-central-1",
  "sa-east-1",
  "us-east-1",
  "us-east-2",
  "us-west-1",
  "us-west-2",
] as const;

const stsOrigin = "sts";

/** The part of a request that directs it to STS. */
export const toSts = { origin: stsOrigin } as const;

/** Whether an origin is STS's, by its name when sent. */
export function isSts(origin: string | null): boolean {
  return origin?.split("/").at(-1) === stsOrigin;
}

/** The part of a manifest with the addresses of a service and STS in every region. @param service as in its hosts. */
export function awsPlaces(service: string) {
  return {
    origin: `https://${service}.{region}.amazonaws.com`,
    origins: { [stsOrigin]: "https://sts.{region}.amazonaws.com" },
    regions: awsRegions,
  };
}
