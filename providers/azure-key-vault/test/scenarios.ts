/** Scenarios: another writer changes a secret, directly in the simulated vault's state. */
import { secretsScenarios, type SecretInput } from "@svc/provider-kit/testing";
import type { KeyVaultWorld } from "../simulator/index.ts";

const nameOf = ({ config, name }: SecretInput) => `${config}--${name.replaceAll("_", "-")}`;

/** The scenarios for the changing actions. */
export function scenariosOf(world: KeyVaultWorld) {
  const write = (secret: SecretInput, value: string) => void world.write(nameOf(secret), { value }, Date.now());
  return secretsScenarios(world, {
    read: (secret) => world.newest(nameOf(secret))?.value ?? null,
    write,
    remove: (secret) => void world.remove(nameOf(secret), Date.now()),
    shows(secret, { hex }) {
      const { versions = [] } = world.secrets.get(nameOf(secret).toLowerCase()) ?? {};
      return versions.some(({ tags }) => tags["svc-marker"] === hex);
    },
    unmark: (secret) => world.retag(nameOf(secret), {}),
    replace: (secret) => write(secret, secret.value),
  });
}
