/** `secrets.set`: writes one secret, as a version whose id is the execution's marker. */
import { signedForMs } from "@svc/aws";
import { ProviderFailure, type EvidenceVerdict, type ReadPort } from "@svc/provider-kit";
import { defineSecretsAction, secretPreview } from "@svc/provider-kit/secrets";
import type { Static } from "typebox";
import {
  createRequest,
  putRequest,
  readPresent,
  readVersions,
  type Present,
  type SecretAddress,
  type Versions,
} from "../client.ts";
import { setFacts, setInput, setOutput } from "../fields.ts";

/** AWS keeps every version for a day, and always the newest hundred. Less than a day, to be safe. */
const historyMs = 23 * 60 * 60 * 1000;

export const secretsSet = defineSecretsAction("secrets.set", {
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
