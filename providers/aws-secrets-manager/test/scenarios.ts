/** Scenarios: another writer changes a secret, directly in the simulated account's state. */
import { randomUUID } from "node:crypto";
import { secretsScenarios, type SecretInput } from "@svc/provider-kit/testing";
import type { SecretsWorld } from "../simulator/index.ts";

/** The scenarios for the changing actions. */
export function scenariosOf(world: SecretsWorld) {
  const nameOf = ({ project, config, name }: SecretInput) => `${project}/${config}/${name}`;
  const write = (secret: SecretInput, value: string) =>
    void world.write(nameOf(secret), value, randomUUID(), Date.now());
  /** Without a recovery window, a secret is deleted with its history, and a new one may use its name. */
  const replace = (secret: SecretInput): void => {
    world.secrets.delete(nameOf(secret));
    write(secret, "value-of-another-writer");
  };
  const listed = (name: string) =>
    world.switches.scheduledVersions === "listed" ? world.secrets.get(name) : world.live(name);
  return secretsScenarios(world, {
    read: (secret) => world.live(nameOf(secret))?.versions.at(-1)?.value ?? null,
    write,
    remove(secret) {
      if (world.live(nameOf(secret)) !== undefined) world.schedule(nameOf(secret), Date.now());
    },
    shows: (secret, { uuid }) => listed(nameOf(secret))?.versions.some(({ id }) => id === uuid) === true,
    unmark: replace,
    whileDeleted: {
      deletes: (secret) => void world.secrets.delete(nameOf(secret)),
      edits_marker_out: replace,
    },
  });
}
