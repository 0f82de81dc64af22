/** Scenarios: another writer changes a secret, directly in the simulated server's state. */
import { secretsScenarios, type SecretInput } from "@svc/provider-kit/testing";
import type { InfisicalWorld } from "../simulator/index.ts";

/** Returns the scenarios of the actions that change something. */
export function scenariosOf(world: InfisicalWorld) {
  const placeOf = ({ config }: SecretInput) => config.replace(/^([^/]*)\/?/, "$1:/");
  const find = (secret: SecretInput) => world.get(secret.project, placeOf(secret), secret.name);
  const write = (secret: SecretInput, given: { value?: string; metadata?: [] }) =>
    void world.write(secret.project, placeOf(secret), { name: secret.name, ...given });
  const remove = (secret: SecretInput) => void world.secrets.in(secret.project, placeOf(secret)).delete(secret.name);
  return secretsScenarios(world, {
    read: (secret) => find(secret)?.value ?? null,
    write: (secret, value) => write(secret, { value }),
    remove,
    shows: (secret, { hex }) => find(secret)?.metadata.some(({ value }) => value === hex) === true,
    unmark: (secret) => write(secret, { metadata: [] }),
    replace(secret) {
      remove(secret);
      write(secret, { value: secret.value });
    },
  });
}
