/** What another writer does to an item, and what is so, in the simulated server's own state. */
import type { EvidenceScenario } from "@svc/provider-kit/testing";
import type { OnepasswordWorld } from "../simulator/index.ts";
import type { Item } from "../simulator/world.ts";
import type { SecretAddress } from "../src/client.ts";

type SetInput = SecretAddress & { value: string };

/** The scenarios of the changing actions. */
export function scenariosOf(world: OnepasswordWorld): Readonly<Record<string, EvidenceScenario>> {
  const present = ({ project, config, name }: SecretAddress) => world.find(project, config, name);
  const valuesOf = (item: Item) => item.fields.map(({ value = "" }) => value);
  const change = (make: () => void) => world.change(Date.now(), make);
  const create = ({ project, config, name }: SecretAddress, value: string): void => {
    const field = { id: "credential", type: "CONCEALED", value };
    const common = { title: name, category: "API_CREDENTIAL", tags: [config], version: 1 };
    world.items.in(project).create({ ...common, fields: [field] });
  };
  const removeAll = (address: SecretAddress): void =>
    present(address).forEach(({ id }) => world.items.in(address.project).delete(id));
  const write = (address: SecretAddress, value: string): void => {
    const [item] = present(address);
    if (item === undefined) return create(address, value);
    const fields = item.fields.map((field) => (field.id === "credential" ? { ...field, value } : field));
    world.update(address.project, item, { fields });
  };
  const another = "value-of-another-writer";
  return {
    "secrets.set": {
      secrets: [another, "canary-"],
      holds: (input) => present(input as SetInput).some((item) => valuesOf(item).includes((input as SetInput).value)),
      shows: (input, { hex }) => present(input as SetInput).some((item) => valuesOf(item).includes(hex)),
      interfere: {
        sets_same: (input) => change(() => write(input as SetInput, (input as SetInput).value)),
        sets_another: (input) => change(() => write(input as SetInput, another)),
        deletes: (input) => change(() => removeAll(input as SetInput)),
        edits_marker_out: (input) =>
          change(() => {
            for (const item of present(input as SetInput)) {
              const fields = item.fields.filter(({ label }) => label !== "svc-execution");
              world.update((input as SetInput).project, item, { fields });
            }
          }),
        creates_without_marker: (input) =>
          change(() => {
            removeAll(input as SetInput);
            create(input as SetInput, (input as SetInput).value);
          }),
      },
    },
    "secrets.delete": {
      holds: (input) => present(input as SecretAddress).length === 0,
      interfere: {
        sets_same: (input) => change(() => removeAll(input as SecretAddress)),
        sets_another: (input) => change(() => write(input as SecretAddress, another)),
        deletes: null,
        edits_marker_out: null,
        creates_without_marker: null,
      },
    },
  };
}
