/** Scenarios: another writer changes a parameter, directly in the simulated account's state. */
import { secretsScenarios, type SecretInput } from "@svc/provider-kit/testing";
import type { ParametersWorld } from "../simulator/index.ts";

/** The scenarios for the changing actions. */
export function scenariosOf(world: ParametersWorld) {
  const nameOf = ({ project, config, name }: SecretInput) => `/${project}/${config}/${name}`;
  const find = (secret: SecretInput) => world.parameters.get(nameOf(secret));
  /** Another writer keeps the description, or writes one without our mark. */
  const write = (secret: SecretInput, value: string, description = find(secret)?.description ?? "") =>
    void world.write({ name: nameOf(secret), value, description }, Date.now());
  const remove = (secret: SecretInput) => void world.parameters.delete(nameOf(secret));
  return secretsScenarios(world, {
    read: (secret) => find(secret)?.value ?? null,
    write,
    remove,
    shows: (secret, { hex }) => find(secret)?.description.includes(hex) === true,
    unmark: (secret) => write(secret, secret.value, "Edited."),
    replace(secret) {
      remove(secret);
      write(secret, secret.value, "");
    },
  });
}
