/** What another writer does to a secret, and what is so, in the simulated cluster's own state. */
import { secretsScenarios, type SecretInput } from "@svc/provider-kit/testing";
import type { VaultWorld } from "../simulator/index.ts";

const pathOf = ({ config, name }: SecretInput) => (config === "/" ? name : `${config}/${name}`);

/** The scenarios of the changing actions. */
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
