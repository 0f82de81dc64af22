/** What another writer does to a secret, and what is so, in the simulated project's own state. */
import type { EvidenceScenario } from "@svc/provider-kit/testing";
import type { SecretManagerWorld } from "../simulator/index.ts";
import type { SecretAddress } from "../src/client.ts";

type SetInput = SecretAddress & { value: string };

/** The scenarios of the changing actions. */
export function scenariosOf(world: SecretManagerWorld): Readonly<Record<string, EvidenceScenario>> {
  const idOf = ({ config, name }: SecretAddress) => `${config}-${name}`;
  const change = (make: () => void) => world.change(world.nowMs(), make);
  const create = (address: SecretAddress) =>
    change(() => void (world.secrets.has(idOf(address)) || world.create(idOf(address), {}, world.nowMs())));
  const write = (address: SecretAddress, value: string) =>
    change(() => {
      const data = Buffer.from(value, "utf8").toString("base64");
      if (world.secrets.has(idOf(address))) world.addVersion(idOf(address), data, world.nowMs());
    });
  const remove = (address: SecretAddress) => change(() => void world.remove(idOf(address)));
  const another = "value-of-another-writer";
  const none = { edits_marker_out: null, creates_without_marker: null };
  return {
    "secrets.create": {
      holds: (input) => world.secrets.has(idOf(input as SecretAddress)),
      shows: (input, marker) =>
        world.secrets.get(idOf(input as SecretAddress))?.annotations["svc-marker"] === marker.hex,
      interfere: {
        sets_same: (input) => create(input as SecretAddress),
        sets_another: null,
        deletes: (input) => remove(input as SecretAddress),
        edits_marker_out: (input) =>
          change(() => {
            const secret = world.secrets.get(idOf(input as SecretAddress));
            if (secret !== undefined) world.secrets.put({ ...secret, annotations: {} });
          }),
        creates_without_marker: (input) => create(input as SecretAddress),
      },
    },
    "secrets.set": {
      secrets: [another, Buffer.from(another).toString("base64"), "canary-", "Y2FuYXJ5L"],
      holds: (input) => world.newest(idOf(input as SetInput)) === (input as SetInput).value,
      interfere: {
        sets_same: (input) => write(input as SetInput, (input as SetInput).value),
        sets_another: (input) => write(input as SetInput, another),
        deletes: (input) => remove(input as SetInput),
        ...none,
      },
    },
    "secrets.delete": {
      holds: (input) => !world.secrets.has(idOf(input as SecretAddress)),
      interfere: {
        sets_same: (input) => remove(input as SecretAddress),
        sets_another: (input) => create(input as SecretAddress),
        deletes: null,
        ...none,
      },
    },
  };
}
