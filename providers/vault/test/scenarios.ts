/** Scenarios: another writer changes a secret, directly in the simulated cluster's state. */
import { secretsScenarios, type SecretInput } from "@svc/provider-kit/testing";
import type { VaultWorld } from "../simulator/index.ts";

const pathOf = ({ config, name }: SecretInput) => (config === "/" ? name : `${config}/${name}`);

/** Returns the scenarios of the actions that change something. */
export const scenariosOf = (world: VaultWorld) =>
  secretsScenarios(world, {
    read(secret) {
      const { deleted, data } = world.newest(secret.project, pathOf(secret)) ?? { deleted: "", data: null };
      return deleted === "" ? (data?.["value"] ?? null) : null;
    },
    write: (secret, value) => void world.write(secret.project, pathOf(secret), { value }, Date.now()),
    remove(secret) {
      const { versions = [] } = world.entries.in(secret.project).get(pathOf(secret)) ?? {};
      world.remove(secret.project, pathOf(secret), [versions.length], Date.now());
    },
  });
