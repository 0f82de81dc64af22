/** What another writer does to a parameter, and what is so, in the simulated account's own state. */
import type { EvidenceScenario } from "@svc/provider-kit/testing";
import type { ParametersWorld } from "../simulator/index.ts";
import type { SecretAddress } from "../src/client.ts";

type SetInput = SecretAddress & { value: string };

const another = "value-of-another-writer";

/** The scenarios of the changing actions. */
export function scenariosOf(world: ParametersWorld): Readonly<Record<string, EvidenceScenario>> {
  const nameOf = (input: unknown) => {
    const { project, config, name } = input as SecretAddress;
    return `/${project}/${config}/${name}`;
  };
  const valueOf = (input: unknown) => (input as SetInput).value;
  const find = (input: unknown) => world.parameters.get(nameOf(input));
  const change = (make: (nowMs: number) => void) => {
    const nowMs = Date.now();
    world.change(nowMs, () => make(nowMs));
  };
  /** Another writer keeps the description, or writes one without our mark. */
  const write = (input: unknown, value: string, description = find(input)?.description ?? "") =>
    change((nowMs) => world.write({ name: nameOf(input), value, description }, nowMs));
  const remove = (input: unknown) => change(() => world.parameters.delete(nameOf(input)));
  return {
    "secrets.set": {
      secrets: [another, "canary-"],
      holds: (input) => find(input)?.value === valueOf(input),
      shows: (input, { hex }) => find(input)?.description.includes(hex) === true,
      interfere: {
        sets_same: (input) => write(input, valueOf(input)),
        sets_another: (input) => write(input, another),
        deletes: remove,
        edits_marker_out: (input) => write(input, valueOf(input), "Edited."),
        creates_without_marker: (input) => {
          remove(input);
          write(input, valueOf(input), "");
        },
      },
    },
    "secrets.delete": {
      holds: (input) => find(input) === undefined,
      interfere: {
        sets_same: remove,
        sets_another: (input) => write(input, another),
        deletes: null,
        edits_marker_out: null,
        creates_without_marker: null,
      },
    },
  };
}
