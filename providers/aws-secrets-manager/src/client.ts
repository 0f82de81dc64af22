/**
 * The parts of Secrets Manager's API that the six actions use: requests as data, and parsers for responses.
 * https://docs.aws.amazon.com/secretsmanager/latest/apireference/API_Operations.html
 */
import { awsCall, readAwsList, timeOf } from "@svc/aws";
import { ProviderFailure, type ProviderRequest, type ReadPort } from "@svc/provider-kit";
import { record, textOf } from "@svc/provider-kit/shape";

export type ConfigAddress = { project: string; config: string };

/** A secret in a config. */
export type SecretAddress = ConfigAddress & { name: string };

/**
 * A secret before a change, without its value, and the time of the read by AWS's clock; `arn` is null if the response
 * has none.
 */
export type Present = { arn: string | null; isScheduled: boolean; seenAt: number | null };

/** The versions of a secret, and the time of the list by AWS's clock. */
export type Versions = { arn: string | null; ids: ReadonlySet<string>; seenAt: number | null };

const target = (operation: string): string => `secretsmanager.${operation}`;

/** The operations that only read. */
export const readTargets = ["ListSecrets", "DescribeSecret", "GetSecretValue", "ListSecretVersionIds"].map(target);

const idOf = ({ project, config, name }: SecretAddress): string => `${project}/${config}/${name}`;

/** Creates a secret whose first version has this id. */
export function createRequest(address: SecretAddress, value: string, id: string): ProviderRequest {
  const json = { Name: idOf(address), SecretString: value, ClientRequestToken: id };
  return awsCall(target("CreateSecret"), json, { keep: ["VersionId"] });
}

/** Adds a version with this id to a secret. */
export function putRequest(address: SecretAddress, value: string, id: string): ProviderRequest {
  const json = { SecretId: idOf(address), SecretString: value, ClientRequestToken: id };
  return awsCall(target("PutSecretValue"), json, { keep: ["VersionId"] });
}

/** The shortest recovery window that AWS allows. Until it ends, the name can't be reused. */
const recoveryDays = 7;

/** Schedules a secret for deletion. From then on it can't be read. */
export function deleteRequest(address: SecretAddress): ProviderRequest {
  const json = { SecretId: idOf(address), RecoveryWindowInDays: recoveryDays };
  return awsCall(target("DeleteSecret"), json, { keep: ["Name"] });
}

/** Reads the names with this prefix, without those of secrets scheduled for deletion. */
export async function readNames(provider: ReadPort, prefix: string): Promise<string[]> {
  const input = prefix === "" ? {} : { Filters: [{ Key: "name", Values: [prefix] }] };
  const wanted = { target: target("ListSecrets"), input, member: "SecretList", keep: ["Name"], perPage: 100 };
  const { entries } = await readAwsList(provider, wanted);
  return entries.map((entry) => textOf(entry["Name"])).filter((name) => name.startsWith(prefix));
}

/** Reads the value of a secret's current version. */
export async function readValue(provider: ReadPort, address: SecretAddress): Promise<string> {
  const keep = ["SecretString", "VersionId"];
  const request = awsCall(target("GetSecretValue"), { SecretId: idOf(address) }, { keep });
  const { SecretString: value, VersionId: id } = record((await provider.read(request)).body);
  if (textOf(id) !== "" && value !== undefined) return textOf(value);
  throw new ProviderFailure({
    code: "PROVIDER_REJECTED",
    detail: "The secret is binary, so svc can't read it.",
  });
}

/** Reads the state of a secret that a change needs; null if there is none. */
export async function readPresent(provider: ReadPort, address: SecretAddress): Promise<Present | null> {
  const request = awsCall(
    target("DescribeSecret"),
    { SecretId: idOf(address) },
    { keep: ["ARN", "Name", "DeletedDate"] },
  );
  const response = await orNull(provider.read(request));
  if (response === null) return null;
  const { ARN: arn = null, Name: name, DeletedDate: deletedDate = null } = record(response.body);
  // A response with neither isn't about a secret.
  if (arn === null) textOf(name);
  return { arn: arnOf(arn), isScheduled: deletedDate !== null, seenAt: timeOf(response) };
}

/** Reads the ids of all versions of a secret, without any value; null if there is no such secret. */
export async function readVersions(provider: ReadPort, address: SecretAddress): Promise<Versions | null> {
  const wanted = {
    target: target("ListSecretVersionIds"),
    input: { SecretId: idOf(address), IncludeDeprecated: true },
    member: "Versions",
    keep: ["VersionId"],
    keepBeside: ["ARN"],
    perPage: 100,
  };
  const pages = await orNull(readAwsList(provider, wanted));
  if (pages === null) return null;
  const ids = new Set(pages.entries.map((entry) => textOf(entry["VersionId"])));
  return { arn: arnOf(pages.first["ARN"] ?? null), ids, seenAt: pages.seenAt };
}

/** The ARN is only needed to prove that nothing happened; a response without one can still prove that something did. */
function arnOf(arn: unknown): string | null {
  return arn === null ? null : textOf(arn);
}

/** The result of a read; null if there is no such secret. */
async function orNull<Result>(read: Promise<Result>): Promise<Result | null> {
  return await read.catch((failure: unknown) => {
    if (failure instanceof ProviderFailure && failure.refusal.code === "SECRET_NOT_FOUND") return null;
    throw failure;
  });
}
