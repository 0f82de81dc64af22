/** What another writer does to a secret, and what is so, in the simulated server's own state. */
import type { EvidenceScenario } from "@svc/provider-kit/testing";
import type { InfisicalWorld } from "../simulator/index.ts";
import type { SecretAddress } from "../src/client.ts";

type SetInput = SecretAddress & { value: string };

/** The scenarios of the changing actions. */
export function scenariosOf(world: InfisicalWorld): Readonly<Record<string, EvidenceScenario>> {
  const placeOf = ({ config }: SecretAddress) => {
    const [environment = "", ...folders] = config.split("/");
    return `${environment}:/${folders.join("/")}`;
  };
  const present = (address: SecretAddress) => world.get(address.project, placeOf(address), address.name);
  const write = (address: SecretAddress, given: { value?: string; metadata?: [] }) =>
    world.change(Date.now(), () => world.write(address.project, placeOf(address), { name: address.name, ...given }));
  const remove = (address: SecretAddress) =>
    world.change(Date.now(), () => world.secrets.in(address.project, placeOf(address)).delete(address.name));
  const another = "value-of-another-writer";
  return {
    "secrets.set": {
      secrets: [another, "canary-"],
      holds: (input) => present(input as SetInput)?.value === (input as SetInput).value,
      shows: (input, { hex }) => present(input as SetInput)?.metadata.some(({ value }) => value === hex) === true,
      interfere: {
        sets_same: (input) => write(input as SetInput, { value: (input as SetInput).value }),
        sets_another: (input) => write(input as SetInput, { value: another }),
        deletes: (input) => remove(input as SetInput),
        edits_marker_out: (input) => write(input as SetInput, { metadata: [] }),
        creates_without_marker: (input) => {
          remove(input as SetInput);
          write(input as SetInput, { value: (input as SetInput).value });
        },
      },
    },
    "secrets.delete": {
      holds: (input) => present(input as SecretAddress) === undefined,
      interfere: {
        sets_same: (input) => remove(input as SecretAddress),
        sets_another: (input) => write(input as SecretAddress, { value: another }),
        deletes: null,
        edits_marker_out: null,
        creates_without_marker: null,
      },
    },
  };
}
