/**
 * The parts of Secrets Manager's API that the six actions use: requests as data, and parsers for answers.
 * https://docs.aws.amazon.com/secretsmanager/latest/apireference/API_Operations.html
 */
import { awsCall, timeOf } from "@svc/aws";
import { ProviderFailure, type ProviderRequest, type ReadPort } from "@svc/provider-kit";
import { list, record, textOf } from "@svc/provider-kit/shape";

/** A config. */
export type ConfigAddress = { project: string; config: string };

/** A secret in a config. */
export type SecretAddress = ConfigAddress & { name: string };

/** A secret as it is before a change, without its value, and AWS's own time of that. */
export type Present = { arn: string; isScheduled: boolean; seenAt: number | null };

/** The versions of a secret, and AWS's own time of the list. */
export type Versions = { arn: string; ids: ReadonlySet<string>; seenAt: number | null };

const target = (operation: string): string => `secretsmanager.${operation}`;

/** The operations that only read. */
export const readTargets = ["ListSecrets", "DescribeSecret", "GetSecretValue", "ListSecretVersionIds"].map(target);

const idOf = ({ project, config, name }: SecretAddress): string => `${project}/${config}/${name}`;

/** A new secret whose first version has this id. */
export function createRequest(address: SecretAddress, value: string, id: string): ProviderRequest {
  const json = { Name: idOf(address), SecretString: value, ClientRequestToken: id };
  return awsCall(target("CreateSecret"), json, "discard");
}

/** A new version of a secret, with this id. */
export function putRequest(address: SecretAddress, value: string, id: string): ProviderRequest {
  const json = { SecretId: idOf(address), SecretString: value, ClientRequestToken: id };
  return awsCall(target("PutSecretValue"), json, "discard");
}

/** The shortest time in which a deletion can be taken back. For as long, the name can't be used. */
const recoveryDays = 7;

/** Schedules a secret for deletion. From then on it can't be read. */
export function deleteRequest(address: SecretAddress): ProviderRequest {
  const json = { SecretId: idOf(address), RecoveryWindowInDays: recoveryDays };
  return awsCall(target("DeleteSecret"), json, "discard");
}

/** Reads the names that begin with this, without those of secrets that are scheduled for deletion. */
export async function readNames(provider: ReadPort, prefix: string): Promise<string[]> {
  const json = prefix === "" ? {} : { Filters: [{ Key: "name", Values: [prefix] }] };
  const { entries } = await readPages(provider, "ListSecrets", json, { member: "SecretList", keep: ["Name"] });
  return entries.map((entry) => textOf(entry["Name"])).filter((name) => name.startsWith(prefix));
}

/** The parts at one place of names that have three, each once. */
export function partsAt(names: readonly string[], place: 0 | 1 | 2): string[] {
  const whole = names.map((name) => name.split("/")).filter((parts) => parts.length === 3 && !parts.includes(""));
  return [...new Set(whole.map((parts) => parts[place] ?? ""))];
}

/** Reads the value of a secret's current version. */
export async function readValue(provider: ReadPort, address: SecretAddress): Promise<string> {
  const keep = ["SecretString", "VersionId"];
  const request = awsCall(target("GetSecretValue"), { SecretId: idOf(address) }, { keep });
  const { SecretString: value, VersionId: id } = record((await provider.read(request)).body);
  if (textOf(id) !== "" && value !== undefined) return textOf(value);
  throw new ProviderFailure({
    code: "PROVIDER_REJECTED",
    detail: "The secret is binary, so it isn't one that svc can read.",
  });
}

/** Reads what a change has to know of a secret; null if there is none. */
export async function readPresent(provider: ReadPort, address: SecretAddress): Promise<Present | null> {
  const request = awsCall(target("DescribeSecret"), { SecretId: idOf(address) }, { keep: ["ARN", "DeletedDate"] });
  const answer = await orNull(provider.read(request));
  if (answer === null) return null;
  const { ARN: arn, DeletedDate: deletedDate = null } = record(answer.body);
  return { arn: textOf(arn), isScheduled: deletedDate !== null, seenAt: timeOf(answer) };
}

/** Reads the ids of all versions of a secret, without any value; null if there is no such secret. */
export async function readVersions(provider: ReadPort, address: SecretAddress): Promise<Versions | null> {
  const json = { SecretId: idOf(address), IncludeDeprecated: true };
  const read = readPages(provider, "ListSecretVersionIds", json, { member: "Versions", keep: ["VersionId"] });
  const pages = await orNull(read);
  if (pages === null) return null;
  const ids = new Set(pages.entries.map((entry) => textOf(entry["VersionId"])));
  return { arn: textOf(pages.first["ARN"]), ids, seenAt: pages.seenAt };
}

const pagesMax = 20;

/** Reads every page of a list; `first` and `seenAt` are of its first page. */
async function readPages(
  provider: ReadPort,
  operation: string,
  input: Readonly<Record<string, unknown>>,
  { member, keep }: { member: string; keep: readonly string[] },
): Promise<{ entries: Record<string, unknown>[]; first: Record<string, unknown>; seenAt: number | null }> {
  const kept = { keep: ["ARN", "NextToken", ...keep.map((name) => `${member}.${name}`)] };
  const pages: { body: Record<string, unknown>; seenAt: number | null }[] = [];
  let token: string | null = null;
  do {
    const json = { ...input, MaxResults: 100, ...(token === null ? {} : { NextToken: token }) };
    const answer = await provider.read(awsCall(target(operation), json, kept));
    const body = record(answer.body);
    pages.push({ body, seenAt: timeOf(answer) });
    const { NextToken: next = null } = body;
    // No token and an empty one are the same.
    token = next === null || next === "" ? null : textOf(next);
  } while (token !== null && pages.length < pagesMax);
  if (token !== null) {
    throw new ProviderFailure({
      code: "PROVIDER_REJECTED",
      detail: "The list has more than 2,000 entries, which svc doesn't read. Each secret can be used by its name.",
    });
  }
  const entries = pages.flatMap(({ body }) => list(body[member]).map(record));
  return { entries, first: pages[0]?.body ?? {}, seenAt: pages[0]?.seenAt ?? null };
}

/** The result of a read; null if there is no such secret. */
async function orNull<Result>(read: Promise<Result>): Promise<Result | null> {
  return await read.catch((failure: unknown) => {
    if (failure instanceof ProviderFailure && failure.refusal.code === "SECRET_NOT_FOUND") return null;
    throw failure;
  });
}
