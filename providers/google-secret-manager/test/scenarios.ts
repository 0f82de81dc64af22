/** Scenarios: another writer changes a secret, directly in the simulated project's state. */
import { secretsScenarios, type EvidenceScenario, type SecretInput } from "@svc/provider-kit/testing";
import type { SecretManagerWorld } from "../simulator/index.ts";

/** The scenarios for the changing actions. */
export function scenariosOf(world: SecretManagerWorld): Readonly<Record<string, EvidenceScenario>> {
  const idOf = ({ config, name }: SecretInput) => `${config}-${name}`;
  const has = (secret: SecretInput) => world.secrets.has(idOf(secret));
  const create = (secret: SecretInput) => void (has(secret) || world.create(idOf(secret), {}, world.nowMs()));
  const remove = (secret: SecretInput) => void world.remove(idOf(secret));
  const unmark = (secret: SecretInput): void => {
    const found = world.secrets.get(idOf(secret));
    if (found !== undefined) world.secrets.put({ ...found, annotations: {} });
  };
  const does = (make: (secret: SecretInput) => void) => (input: unknown) =>
    world.change(world.nowMs(), () => make(input as SecretInput));
  return {
    ...secretsScenarios(world, {
      read: (secret) => world.newest(idOf(secret)) ?? (has(secret) ? "" : null),
      write(secret, value) {
        create(secret);
        world.addVersion(idOf(secret), Buffer.from(value, "utf8").toString("base64"), world.nowMs());
      },
      remove,
    }),
    "secrets.create": {
      holds: (input) => has(input as SecretInput),
      shows: (input, { hex }) => world.secrets.get(idOf(input as SecretInput))?.annotations["svc-marker"] === hex,
      interfere: {
        sets_same: does(create),
        sets_another: null,
        deletes: does(remove),
        edits_marker_out: does(unmark),
        creates_without_marker: does(create),
      },
    },
  };
}
