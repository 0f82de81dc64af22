/** Scenarios: another writer changes an item, directly in the simulated server's state. */
import { secretsScenarios, type SecretInput } from "@svc/provider-kit/testing";
import type { OnepasswordWorld } from "../simulator/index.ts";

/** Returns the scenarios of the actions that change something. */
export function scenariosOf(world: OnepasswordWorld) {
  const present = ({ project, config, name }: SecretInput) => world.find(project, config, name);
  const valuesOf = (secret: SecretInput) => present(secret).flatMap(({ fields }) => fields.map(({ value }) => value));
  const create = ({ project, config, name }: SecretInput, value: string): void => {
    const fields = [{ id: "credential", type: "CONCEALED", value }];
    world.items.in(project).create({
      title: name,
      category: "API_CREDENTIAL",
      tags: [config],
      version: 1,
      createdAt: "2026-01-02T00:00:00Z",
      fields,
    });
  };
  const remove = (secret: SecretInput): void =>
    present(secret).forEach(({ id }) => world.items.in(secret.project).delete(id));
  return secretsScenarios(world, {
    // An item may have other values too.
    read: (secret) =>
      present(secret).length === 0 ? null : (valuesOf(secret).find((value) => value === secret.value) ?? ""),
    write(secret, value) {
      const [item] = present(secret);
      if (item === undefined) return create(secret, value);
      const fields = item.fields.map((field) => (field.id === "credential" ? { ...field, value } : field));
      world.update(secret.project, item, { fields });
    },
    remove,
    shows: (secret, { hex }) => valuesOf(secret).includes(hex),
    unmark(secret) {
      for (const item of present(secret)) {
        world.update(secret.project, item, { fields: item.fields.filter(({ label }) => label !== "svc-execution") });
      }
    },
    replace(secret) {
      remove(secret);
      create(secret, secret.value);
    },
  });
}
