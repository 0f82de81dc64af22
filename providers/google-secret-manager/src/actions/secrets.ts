/** The actions on secrets, in the catalog's order. */
import { type EvidenceVerdict, ProviderFailure, type ReadPort } from "@svc/provider-kit";
import { defineSecretsAction, secretPreview } from "@svc/provider-kit/secrets";
import {
  addVersionRequest,
  assertProject,
  createRequest,
  deleteRequest,
  isAbsent,
  readNames,
  readSecret,
  readValue,
  readVersion,
  type SecretAddress,
  type SecretName,
  type Version,
} from "../client.ts";
import { configInput, createOutput, deleteOutput, secretInput, setFacts, setInput, setOutput } from "../fields.ts";
import { readState } from "../preview.ts";
import { tokenSeconds } from "../service-account.ts";

/** The names in a config, without values. */
const secretsNamesList = defineSecretsAction("secrets.names.list", {
  description:
    "Lists the names of the secrets in a config, without their values. Includes secrets that have no value yet. The list can be minutes " +
    "old.",
  input: configInput,
  example: { project: "harbor-prod", config: "prod" },
  async run({ project, config }, provider) {
    assertProject(provider, project);
    return { names: (await readNames(provider, config)).map(({ name }) => name) };
  },
});

const secretsGet = defineSecretsAction("secrets.get", {
  description:
    "Reads the value of one secret's newest version. A secret without a value is `SECRET_NOT_FOUND`; one whose newest version is disabled or " +
    "destroyed is refused. A new version can take minutes to appear.",
  input: secretInput,
  example: { project: "harbor-prod", config: "prod", name: "API_KEY" },
  async run(input, provider) {
    assertProject(provider, input.project);
    const value = await readValue(provider, input, "latest");
    if (value !== null) return { name: input.name, computed: value };
    throw new ProviderFailure({
      code: "SECRET_NOT_FOUND",
      detail: "The config has no secret with this name, or it has no value yet.",
    });
  },
});

const secretsCreate = defineSecretsAction("secrets.create", {
  description:
    "Creates one secret without a value, with automatic replication. Use `secrets.set` to add a value. An existing name is refused. The " +
    "annotation `svc-marker` identifies the execution that created the secret.",
  input: secretInput,
  output: createOutput,
  example: { project: "harbor-prod", config: "prod", name: "GREETING" },
  evidence: {
    strength: "strong",
    needs: ["secrets.names.list"],
    async settle({ input, marker, provider }): Promise<EvidenceVerdict> {
      // The input was valid when it was sent.
      const address = input as SecretAddress;
      const secret = await readSecret(provider, address);
      if (secret === null) return { verdict: "not_applied", basis: "absence", isAnchored: false };
      return secret.marker === marker.hex
        ? { verdict: "applied", basis: "marker", output: createdOutput(address) }
        : { verdict: "undetermined", why: "The secret exists, but doesn't have this marker." };
    },
  },
  preview: secretPreview("create", ["secrets.names.list"], readState),
  async run(input, provider) {
    assertProject(provider, input.project);
    if ((await readSecret(provider, input)) !== null) {
      const detail = "A secret with this name already exists, so nothing was created.";
      throw new ProviderFailure({ code: "PROVIDER_REJECTED", detail });
    }
    await provider.change(createRequest(provider, input, provider.marker.hex), { accept: [200] });
    return createdOutput(input);
  },
});

function createdOutput({ project, config, name }: SecretAddress) {
  return { project, config, name, created: true as const };
}

/**
 * How long after a token expires svc waits, for all of Google's clocks to be past it and reads by version number to be
 * up to date.
 */
const lagMs = 10 * 60_000;
/** A look can only make a limited number of reads. */
const versionsMax = 15;

/** Writes one secret, as a new version. */
const secretsSet = defineSecretsAction("secrets.set", {
  description:
    "Writes a new version of one existing secret. A name that doesn't exist is `SECRET_NOT_FOUND`; use `secrets.create` first. If someone " +
    "else writes the secret at the same time, both add a version, and the last write wins.",
  input: setInput,
  output: setOutput,
  example: { project: "harbor-prod", config: "prod", name: "GREETING", value: "hello" },
  evidence: {
    strength: "state",
    needs: ["secrets.get"],
    facts: setFacts,
    compares: ["value"],
    async settle({ input, facts, sentAt, nowMs, provider, sameAsSent }): Promise<EvidenceVerdict> {
      // The input was valid when it was sent.
      const address = input as SecretAddress;
      if (facts === null) return undetermined("The previous version isn't known.");
      const before = facts.version === 0 ? null : await readVersion(provider, address, facts.version);
      if (facts.version > 0 && before?.createdAt !== facts.createdAt) {
        return undetermined("The previous version no longer exists.");
      }
      const isOurs = await compareAfter(provider, address, facts.version, (value) => sameAsSent("value", value));
      if (isOurs.length >= versionsMax) return undetermined("The secret has been written too many times since.");
      if (isOurs.at(-1) === true) {
        // Only a secret that had no value is certain not to have had this one before.
        return { verdict: "applied", basis: "state", wasDifferent: facts.version === 0, output: savedOutput(address) };
      }
      if (isOurs.includes(true)) return undetermined("The secret has been written again since.");
      // A secret without a version may have been deleted and created again since.
      if (before === null) return undetermined("The secret has no version with this value.");
      // The token was signed before the request was sent. If Google's clock is behind, the token expires later by that
      // clock.
      const behindMs = Math.max(0, sentAt - facts.answeredAtMs);
      const expiresAt = sentAt + tokenSeconds * 1000 + behindMs + lagMs;
      return nowMs >= expiresAt
        ? { verdict: "not_applied", basis: "expiry", expiresAt }
        : undetermined("Google can still accept the request until its token expires.");
    },
  },
  preview: secretPreview("set", ["secrets.get"], async ({ project, ...secret }, provider) => {
    assertProject(provider, project);
    return { exists: true, version: (await readNewest(provider, secret))?.number ?? null };
  }),
  async run(input, provider) {
    assertProject(provider, input.project);
    const { project: _project, value, ...secret } = input;
    const newest = await readNewest(provider, secret);
    const { number: version = 0, createdAt = "", answeredAtMs = 0 } = newest ?? {};
    // Without Google's time, the token's expiry isn't known well enough.
    const facts = { version, createdAt, answeredAtMs: Number.isNaN(answeredAtMs) ? 0 : answeredAtMs };
    await provider.change(addVersionRequest(provider, secret, value), { accept: [200], facts });
    return savedOutput(input);
  },
});

/** Reads the newest version; null for a secret without a value. @throws ProviderFailure if there is no such secret. */
async function readNewest(provider: ReadPort, secret: SecretName): Promise<Version | null> {
  const newest = await readVersion(provider, secret, "latest");
  if (newest === null && (await readSecret(provider, secret)) === null) {
    throw new ProviderFailure({
      code: "SECRET_NOT_FOUND",
      detail: "The config has no secret with this name, so nothing was written. Create it first, with secrets.create.",
    });
  }
  return newest;
}

/** Compares the value of each version after this one, reading by number: only these reads never lag. */
async function compareAfter(
  provider: ReadPort,
  secret: SecretName,
  version: number,
  isSame: (value: string) => boolean,
): Promise<boolean[]> {
  const found: boolean[] = [];
  while (found.length < versionsMax) {
    const value = await readValue(provider, secret, version + found.length + 1);
    if (value === null) break;
    found.push(isSame(value));
  }
  return found;
}

function undetermined(why: string): EvidenceVerdict {
  return { verdict: "undetermined", why };
}

function savedOutput({ project, config, name }: SecretAddress) {
  return { project, config, name, saved: true as const };
}

/** Deletes one secret with all its versions. */
const secretsDelete = defineSecretsAction("secrets.delete", {
  description:
    "Permanently deletes one secret with all its versions. A missing name is a result (`already_absent`), not an error.",
  input: secretInput,
  output: deleteOutput,
  example: { project: "harbor-prod", config: "prod", name: "GREETING" },
  evidence: {
    strength: "state",
    needs: ["secrets.names.list"],
    async settle({ input, provider }) {
      // The input was valid when it was sent.
      const address = input as SecretAddress;
      if ((await readSecret(provider, address)) !== null) {
        return { verdict: "undetermined", why: "The project has a secret with this name." };
      }
      // The request was only sent because the secret existed.
      return { verdict: "applied", basis: "state", wasDifferent: true, output: deletedOutput(address, "deleted") };
    },
  },
  preview: secretPreview("delete", ["secrets.names.list"], readState),
  async run(input, provider) {
    assertProject(provider, input.project);
    if ((await readSecret(provider, input)) === null) return deletedOutput(input, "already_absent");
    const response = await provider.change(deleteRequest(provider, input), { accept: [200, 404] });
    return deletedOutput(input, isAbsent(response) ? "already_absent" : "deleted");
  },
});

function deletedOutput({ project, config, name }: SecretAddress, result: "deleted" | "already_absent") {
  return { project, config, name, result };
}

export const secretActions = [secretsNamesList, secretsGet, secretsCreate, secretsSet, secretsDelete];
