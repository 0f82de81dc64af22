/** The scenarios of a secrets manager's changes, over the few things that another writer can do to a secret. */
import type { Marker } from "../evidence.ts";
import type { EvidenceScenario, Interference } from "./evidence-world.ts";
import { encodings } from "./facts.ts";

/** The input of a change; `value` is that of `secrets.set`. */
export type SecretInput = { project: string; config: string; name: string; value: string };

/** The manager's own state, read and changed behind the client's back. */
export type SecretsState = {
  /** The current value; `null` for no secret, or for one that is deleted. */
  read(secret: SecretInput): unknown;
  /** Writes a value as another writer does, who creates the secret if it isn't there. */
  write(secret: SecretInput, value: string): void;
  /** Deletes the secret if it is there. */
  remove(secret: SecretInput): void;
  /** Whether our change is there with its marker; for evidence that has one. */
  shows?(secret: SecretInput, marker: Marker): boolean;
  /** Takes our marker out of the secret, if another writer can. */
  unmark?(secret: SecretInput): void;
  /** Replaces the secret by one of the same value without our marker, if another writer can. */
  replace?(secret: SecretInput): void;
  /** What else another writer can do to a secret while it is deleted. */
  whileDeleted?: Partial<Record<Interference, (secret: SecretInput) => void>>;
};

/** The value that another writer sets. */
const another = "value-of-another-writer";

/**
 * Makes the scenarios of `secrets.set` and `secrets.delete`.
 * @param world the simulated state, in whose `change` each interference runs, so that reads lag behind it.
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
