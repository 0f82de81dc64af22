/** What another writer does to a secret, and what is so, in the simulated cluster's own state. */
import type { EvidenceScenario } from "@svc/provider-kit/testing";
import type { VaultWorld } from "../simulator/index.ts";
import type { SecretAddress } from "../src/client.ts";

type SetInput = SecretAddress & { value: string };

/** The scenarios of the changing actions. */
export function scenariosOf(world: VaultWorld): Readonly<Record<string, EvidenceScenario>> {
  const pathOf = ({ config, name }: SecretAddress) => (config === "/" ? name : `${config}/${name}`);
  const newest = (address: SecretAddress) => {
    const version = world.newest(address.project, pathOf(address));
    return version === undefined || version.deleted !== "" ? null : version.data;
  };
  const change = (make: (nowMs: number) => void) => {
    const nowMs = Date.now();
    world.change(nowMs, () => make(nowMs));
  };
  const write = (address: SecretAddress, value: string) =>
    change((nowMs) => world.write(address.project, pathOf(address), { value }, nowMs));
  const remove = (address: SecretAddress) =>
    change((nowMs) => {
      const { versions = [] } = world.entries.in(address.project).get(pathOf(address)) ?? {};
      world.remove(address.project, pathOf(address), [versions.length], nowMs);
    });
  const others = { edits_marker_out: null, creates_without_marker: null };
  const another = "value-of-another-writer";
  return {
    "secrets.set": {
      secrets: [another, "canary-"],
      holds: (input) => newest(input as SetInput)?.["value"] === (input as SetInput).value,
      interfere: {
        sets_same: (input) => write(input as SetInput, (input as SetInput).value),
        sets_another: (input) => write(input as SetInput, another),
        deletes: (input) => remove(input as SetInput),
        ...others,
      },
    },
    "secrets.delete": {
      holds: (input) => newest(input as SecretAddress) === null,
      interfere: {
        sets_same: (input) => remove(input as SecretAddress),
        sets_another: (input) => write(input as SecretAddress, another),
        deletes: null,
        ...others,
      },
    },
  };
}
