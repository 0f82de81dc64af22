/** The actions on secrets, in the catalog's order. */
import { partsAt, signedForMs } from "@svc/aws";
import { type EvidenceVerdict, ProviderFailure, type ReadPort } from "@svc/provider-kit";
import { defineSecretsAction, secretPreview } from "@svc/provider-kit/secrets";
import type { Static } from "typebox";
import {
  createRequest,
  deleteRequest,
  type Present,
  putRequest,
  readNames,
  readPresent,
  readValue,
  readVersions,
  type SecretAddress,
  type Versions,
} from "../client.ts";
import { configInput, deleteOutput, secretInput, setFacts, setInput, setOutput } from "../fields.ts";

/** The names in a config, without values. */
const secretsNamesList = defineSecretsAction("secrets.names.list", {
  description:
    "Lists the names of the secrets in a config, without their values. Secrets scheduled for deletion aren't listed. The list can be up to " +
    "five minutes old.",
  input: configInput,
  example: { project: "app", config: "prod" },
  async run({ project, config }, provider) {
    return { names: partsAt(await readNames(provider, `${project}/${config}/`), 2) };
  },
});

const secretsGet = defineSecretsAction("secrets.get", {
  description: "Reads the value of one secret's current version. Binary secrets aren't supported.",
  input: secretInput,
  example: { project: "app", config: "prod", name: "API_KEY" },
  run: async (input, provider) => ({ name: input.name, computed: await readValue(provider, input) }),
});

/** AWS keeps every version for a day, and always the newest hundred. Less than a day, to be safe. */
const historyMs = 23 * 60 * 60 * 1000;

/** Writes one secret, as a version whose id is the execution's marker. */
const secretsSet = defineSecretsAction("secrets.set", {
  description:
    "Creates one secret, or writes a new version of it. If someone else creates the secret at the same time, AWS refuses this write; if " +
    "someone else updates it, the last write wins. A secret scheduled for deletion can't be written.",
  input: setInput,
  output: setOutput,
  example: { project: "app", config: "prod", name: "GREETING", value: "hello" },
  evidence: {
    strength: "exact",
    needs: ["secrets.names.list"],
    quietSeconds: signedForMs / 1000,
    facts: setFacts,
    async settle({ input, facts, marker, provider }): Promise<EvidenceVerdict> {
      // The input was valid when it was sent.
      const address = input as SecretAddress;
      const versions = await readVersions(provider, address);
      if (versions?.ids.has(marker.uuid) === true) {
        return { verdict: "applied", basis: "marker", output: savedOutput(address) };
      }
      return judgeAbsence(facts, versions);
    },
  },
  preview: secretPreview("set", ["secrets.names.list"], async (address, provider) => ({
    exists: (await readWritable(provider, address)) !== null,
  })),
  async run(input, provider) {
    const present = await readWritable(provider, input);
    const { marker } = provider;
    const facts = { arn: present?.arn ?? null, seenAt: present?.seenAt ?? null };
    const makeRequest = present === null ? createRequest : putRequest;
    await provider.change(makeRequest(input, input.value, marker.uuid), { accept: [200], facts });
    return savedOutput(input);
  },
});

/** Reads the secret; null if there is none. @throws ProviderFailure if it can't be written. */
async function readWritable(provider: ReadPort, address: SecretAddress): Promise<Present | null> {
  const present = await readPresent(provider, address);
  if (present?.isScheduled !== true) return present;
  throw new ProviderFailure({
    code: "PROVIDER_REJECTED",
    detail:
      "The secret is scheduled for deletion, so nothing was written. Restore it in AWS, or wait until it's deleted.",
  });
}

/** The verdict if no version has the marker. Only the same secret, with its history, can prove anything. */
function judgeAbsence(facts: Static<typeof setFacts> | null, versions: Versions | null): EvidenceVerdict {
  const { arn = null, seenAt = null } = facts ?? {};
  if (arn === null || versions === null || versions.arn !== arn) {
    // Someone may have destroyed the secret with all its versions.
    return { verdict: "not_applied", basis: "absence", isAnchored: false };
  }
  if (seenAt === null || versions.seenAt === null || versions.seenAt > seenAt + historyMs) {
    return {
      verdict: "undetermined",
      why: "The list of versions may no longer include the one that this write created.",
    };
  }
  const expiresAt = seenAt + signedForMs;
  if (versions.seenAt < expiresAt) {
    return { verdict: "undetermined", why: "No version is from this write, but it can still take effect." };
  }
  return { verdict: "not_applied", basis: "expiry", expiresAt };
}

function savedOutput({ project, config, name }: SecretAddress) {
  return { project, config, name, saved: true as const };
}

/** Schedules one secret for deletion. */
const secretsDelete = defineSecretsAction("secrets.delete", {
  description:
    "Schedules one secret for deletion in seven days. From then on it can't be read. Until it's deleted, its name can't be reused, and you " +
    "can restore it in AWS. A missing name is a result (`already_absent`), not an error.",
  input: secretInput,
  output: deleteOutput,
  example: { project: "app", config: "prod", name: "GREETING" },
  evidence: {
    strength: "state",
    needs: ["secrets.names.list"],
    async settle({ input, provider }) {
      // The input was valid when it was sent.
      const address = input as SecretAddress;
      const present = await readPresent(provider, address);
      if (present !== null && !present.isScheduled) {
        return { verdict: "undetermined", why: "The secret exists and isn't scheduled for deletion." };
      }
      // The request was only sent because the secret existed.
      return { verdict: "applied", basis: "state", wasDifferent: true, output: deletedOutput(address, "deleted") };
    },
  },
  preview: secretPreview("delete", ["secrets.names.list"], async (address, provider) => {
    const present = await readPresent(provider, address);
    return { exists: present !== null && !present.isScheduled };
  }),
  async run(input, provider) {
    const present = await readPresent(provider, input);
    if (present === null || present.isScheduled) return deletedOutput(input, "already_absent");
    await provider.change(deleteRequest(input), { accept: [200] });
    return deletedOutput(input, "deleted");
  },
});

function deletedOutput({ project, config, name }: SecretAddress, result: "deleted" | "already_absent") {
  return { project, config, name, result };
}

export const secretActions = [secretsNamesList, secretsGet, secretsSet, secretsDelete];
