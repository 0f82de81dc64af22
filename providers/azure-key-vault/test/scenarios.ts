/** What another writer does to a secret, and what is so, in the simulated vault's own state. */
import type { EvidenceScenario } from "@svc/provider-kit/testing";
import type { KeyVaultWorld } from "../simulator/index.ts";
import type { SecretAddress } from "../src/client.ts";

type SetInput = SecretAddress & { value: string };

/** The scenarios of the changing actions. */
export function scenariosOf(world: KeyVaultWorld): Readonly<Record<string, EvidenceScenario>> {
  const nameOf = ({ config, name }: SecretAddress) => `${config}--${name.replaceAll("_", "-")}`;
  const change = (make: (nowMs: number) => void) => {
    const nowMs = Date.now();
    world.change(nowMs, () => make(nowMs));
  };
  const write = (address: SecretAddress, value: string) =>
    change((nowMs) => world.write(nameOf(address), { value }, nowMs));
  const remove = (address: SecretAddress) => change((nowMs) => world.remove(nameOf(address), nowMs));
  const another = "value-of-another-writer";
  return {
    "secrets.set": {
      secrets: [another, "canary-"],
      holds: (input) => world.newest(nameOf(input as SetInput))?.value === (input as SetInput).value,
      shows: (input, marker) => {
        const { versions = [] } = world.secrets.get(nameOf(input as SetInput).toLowerCase()) ?? {};
        return versions.some(({ tags }) => tags["svc-marker"] === marker.hex);
      },
      interfere: {
        sets_same: (input) => write(input as SetInput, (input as SetInput).value),
        sets_another: (input) => write(input as SetInput, another),
        deletes: (input) => remove(input as SetInput),
        edits_marker_out: (input) => change(() => world.retag(nameOf(input as SetInput), {})),
        creates_without_marker: (input) => write(input as SetInput, (input as SetInput).value),
      },
    },
    "secrets.delete": {
      holds: (input) => world.newest(nameOf(input as SecretAddress)) === undefined,
      interfere: {
        sets_same: (input) => remove(input as SecretAddress),
        sets_another: (input) => write(input as SecretAddress, another),
        deletes: null,
        edits_marker_out: null,
        creates_without_marker: null,
      },
    },
  };
}
