/** Builds the scenarios of a secrets manager from the few changes that another writer can make to a secret. */
import type { Marker } from "../request.ts";
import type { EvidenceScenario, Interference } from "./evidence-world.ts";
import { encodings } from "./facts.ts";

/** The input of a change; `value` is that of `secrets.set`. */
export type SecretInput = { project: string; config: string; name: string; value: string };

/** The manager's state, read and changed directly, behind the client's back. */
export type SecretsState = {
  /** Returns the current value; `null` if the secret doesn't exist or is deleted. */
  read(secret: SecretInput): unknown;
  /** Writes a value as another writer, and creates the secret if it doesn't exist. */
  write(secret: SecretInput, value: string): void;
  /** Deletes the secret if it exists. */
  remove(secret: SecretInput): void;
  /** Whether our change exists with its marker; for evidence that has a marker. */
  shows?(secret: SecretInput, marker: Marker): boolean;
  /** Removes our marker from the secret, if another writer can. */
  unmark?(secret: SecretInput): void;
  /** Replaces the secret with one that has the same value but not our marker, if another writer can. */
  replace?(secret: SecretInput): void;
  /** Other changes that another writer can make to a deleted secret. */
  whileDeleted?: Partial<Record<Interference, (secret: SecretInput) => void>>;
};

/** The value that another writer sets. */
const another = "value-of-another-writer";

/**
 * Builds the scenarios of `secrets.set` and `secrets.delete`.
 * @param world the simulated state. Each interference runs in its `change`, so that reads can lag behind it.
 */
export function secretsScenarios(
  world: { change(nowMs: number, make: () => unknown): unknown },
  state: SecretsState,
): Readonly<Record<"secrets.set" | "secrets.delete", EvidenceScenario>> {
  type Change = (secret: SecretInput) => void;
  // The suite passes the inputs of the action's own examples.
  const does = (change: Change) => (input: unknown) =>
    void world.change(Date.now(), () => change(input as SecretInput));
  const perhaps = (change: Change | undefined) => (change === undefined ? null : does(change));
  const { read, write, remove, shows, unmark, replace, whileDeleted = {} } = state;
  return {
    "secrets.set": {
      secrets: [another, "canary-"].flatMap(encodings),
      holds: (input) => read(input as SecretInput) === (input as SecretInput).value,
      ...(shows === undefined ? {} : { shows: (input, marker) => shows(input as SecretInput, marker) }),
      interfere: {
        sets_same: does((secret) => write(secret, secret.value)),
        sets_another: does((secret) => write(secret, another)),
        deletes: does(remove),
        edits_marker_out: perhaps(unmark),
        creates_without_marker: perhaps(replace),
      },
    },
    "secrets.delete": {
      holds: (input) => read(input as SecretInput) === null,
      interfere: {
        sets_same: does(remove),
        sets_another: does((secret) => write(secret, another)),
        deletes: perhaps(whileDeleted.deletes),
        edits_marker_out: perhaps(whileDeleted.edits_marker_out),
        creates_without_marker: perhaps(whileDeleted.creates_without_marker),
      },
    },
  };
}
