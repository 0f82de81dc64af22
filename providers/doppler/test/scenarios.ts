/** Scenarios: another writer changes a secret, directly in the simulated provider's state. */
import type { EvidenceScenario } from "@svc/provider-kit/testing";
import type { DopplerWorld, NewSecret } from "../simulator/index.ts";

/** The scenarios for the changing actions. */
export function scenariosOf(world: DopplerWorld): Readonly<Record<string, EvidenceScenario>> {
  const stored = ({ name, ...at }: NewSecret) => world.configOf(at).secrets.get(name);
  const write = (secret: NewSecret) => world.change(Date.now(), () => world.setSecret(secret));
  const remove = ({ name, ...at }: NewSecret) => world.change(Date.now(), () => world.deleteSecret(at, name));
  const another = "value-of-another-writer";
  return {
    "secrets.set": {
      // The previous value has a reference.
      secrets: [another, "DB_PASSWORD", "canary-"],
      holds(input) {
        const { value, visibility, ...at } = input as NewSecret;
        const now = stored({ value, ...at });
        return now?.raw === value && (visibility === undefined || now.visibility === visibility);
      },
      interfere: {
        sets_same: (input) => write(input as NewSecret),
        sets_another: (input) => write({ ...(input as NewSecret), value: another }),
        deletes: (input) => remove(input as NewSecret),
        edits_marker_out: null,
        creates_without_marker: null,
      },
    },
    "secrets.delete": {
      holds: (input) => stored(input as NewSecret) === undefined,
      interfere: {
        sets_same: (input) => remove(input as NewSecret),
        sets_another: (input) => write({ ...(input as NewSecret), value: another }),
        deletes: null,
        edits_marker_out: null,
        creates_without_marker: null,
      },
    },
  };
}
