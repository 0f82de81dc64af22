/**
 * The parts of Parameter Store's API that the six actions use: requests as data, and parsers for responses.
 * https://docs.aws.amazon.com/systems-manager/latest/APIReference/API_Operations.html
 */
import { awsCall, readAwsList } from "@svc/aws";
import { ProviderFailure, type Marker, type ProviderRequest, type ReadPort } from "@svc/provider-kit";
import { countOf, decimalOf, record, textOf } from "@svc/provider-kit/shape";

export type ConfigAddress = { project: string; config: string };

/** A parameter in a config. */
export type SecretAddress = ConfigAddress & { name: string };

/** A parameter before a change, without its value. Times are in seconds since the epoch, as AWS returns them. */
export type Present = {
  version: number;
  modifiedAt: number;
  description: string;
  type: string;
  /** Properties that a write has to repeat, because AWS would otherwise reset them to their defaults. */
  kept: Readonly<Record<string, string>>;
};

const target = (operation: string): string => `AmazonSSM.${operation}`;

/** The operations that only read. */
export const readTargets = ["DescribeParameters", "GetParameter"].map(target);

const nameOf = ({ project, config, name }: SecretAddress): string => `/${project}/${config}/${name}`;

const descriptionMax = 1024;
const markerForm = /(?:^| )\[svc:[0-9a-f]{32}\]/g;

/** Formats a marker for a description. */
export function markText({ hex }: Pick<Marker, "hex">): string {
  return `[svc:${hex}]`;
}

/** The owner's description with this marker in place of an earlier one; without a marker if there's no room. */
function describedBy(description: string, marker: Marker): string {
  const own = description.replace(markerForm, "");
  const marked = own === "" ? markText(marker) : `${own} ${markText(marker)}`;
  return marked.length <= descriptionMax ? marked : own;
}

/** Writes a new value. If there was no parameter before, only if there still is none. */
export function putRequest(
  address: SecretAddress,
  value: string,
  present: Present | null,
  marker: Marker,
): ProviderRequest {
  const common = { Name: nameOf(address), Value: value, Type: "SecureString" };
  const Description = describedBy(present?.description ?? "", marker);
  const json = { ...common, ...present?.kept, Description, Overwrite: present !== null };
  return awsCall(target("PutParameter"), json, { keep: ["Version"] });
}

/** Deletes a parameter with its history. */
export function deleteRequest(address: SecretAddress): ProviderRequest {
  return awsCall(target("DeleteParameter"), { Name: nameOf(address) }, { keep: ["Name"] });
}

/** Reads the names below a path, without their leading slash. */
export async function readNames(provider: ReadPort, path: string, option: "OneLevel" | "Recursive"): Promise<string[]> {
  const filter = { Key: "Path", Option: option, Values: [path] };
  const { entries } = await describe(provider, filter, ["Name"]);
  const names = entries.map((entry) => textOf(entry["Name"]));
  const below = path === "/" ? "/" : `${path}/`;
  return names.filter((name) => name.startsWith(below)).map((name) => name.slice(1));
}

/** Reads the value of a parameter. */
export async function readValue(provider: ReadPort, address: SecretAddress): Promise<string> {
  const json = { Name: nameOf(address), WithDecryption: true };
  const { body } = await provider.read(awsCall(target("GetParameter"), json, { keep: ["Parameter.Value"] }));
  return textOf(record(record(body)["Parameter"])["Value"]);
}

const kept = ["KeyId", "AllowedPattern", "DataType", "Tier"];

/**
 * Reads the state that a change needs: the parameter, null if there is none, and the time of the read by AWS's clock.
 */
export async function readPresent(
  provider: ReadPort,
  address: SecretAddress,
): Promise<{ present: Present | null; seenAt: number | null }> {
  const filter = { Key: "Name", Option: "Equals", Values: [nameOf(address)] };
  const own = ["Name", "Version", "LastModifiedDate", "Description", "Type"];
  const { entries, seenAt } = await describe(provider, filter, [...own, ...kept]);
  const entry = entries.find(({ Name: name }) => textOf(name) === nameOf(address));
  if (entry === undefined) return { present: null, seenAt };
  const present = {
    version: countOf(entry["Version"]),
    modifiedAt: decimalOf(entry["LastModifiedDate"]),
    description: textOf(entry["Description"] ?? ""),
    type: textOf(entry["Type"]),
    kept: Object.fromEntries(
      kept.flatMap((name) => {
        const value = entry[name] ?? null;
        return value === null ? [] : [[name, textOf(value)]];
      }),
    ),
  };
  return { present, seenAt };
}

function describe(provider: ReadPort, filter: object, keep: readonly string[]) {
  const input = { ParameterFilters: [filter] };
  return readAwsList(provider, {
    target: target("DescribeParameters"),
    input,
    member: "Parameters",
    keep,
    perPage: 50,
  });
}

/** Reads whether a parameter exists, and its version. */
export async function readState(
  address: SecretAddress,
  provider: ReadPort,
): Promise<{ exists: boolean; version: number | null }> {
  const { present } = await readPresent(provider, address);
  return { exists: present !== null, version: present?.version ?? null };
}

/** @throws ProviderFailure for a value that Parameter Store would treat as a reference to another parameter. */
export function assertStorable(value: string): void {
  if (!/\{\{[^]*\}\}/.test(value)) return;
  throw new ProviderFailure({
    code: "PROVIDER_REJECTED",
    detail: "Parameter Store doesn't accept values with text in {{double braces}}, so nothing was sent.",
  });
}
