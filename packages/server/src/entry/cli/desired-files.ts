/** The files that the file of `svc-server apply` names: where they are, those for new keys, and those with secrets. */
import { constants } from "node:fs";
import { access, readFile, stat } from "node:fs/promises";
import { dirname, isAbsolute, join } from "node:path";
import type { DesiredState } from "../../domain/desired-state/document.ts";
import type { CurrentState, PlanFault } from "../../domain/desired-state/plan.ts";
import { isEventSecret } from "../../domain/provider-events/secrets.ts";
import type { OperatorEnvironment } from "./environment.ts";

/** Returns a path of the file. @param folder the file's own, which its relative paths are seen from. */
export function seenFrom(folder: string, path: string): string {
  return isAbsolute(path) ? path : join(folder, path);
}

/** Returns the state with every path of a key or a secret as it is seen from here. */
export function withPathsFrom(folder: string, { serviceClients, oauthApps, ...others }: DesiredState): DesiredState {
  const reference = (given: string): string =>
    given.startsWith("file:") ? `file:${seenFrom(folder, given.slice("file:".length))}` : given;
  return {
    ...others,
    ...(serviceClients === undefined
      ? {}
      : {
          serviceClients: serviceClients.map(({ keys, ...client }) => ({
            ...client,
            ...(keys === undefined
              ? {}
              : {
                  keys: keys.map(({ keyFile, ...key }) => ({
                    ...key,
                    ...(keyFile === undefined ? {} : { keyFile: seenFrom(folder, keyFile) }),
                  })),
                }),
          })),
        }),
    ...(oauthApps === undefined
      ? {}
      : {
          oauthApps: oauthApps.map(({ secret, eventsSecret, ...app }) => ({
            ...app,
            secret: reference(secret),
            ...(eventsSecret === undefined ? {} : { eventsSecret: reference(eventsSecret) }),
          })),
        }),
  };
}

/** Finds new keys that couldn't be written to their files, before any is made. */
export async function keyFileFaults(
  { serviceClients = [] }: DesiredState,
  current: CurrentState,
): Promise<readonly PlanFault[]> {
  const faults: PlanFault[] = [];
  const taken = new Set<string>();
  for (const [at, { name, keys = [] }] of serviceClients.entries()) {
    const stored = current.serviceClients.find((client) => client.name === name)?.keys ?? [];
    for (const [index, { name: keyName, keyFile }] of keys.entries()) {
      if (keyFile === undefined || stored.some((row) => row.name === keyName)) continue;
      const message = taken.has(keyFile) ? "Another new key is written to this file." : await whyNot(keyFile);
      taken.add(keyFile);
      if (message !== null) {
        faults.push({ pointer: `/serviceClients/${String(at)}/keys/${String(index)}/keyFile`, message });
      }
    }
  }
  return faults;
}

/** Why a new file can't be written there; null if it can. */
async function whyNot(path: string): Promise<string | null> {
  const folder = dirname(path);
  if (!(await succeeds(stat(folder)))) return `The folder ${folder} doesn't exist. Create it first.`;
  if (await succeeds(stat(path))) {
    return "This file exists already, and the key would be new. Move it away, or name another.";
  }
  return (await succeeds(access(folder, constants.W_OK))) ? null : `You can't write to the folder ${folder}.`;
}

async function succeeds(work: Promise<unknown>): Promise<boolean> {
  return work.then(
    () => true,
    () => false,
  );
}

/** The secrets that the file refers to, by their reference. */
export type KnownSecrets = ReadonlyMap<string, string>;

/** Reads the secrets of OAuth apps. A secret that isn't where the file says is a fault. */
export async function readSecrets(
  { oauthApps = [] }: DesiredState,
  environment: Pick<OperatorEnvironment, "variable">,
): Promise<{ secrets: KnownSecrets; faults: readonly PlanFault[] }> {
  const secrets = new Map<string, string>();
  const faults: PlanFault[] = [];
  for (const [at, { secret, eventsSecret }] of oauthApps.entries()) {
    for (const [field, reference] of Object.entries({ secret, eventsSecret })) {
      if (reference === undefined) continue;
      const read = await readSecret(reference, environment);
      const pointer = `/oauthApps/${String(at)}/${field}`;
      if (!read.ok) faults.push({ pointer, message: read.why });
      else if (field === "eventsSecret" && !isEventSecret(read.secret)) faults.push({ pointer, message: eventsForm });
      else secrets.set(reference, read.secret);
    }
  }
  return { secrets, faults };
}

const eventsForm = "A secret for events is visible ASCII, from 8 to 500 characters, without spaces.";

type Read = { ok: true; secret: string } | { ok: false; why: string };

async function readSecret(reference: string, { variable }: Pick<OperatorEnvironment, "variable">): Promise<Read> {
  const [kind = ""] = reference.split(":", 1);
  const place = reference.slice(kind.length + 1);
  if (kind === "env") {
    const secret = variable(place) ?? "";
    return secret === "" ? { ok: false, why: `The variable ${place} isn't set.` } : { ok: true, secret };
  }
  try {
    const secret = (await readFile(place, "utf8")).trim();
    return secret === "" ? { ok: false, why: `The file ${place} is empty.` } : { ok: true, secret };
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? "error";
    return { ok: false, why: `The file ${place} can't be read (${code}).` };
  }
}
