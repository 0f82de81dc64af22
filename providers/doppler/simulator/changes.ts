/** Writes secrets: validates a POST's body and applies all of it or nothing. */
import { Refusal } from "@svc/simulator";
import type { SimEffect } from "@svc/simulator";
import { limits, managedNames } from "./model.ts";
import type { Config, Secret, Visibility } from "./model.ts";
import type { Switches } from "./switches.ts";
import type { Workplace } from "./workplace.ts";

const visibilities: readonly unknown[] = ["masked", "unmasked", "restricted"];

/** One entry of `change_requests`, or of the `secrets` map in the same form. */
export interface SecretChange {
  readonly name: string;
  readonly originalName: string | null;
  readonly value: string | null;
  readonly visibility?: Visibility;
  readonly valueType?: string;
  readonly originalValue?: unknown;
  readonly originalVisibility?: unknown;
  readonly originalValueType?: string;
  readonly shouldPromote: boolean;
  readonly shouldDelete: boolean;
  readonly shouldConverge: boolean;
}

/** Rejects a secret's name with an invalid charset or more than 200 characters, before any lookup. */
export function checkSecretName(name: unknown): string {
  if (typeof name !== "string" || name === "") throw new Refusal(400, "You must specify a name");
  if (/^[A-Z_][A-Z0-9_]{0,199}$/.test(name)) return name;
  const message = `Secret name "${name}" may only contain uppercase letters, numbers, and underscores.`;
  throw new Refusal(400, message);
}

/** Reads the body of a POST. Throws `Refusal` (400) for both or neither of the two forms and for an invalid entry. */
export function parseChanges(body: Readonly<Record<string, unknown>>): readonly SecretChange[] {
  const { secrets, change_requests: requests } = body;
  if ((secrets === undefined) === (requests === undefined)) {
    throw new Refusal(400, "You must specify either secrets or change_requests");
  }
  if (requests !== undefined) {
    if (!Array.isArray(requests)) throw new Refusal(400, "change_requests must be an array");
    return requests.map((entry: unknown) => parseChange(fieldsOf(entry)));
  }
  return Object.entries(fieldsOf(secrets)).map(([name, value]) =>
    parseChange({ name, value, ...(value === null ? { shouldDelete: true } : {}) }),
  );
}

function parseChange(entry: Record<string, unknown>): SecretChange {
  const { value, originalName = null, visibility, originalValue, originalVisibility } = entry;
  const name = checkSecretName(entry["name"]);
  if (managedNames.has(name)) throw new Refusal(400, `Secret name "${name}" is reserved`);
  if (originalName !== null) checkSecretName(originalName);
  if (typeof value !== "string" && value !== null) throw new Refusal(400, `Secret "${name}" must have a value`);
  if (typeof value === "string" && Buffer.byteLength(value) > limits.valueBytesMax) {
    throw new Refusal(400, `Secret "${name}" is larger than 50 KiB`);
  }
  if (visibility !== undefined && !visibilities.includes(visibility)) {
    throw new Refusal(400, "visibility must be masked, unmasked, or restricted");
  }
  return {
    name,
    originalName: originalName as string | null,
    value,
    ...(visibility === undefined ? {} : { visibility: visibility as Visibility }),
    ...typeField(entry, "valueType"),
    ...(originalValue === undefined ? {} : { originalValue }),
    ...(originalVisibility === undefined ? {} : { originalVisibility }),
    ...typeField(entry, "originalValueType"),
    shouldPromote: entry["shouldPromote"] === true,
    shouldDelete: entry["shouldDelete"] === true,
    shouldConverge: entry["shouldConverge"] === true,
  };
}

function typeField<Field extends "valueType" | "originalValueType">(
  entry: Record<string, unknown>,
  field: Field,
): { [Name in Field]?: string } {
  const given = entry[field];
  if (given === undefined) return {};
  const { type } = fieldsOf(given);
  if (typeof type !== "string" || type === "") throw new Refusal(400, `${field} is invalid`);
  return { [field]: type } as { [Name in Field]?: string };
}

function fieldsOf(value: unknown): Record<string, unknown> {
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw new Refusal(400, "The request body is invalid");
  }
  return value as Record<string, unknown>;
}

/** Applies changes to a config, and returns their effects. A refusal rolls back all of them. */
export function applyChanges(
  workplace: Workplace,
  config: Config,
  changes: readonly SecretChange[],
  switches: Switches,
): readonly SimEffect[] {
  const effects = changes.flatMap((change) => applyChange(workplace, config, change, switches));
  checkLimits(workplace.served(current(workplace, config)));
  return effects;
}

function applyChange(
  workplace: Workplace,
  given: Config,
  change: SecretChange,
  switches: Switches,
): readonly SimEffect[] {
  const config = current(workplace, given);
  const root = workplace.rootOf(config);
  const served = workplace.served(config);
  const { name, originalName } = change;
  const renamed = originalName !== null && originalName !== name ? served.get(originalName) : undefined;
  const before = renamed ?? served.get(name);
  checkPreconditions(change, before, switches);
  if (config.root && (change.shouldPromote || change.shouldConverge)) {
    throw new Refusal(400, "Only a branch config can promote or converge a secret");
  }
  if (change.shouldDelete) {
    return removeSecret(workplace, config, name, switches) ? [effect("secret.delete", config, name)] : [];
  }
  if (change.shouldConverge) {
    if (root === undefined || !workplace.secrets(root).has(name)) {
      throw new Refusal(400, `The root config has no secret "${name}"`);
    }
    workplace.secrets(config).delete(name);
    workplace.hide(config, name, false);
    return [effect("secret.converge", config, name)];
  }
  const raw = change.value ?? before?.raw;
  if (raw === undefined) throw new Refusal(400, `Secret "${name}" must have a value`);
  const secret: Secret = {
    name,
    raw,
    visibility: change.visibility ?? before?.visibility ?? "masked",
    valueType: change.valueType ?? before?.valueType ?? "string",
  };
  checkType(secret);
  if (renamed !== undefined && originalName !== null) removeSecret(workplace, config, originalName, switches);
  return (change.shouldPromote && root !== undefined ? [config, root] : [config]).map((written): SimEffect => {
    workplace.secrets(written).put(secret);
    workplace.hide(written, name, false);
    const set = effect("secret.set", written, name);
    return renamed === undefined
      ? { ...set, created: !served.has(name) }
      : { ...set, kind: "secret.rename", originalName };
  });
}

function current(workplace: Workplace, { project, name }: Config): Config {
  return workplace.configs(project).find(name);
}

/**
 * Removes a secret from a config; false if it doesn't exist. Removing an override from a branch reveals the root's value, or
 * hides the name in the branch with the switch `tombstone`. Dynamic secrets can't be removed here.
 */
export function removeSecret(workplace: Workplace, config: Config, name: string, switches: Switches): boolean {
  const secrets = workplace.secrets(config);
  const own = secrets.get(name);
  const root = workplace.rootOf(config);
  const hides = switches.branchDelete === "tombstone" && !config.root && !config.hidden.includes(name);
  const hidesRoots = hides && root !== undefined && workplace.secrets(root).has(name);
  if (own?.dynamic === true || (own === undefined && !hidesRoots)) return false;
  secrets.delete(name);
  if (hidesRoots) workplace.hide(config, name, true);
  return true;
}

/** Names what changed, but not the new value. */
export function effect(kind: string, config: Config, name: string): SimEffect {
  return { kind, project: config.project, config: config.name, name };
}

function checkPreconditions(change: SecretChange, before: Secret | undefined, switches: Switches): void {
  const { originalValue, originalVisibility, originalValueType } = change;
  const holds =
    (originalValue === undefined || originalValue === (before?.raw ?? null)) &&
    (originalVisibility === undefined || originalVisibility === (before?.visibility ?? null)) &&
    (originalValueType === undefined || originalValueType === before?.valueType);
  if (!holds) {
    throw new Refusal(switches.preconditionFailedStatus, `Secret "${change.name}" does not match its original`);
  }
}

/** Rejects a value that doesn't match its type. Types without a short test are accepted. */
function checkType({ name, raw, valueType }: Secret): void {
  const tests: Record<string, (text: string) => boolean> = {
    boolean: (text) => text === "true" || text === "false",
    integer: (text) => /^-?\d+$/.test(text),
    decimal: (text) => /^-?\d+(\.\d+)?$/.test(text),
    json: isJson,
  };
  if (tests[valueType]?.(raw) === false) throw new Refusal(400, `Secret "${name}" is not of type ${valueType}`);
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function checkLimits(served: ReadonlyMap<string, Secret>): void {
  let bytes = 0;
  for (const secret of served.values()) bytes += Buffer.byteLength(secret.raw);
  const counted = served.size - managedNames.size;
  if (bytes > limits.configBytesMax) throw new Refusal(400, "The config is larger than 500 KiB");
  if (counted > limits.secretsMax) throw new Refusal(400, "The config has more than 1200 secrets");
}
