/** The actions on secrets, in the catalog's order. */
import { partsAt, signedForMs } from "@svc/aws";
import { type EvidenceVerdict, ProviderFailure } from "@svc/provider-kit";
import { defineSecretsAction, secretPreview } from "@svc/provider-kit/secrets";
import type { Static } from "typebox";
import {
  assertStorable,
  deleteRequest,
  markText,
  type Present,
  putRequest,
  readNames,
  readPresent,
  readState,
  readValue,
  type SecretAddress,
} from "../client.ts";
import { configInput, deleteOutput, secretInput, setFacts, setInput, setOutput } from "../fields.ts";

/** The names in a config, without values. */
const secretsNamesList = defineSecretsAction("secrets.names.list", {
  description:
    "Lists the names of the parameters in a config, without their values. Parameters at deeper levels aren't listed.",
  input: configInput,
  example: { project: "app", config: "prod" },
  async run({ project, config }, provider) {
    return { names: partsAt(await readNames(provider, `/${project}/${config}`, "OneLevel"), 2) };
  },
});

const secretsGet = defineSecretsAction("secrets.get", {
  description: "Reads the decrypted value of one parameter.",
  input: secretInput,
  example: { project: "app", config: "prod", name: "API_KEY" },
  run: async (input, provider) => ({ name: input.name, computed: await readValue(provider, input) }),
});

/** Writes one parameter, with the execution's marker in its description. */
const secretsSet = defineSecretsAction("secrets.set", {
  description:
    "Creates one encrypted parameter (SecureString), or writes a new version of it with the same KMS key. svc appends its marker to the " +
    "description. If someone else creates the parameter at the same time, AWS refuses this write; if someone else updates it, the last " +
    "write wins.",
  input: setInput,
  output: setOutput,
  example: { project: "app", config: "prod", name: "GREETING", value: "hello" },
  evidence: {
    strength: "strong",
    needs: ["secrets.names.list"],
    quietSeconds: signedForMs / 1000,
    facts: setFacts,
    async settle({ input, facts, marker, provider }): Promise<EvidenceVerdict> {
      // The input was valid when it was sent.
      const address = input as SecretAddress;
      const { present, seenAt } = await readPresent(provider, address);
      if (present?.description.includes(markText(marker)) === true) {
        return { verdict: "applied", basis: "marker", output: savedOutput(address) };
      }
      return judgeAbsence(facts, present, seenAt);
    },
  },
  preview: secretPreview("set", ["secrets.names.list"], readState),
  async run(input, provider) {
    assertStorable(input.value);
    const { present, seenAt } = await readPresent(provider, input);
    if (present !== null && present.type !== "SecureString") {
      throw new ProviderFailure({
        code: "PROVIDER_REJECTED",
        detail: "The parameter isn't encrypted, and AWS can't turn it into a SecureString, so nothing was written.",
      });
    }
    const facts = { version: present?.version ?? 0, modifiedAt: present?.modifiedAt ?? 0, seenAt };
    await provider.change(putRequest(input, input.value, present, provider.marker), { accept: [200], facts });
    return savedOutput(input);
  },
});

/** The verdict if the description doesn't have this write's marker. */
function judgeAbsence(
  facts: Static<typeof setFacts> | null,
  present: Present | null,
  nowAt: number | null,
): EvidenceVerdict {
  const { version = 0, modifiedAt = 0, seenAt = null } = facts ?? {};
  if (present === null) {
    // Someone may have deleted the parameter that this write created.
    return { verdict: "not_applied", basis: "absence", isAnchored: false };
  }
  if (present.version !== version || present.modifiedAt !== modifiedAt) {
    return { verdict: "undetermined", why: "Someone has written the parameter, perhaps after this write." };
  }
  if (seenAt === null || nowAt === null || nowAt < seenAt + signedForMs) {
    return { verdict: "undetermined", why: "The parameter is unchanged, but this write can still take effect." };
  }
  return { verdict: "not_applied", basis: "expiry", expiresAt: seenAt + signedForMs };
}

function savedOutput({ project, config, name }: SecretAddress) {
  return { project, config, name, saved: true as const };
}

const secretsDelete = defineSecretsAction("secrets.delete", {
  description:
    "Permanently deletes one parameter and its history. A missing name is a result (`already_absent`), not an error.",
  input: secretInput,
  output: deleteOutput,
  example: { project: "app", config: "prod", name: "GREETING" },
  evidence: {
    strength: "state",
    needs: ["secrets.names.list"],
    async settle({ input, provider }) {
      // The input was valid when it was sent.
      const address = input as SecretAddress;
      const { present } = await readPresent(provider, address);
      if (present !== null) return { verdict: "undetermined", why: "There is a parameter with this name." };
      // The request was only sent because the parameter existed.
      return { verdict: "applied", basis: "state", wasDifferent: true, output: deletedOutput(address, "deleted") };
    },
  },
  preview: secretPreview("delete", ["secrets.names.list"], readState),
  async run(input, provider) {
    const { present } = await readPresent(provider, input);
    if (present === null) return deletedOutput(input, "already_absent");
    await provider.change(deleteRequest(input), { accept: [200] });
    return deletedOutput(input, "deleted");
  },
});

function deletedOutput({ project, config, name }: SecretAddress, result: "deleted" | "already_absent") {
  return { project, config, name, result };
}

export const secretActions = [secretsNamesList, secretsGet, secretsSet, secretsDelete];
