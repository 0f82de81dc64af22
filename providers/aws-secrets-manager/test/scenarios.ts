/** What another writer does to a secret, and what is so, in the simulated account's own state. */
import { randomUUID } from "node:crypto";
import type { EvidenceScenario } from "@svc/provider-kit/testing";
import type { SecretsWorld } from "../simulator/index.ts";
import type { SecretAddress } from "../src/client.ts";

type SetInput = SecretAddress & { value: string };

const another = "value-of-another-writer";

/** The scenarios of the changing actions. */
export function scenariosOf(world: SecretsWorld): Readonly<Record<string, EvidenceScenario>> {
  const nameOf = (input: unknown) => {
    const { project, config, name } = input as SecretAddress;
    return `${project}/${config}/${name}`;
  };
  const valueOf = (input: unknown) => (input as SetInput).value;
  const change = (make: (nowMs: number) => void) => {
    const nowMs = Date.now();
    world.change(nowMs, () => make(nowMs));
  };
  const write = (input: unknown, value: string) =>
    change((nowMs) => world.write(nameOf(input), value, randomUUID(), nowMs));
  const schedule = (input: unknown) =>
    change((nowMs) => {
      if (world.live(nameOf(input)) !== undefined) world.schedule(nameOf(input), nowMs);
    });
  /** Without a recovery window, a secret goes with its history, and a new one may take its name. */
  const replace = (input: unknown) =>
    change((nowMs) => {
      world.secrets.delete(nameOf(input));
      world.write(nameOf(input), another, randomUUID(), nowMs);
    });
  const listed = (input: unknown) =>
    world.switches.scheduledVersions === "listed" ? world.secrets.get(nameOf(input)) : world.live(nameOf(input));
  return {
    "secrets.set": {
      secrets: [another, "canary-"],
      holds: (input) => world.live(nameOf(input))?.versions.at(-1)?.value === valueOf(input),
      shows: (input, { uuid }) => listed(input)?.versions.some(({ id }) => id === uuid) === true,
      interfere: {
        sets_same: (input) => write(input, valueOf(input)),
        sets_another: (input) => write(input, another),
        deletes: schedule,
        edits_marker_out: replace,
        creates_without_marker: null,
      },
    },
    "secrets.delete": {
      holds: (input) => world.live(nameOf(input)) === undefined,
      interfere: {
        sets_same: schedule,
        sets_another: (input) => write(input, another),
        deletes: (input) => change(() => world.secrets.delete(nameOf(input))),
        edits_marker_out: replace,
        creates_without_marker: null,
      },
    },
  };
}
