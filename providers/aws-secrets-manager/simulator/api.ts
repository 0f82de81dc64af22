/**
 * Secrets Manager's API over the simulated account, written from its documentation:
 * https://docs.aws.amazon.com/secretsmanager/latest/apireference/
 */
import { awsApi, awsError, awsPage, textIn, type AwsCall, type Operation } from "@svc/aws/simulator";
import type { Result } from "@svc/simulator";
import type { Secret, SecretsWorld, Switches, Version } from "./world.ts";

type SecretsCall = AwsCall<SecretsWorld>;

const dayMs = 86_400_000;
const notFound = () => awsError("ResourceNotFoundException", "Secrets Manager can't find the specified secret.");
const code = "InvalidParameterException";
const invalid = (message: string) => awsError(code, message);
const scheduled = () =>
  awsError(
    "InvalidRequestException",
    "You can't perform this operation on the secret because it was marked for deletion.",
  );

function found(call: SecretsCall): Secret {
  const id = textIn(call, "SecretId", { min: 1, code });
  const secret = call.world.secrets.get(id) ?? call.world.secrets.values().find(({ arn }) => arn === id);
  if (secret === undefined) throw notFound();
  return secret;
}

function live(call: SecretsCall): Secret {
  const secret = found(call);
  if (secret.deletedMs !== null) throw scheduled();
  return secret;
}

const epochSeconds = (ms: number): number => ms / 1000;

function listSecrets(call: SecretsCall): Result {
  const filters = (call.input["Filters"] ?? []) as { Key: string; Values: string[] }[];
  const shown = call.world.secrets.list({
    where: ({ name, deletedMs }) =>
      deletedMs === null &&
      filters.every(({ Key, Values }) => Key === "name" && Values.some((prefix) => name.startsWith(prefix))),
  });
  const { items, more } = awsPage(call, shown, { absent: 100, max: 100, id: ({ name }) => name });
  const SecretList = items.map(({ name, arn, versions }) => ({
    ARN: arn,
    Name: name,
    SecretVersionsToStages: stagesOf(versions),
  }));
  return { json: { SecretList, ...more } };
}

function stagesOf(versions: readonly Version[]) {
  return Object.fromEntries(versions.filter(({ stages }) => stages.length > 0).map(({ id, stages }) => [id, stages]));
}

function describe(call: SecretsCall): Result {
  const { name, arn, deletedMs, versions } = found(call);
  const times = deletedMs === null ? {} : { DeletedDate: epochSeconds(deletedMs) };
  return { json: { ARN: arn, Name: name, VersionIdsToStages: stagesOf(versions), ...times } };
}

function getValue(call: SecretsCall): Result {
  const { name, arn, versions } = live(call);
  const { VersionId: wanted } = call.input;
  const version = versions.findLast(({ id, stages }) =>
    wanted === undefined ? stages.includes("AWSCURRENT") : id === wanted,
  );
  if (version === undefined) throw notFound();
  const { id, value, stages, createdMs } = version;
  const common = { ARN: arn, Name: name, VersionId: id, VersionStages: stages, CreatedDate: epochSeconds(createdMs) };
  return {
    json: { ...common, ...(value === null ? { SecretBinary: "Y2FuYXJ5LWJpbmFyeQ==" } : { SecretString: value }) },
  };
}

function listVersions(call: SecretsCall): Result {
  const { name, arn, versions, deletedMs } = found(call);
  if (deletedMs !== null && call.world.switches.scheduledVersions === "refused") throw scheduled();
  const shown = versions.filter(({ stages }) => call.input["IncludeDeprecated"] === true || stages.length > 0);
  const { items, more } = awsPage(call, shown, { absent: 100, max: 100, id: ({ id }) => id });
  const Versions = items.map(({ id, stages, createdMs }) => ({
    VersionId: id,
    VersionStages: stages,
    CreatedDate: epochSeconds(createdMs),
  }));
  return { json: { ARN: arn, Name: name, Versions, ...more } };
}

function valueIn(call: SecretsCall): { value: string; token: string } {
  const value = textIn(call, "SecretString", { min: 1, max: 65_536, code });
  return { value, token: textIn(call, "ClientRequestToken", { min: 32, max: 64, code }) };
}

function written({ name, arn }: Secret, id: string, kind: string | null): Result {
  const json = { ARN: arn, Name: name, VersionId: id, VersionStages: ["AWSCURRENT"] };
  return { json, effects: kind === null ? [] : [{ kind, name, version: id }] };
}

/** Whether the token was used with the same value, which changes nothing. With another value, it is refused. */
function repeated(secret: Secret, { value, token }: { value: string; token: string }): boolean {
  const same = secret.versions.find(({ id }) => id === token);
  if (same !== undefined && same.value !== value) {
    throw awsError("ResourceExistsException", "The operation failed because the token was used with another value.");
  }
  return same !== undefined;
}

function create(call: SecretsCall): Result {
  const { world, timeMs } = call;
  const name = textIn(call, "Name", { min: 1, max: 512, code });
  if (!/^[A-Za-z0-9/_+=.@-]+$/.test(name)) throw invalid("Invalid name.");
  const given = valueIn(call);
  const known = world.secrets.get(name);
  if (known !== undefined && known.deletedMs !== null) {
    const message = "You can't create this secret because a secret with this name is already scheduled for deletion.";
    throw awsError("InvalidRequestException", message);
  }
  if (known !== undefined && !repeated(known, given)) {
    throw awsError("ResourceExistsException", `The operation failed because the secret ${name} already exists.`);
  }
  if (known !== undefined) return written(known, given.token, null);
  return written(world.write(name, given.value, given.token, timeMs), given.token, "secret.create");
}

function put(call: SecretsCall): Result {
  const given = valueIn(call);
  const secret = live(call);
  if (repeated(secret, given)) return written(secret, given.token, null);
  const { name } = secret;
  return written(call.world.write(name, given.value, given.token, call.timeMs), given.token, "secret.put");
}

function remove(call: SecretsCall): Result {
  const { name, arn } = live(call);
  const days = call.input["RecoveryWindowInDays"] ?? 30;
  if (typeof days !== "number" || days < 7 || days > 30) throw invalid("RecoveryWindowInDays must be from 7 to 30.");
  const atMs = call.timeMs + days * dayMs;
  call.world.schedule(name, atMs);
  return {
    json: { ARN: arn, Name: name, DeletionDate: epochSeconds(atMs) },
    effects: [{ kind: "secret.schedule", name }],
  };
}

const operations: Readonly<Record<string, Operation<SecretsWorld>>> = {
  ListSecrets: { reads: true, run: listSecrets },
  DescribeSecret: { reads: true, run: describe },
  GetSecretValue: { reads: true, run: getValue },
  ListSecretVersionIds: { reads: true, run: listVersions },
  CreateSecret: { run: create },
  PutSecretValue: { run: put },
  DeleteSecret: { run: remove },
};

/** The simulated API. Operations that svc must never call are missing. */
export const secretsApi = awsApi<SecretsWorld, Switches>({
  service: "secretsmanager",
  target: "secretsmanager",
  operations,
});
