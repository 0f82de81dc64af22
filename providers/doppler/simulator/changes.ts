/** Writes secrets: checks and applies a POST's body as a whole or not at all. */
import type { SimEffect } from "@svc/simulator";
import { effectiveSecrets, limits, managedNames } from "./model.ts";
import type { Config, Secret, Visibility, Workplace } from "./model.ts";
import { checkSecretName, Refusal } from "./refusal.ts";
import type { Switches } from "./switches.ts";

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

/**
 * Applies changes to a config, all or none, and returns their effects.
 * If it throws `Refusal`, nothing has changed.
 */
export function applyChanges(
  workplace: Workplace,
  config: Config,
  changes: readonly SecretChange[],
  switches: Switches,
): readonly SimEffect[] {
  const root = workplace.projects.get(config.project)?.configs.get(config.environment);
  const before = [config, ...(root === undefined || root === config ? [] : [root])].map((touched) => ({
    touched,
    secrets: new Map(touched.secrets),
    hidden: new Set(touched.hidden),
  }));
  try {
    const effects = changes.flatMap((change) => applyChange(workplace, config, root, change, switches));
    checkLimits(effectiveSecrets(workplace, config));
    return effects;
  } catch (error) {
    for (const { touched, secrets, hidden } of before) {
      touched.secrets.clear();
      touched.hidden.clear();
      for (const [name, secret] of secrets) touched.secrets.set(name, secret);
      for (const name of hidden) touched.hidden.add(name);
    }
    throw error;
  }
}

function applyChange(
  workplace: Workplace,
  config: Config,
  root: Config | undefined,
  change: SecretChange,
  switches: Switches,
): readonly SimEffect[] {
  const served = effectiveSecrets(workplace, config);
  const { name, originalName } = change;
  const renamed = originalName !== null && originalName !== name ? served.get(originalName) : undefined;
  const current = renamed ?? served.get(name);
  checkPreconditions(change, current, switches);
  if (config.root && (change.shouldPromote || change.shouldConverge)) {
    throw new Refusal(400, "Only a branch config can promote or converge a secret");
  }
  if (change.shouldDelete)
    return removeSecret(config, root, name, switches) ? [effect("secret.delete", config, name)] : [];
  if (change.shouldConverge) {
    if (root?.secrets.has(name) !== true) throw new Refusal(400, `The root config has no secret "${name}"`);
    config.secrets.delete(name);
    config.hidden.delete(name);
    return [effect("secret.converge", config, name)];
  }
  const raw = change.value ?? current?.raw;
  if (raw === undefined) throw new Refusal(400, `Secret "${name}" must have a value`);
  const secret: Secret = {
    raw,
    visibility: change.visibility ?? current?.visibility ?? "masked",
    valueType: change.valueType ?? current?.valueType ?? "string",
  };
  checkType(name, secret);
  const isNew = served.get(name) === undefined;
  if (renamed !== undefined && originalName !== null) removeSecret(config, root, originalName, switches);
  const effects: SimEffect[] = [];
  for (const written of change.shouldPromote && root !== undefined ? [config, root] : [config]) {
    written.secrets.set(name, secret);
    written.hidden.delete(name);
    const set = effect("secret.set", written, name);
    effects.push(renamed === undefined ? { ...set, created: isNew } : { ...set, kind: "secret.rename", originalName });
  }
  return effects;
}

/**
 * Removes a secret from a config; false if it doesn't exist. Removing an override from a branch reveals the root's value, or
 * hides the name in the branch with the switch `tombstone`. Dynamic secrets can't be removed here.
 */
export function removeSecret(config: Config, root: Config | undefined, name: string, switches: Switches): boolean {
  const own = config.secrets.get(name);
  const hides = switches.branchDelete === "tombstone" && !config.root && !config.hidden.has(name);
  const hidesRoots = hides && root?.secrets.has(name) === true;
  if (own?.dynamic === true || (own === undefined && !hidesRoots)) return false;
  config.secrets.delete(name);
  if (hidesRoots) config.hidden.add(name);
  return true;
}

/** Names what changed, but not the new value. */
export function effect(kind: string, config: Config, name: string): SimEffect {
  return { kind, project: config.project, config: config.name, name };
}

function checkPreconditions(change: SecretChange, current: Secret | undefined, switches: Switches): void {
  const { originalValue, originalVisibility, originalValueType } = change;
  const holds =
    (originalValue === undefined || originalValue === (current?.raw ?? null)) &&
    (originalVisibility === undefined || originalVisibility === (current?.visibility ?? null)) &&
    (originalValueType === undefined || originalValueType === current?.valueType);
  if (!holds) {
    throw new Refusal(switches.preconditionFailedStatus, `Secret "${change.name}" does not match its original`);
  }
}

/** Rejects a value that doesn't match its type. Types without a short test are accepted. */
function checkType(name: string, { raw, valueType }: Secret): void {
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
