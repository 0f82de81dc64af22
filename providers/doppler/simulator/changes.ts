/** Writes secrets: validates a POST's change request and applies it, or nothing. */
import { Refusal } from "@svc/simulator";
import type { SimEffect } from "@svc/simulator";
import { limits, managedNames } from "./model.ts";
import type { Config, Secret, Visibility } from "./model.ts";
import type { Workplace } from "./workplace.ts";

const visibilities: readonly unknown[] = ["masked", "unmasked", "restricted"];

/** An entry of `change_requests` that sets a value. Others, such as renames, aren't simulated. */
export interface SecretChange {
  readonly name: string;
  readonly value: string;
  readonly visibility?: Visibility;
}

/** Rejects a secret's name with an invalid charset or more than 200 characters, before any lookup. */
export function checkSecretName(name: unknown): string {
  if (typeof name !== "string" || name === "") throw new Refusal(400, "You must specify a name");
  if (/^[A-Z_][A-Z0-9_]{0,199}$/.test(name)) return name;
  const message = `Secret name "${name}" may only contain uppercase letters, numbers, and underscores.`;
  throw new Refusal(400, message);
}

/** Reads the body of a POST. Throws `Refusal` (400) for an invalid entry. */
export function parseChanges({ change_requests: requests }: Readonly<Record<string, unknown>>): SecretChange[] {
  if (!Array.isArray(requests)) throw new Refusal(400, "change_requests must be an array");
  return requests.map(parseChange);
}

function parseChange(entry: unknown): SecretChange {
  const { originalName = null, value, visibility, ...given } = Object(entry) as Readonly<Record<string, unknown>>;
  const name = checkSecretName(given["name"]);
  if (managedNames.has(name)) throw new Refusal(400, `Secret name "${name}" is reserved`);
  if (originalName !== null && originalName !== name) throw new Refusal(400, "Renaming isn't simulated");
  if (typeof value !== "string") throw new Refusal(400, `Secret "${name}" must have a value`);
  if (Buffer.byteLength(value) > limits.valueBytesMax) throw new Refusal(400, `Secret "${name}" is larger than 50 KiB`);
  if (visibility === undefined) return { name, value };
  if (visibilities.includes(visibility)) return { name, value, visibility: visibility as Visibility };
  throw new Refusal(400, "visibility must be masked, unmasked, or restricted");
}

/** Applies changes to a config, and returns their effects. A refusal rolls back all of them. */
export function applyChanges(workplace: Workplace, config: Config, changes: readonly SecretChange[]): SimEffect[] {
  const effects = changes.map(({ name, value, visibility }): SimEffect => {
    const before = workplace.served(config).get(name);
    const secret = { name, raw: value, visibility: visibility ?? before?.visibility ?? "masked" };
    workplace.secrets(config).put(secret);
    return { ...effect("secret.set", config, name), created: before === undefined };
  });
  checkLimits(workplace.served(config));
  return effects;
}

/**
 * Removes a secret from a config; false if it doesn't exist. Removing an override from a branch reveals the root's
 * value. Dynamic secrets can't be removed here.
 */
export function removeSecret(workplace: Workplace, config: Config, name: string): boolean {
  const secrets = workplace.secrets(config);
  const own = secrets.get(name);
  if (own === undefined || own.dynamic === true) return false;
  secrets.delete(name);
  return true;
}

/** Names what changed, but not the new value. */
export function effect(kind: string, config: Config, name: string): SimEffect {
  return { kind, project: config.project, config: config.name, name };
}

function checkLimits(served: ReadonlyMap<string, Secret>): void {
  let bytes = 0;
  for (const secret of served.values()) bytes += Buffer.byteLength(secret.raw);
  const counted = served.size - managedNames.size;
  if (bytes > limits.configBytesMax) throw new Refusal(400, "The config is larger than 500 KiB");
  if (counted > limits.secretsMax) throw new Refusal(400, "The config has more than 1200 secrets");
}
