/** `secrets.set`: writes one parameter, with the execution's marker in its description. */
import { signedForMs } from "@svc/aws";
import { ProviderFailure, type EvidenceVerdict } from "@svc/provider-kit";
import { defineSecretsAction, secretPreview } from "@svc/provider-kit/secrets";
import type { Static } from "typebox";
import {
  assertStorable,
  markText,
  putRequest,
  readPresent,
  readState,
  type Present,
  type SecretAddress,
} from "../client.ts";
import { setFacts, setInput, setOutput } from "../fields.ts";

export const secretsSet = defineSecretsAction("secrets.set", {
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
