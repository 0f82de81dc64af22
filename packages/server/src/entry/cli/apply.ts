/** `svc-server apply`: makes the deployment as a file says, after printing what differs. No output has a secret. */
import { open, readFile, stat, unlink } from "node:fs/promises";
import { ServiceError, type AdminResult, type InputError } from "@svc/contract";
import { patternsOf } from "../../domain/administration/given.ts";
import { refuseWithoutApp } from "../../domain/administration/oauth-apps.ts";
import type { Administration } from "../../domain/administration/port.ts";
import { createCarryOut } from "../../domain/desired-state/carry-out.ts";
import { readCurrentState } from "../../domain/desired-state/current.ts";
import type { DesiredApp, DesiredState } from "../../domain/desired-state/document.ts";
import {
  isSameApp,
  planChanges,
  planFaults,
  type Change,
  type CurrentState,
  type ResolvedApp,
} from "../../domain/desired-state/plan.ts";
import { registrationOf } from "../../domain/desired-state/settings.ts";
import { readPolicyRules } from "../../domain/policy/rules.ts";
import type { KnownInputs } from "../../domain/policy/rules.ts";
import { findUnmatched } from "../../domain/service-clients/policy.ts";
import { checkRegistration } from "../../domain/service-clients/registration.ts";
import { allServiceClients } from "./administered.ts";
import type { OperatorEnvironment } from "./environment.ts";
import { OperatorFailure, printResponse, type OperatorIo, type OperatorOptions } from "./io.ts";
import { nameOf, planLines, presentChange } from "./plan-lines.ts";
import { readSvcFile } from "./svc-file.ts";

/** The options of the command. */
export type ApplyOptions = OperatorOptions & { dryRun?: boolean; prune?: boolean; force?: boolean };

/** What the command works with. */
export type ApplyParts = {
  io: OperatorIo;
  environment: Pick<OperatorEnvironment, "variable" | "nowMs">;
  administration: Administration;
  /** The providers of this process, if the deployment is here; null if a server elsewhere checks inputs of rules. */
  known: readonly KnownInputs[] | null;
};

/** @throws OperatorFailure with the line and column of each fault; nothing was changed then. */
export async function applyFile(parts: ApplyParts, path: string, options: ApplyOptions): Promise<void> {
  const { io, administration, environment, known } = parts;
  const { force = false } = options;
  const { desired, refuse } = await readSvcFile(path);
  const serviceClients = await allServiceClients(administration);
  const current = await readCurrentState({ administration, serviceClients, nowMs: environment.nowMs() });
  const { providers } = await administration.listDeployedProviders({});
  refuse([...planFaults(desired, current), ...valueFaults(desired, { providers, known }, force)]);
  await refuseTakenFiles(desired, current, refuse);
  const { oauthApps, ...others } = desired;
  const resolve = (app: DesiredApp) => resolveSecret(app, { environment, administration, current });
  const resolved = {
    ...others,
    ...(oauthApps === undefined ? {} : { oauthApps: await Promise.all(oauthApps.map(resolve)) }),
  };
  const { changes, kept } = planChanges(resolved, current, { prune: options.prune ?? false });
  if (options.format === "table") for (const line of planLines(changes, kept)) io.out(`${line}\n`);
  const isApplied = options.dryRun !== true;
  if (isApplied) {
    const carryOut = createCarryOut({ administration, force, keep: keepKey }, current);
    for (const [done, change] of changes.entries()) {
      try {
        for (const warning of await carryOut(change)) io.err(`warning: ${nameOf(change)}: ${warning}\n`);
      } catch (error) {
        throw failureOf(error, change, { done, all: changes.length });
      }
    }
  }
  if (options.format === "json") {
    printResponse(io, "json", {
      changes: changes.map(presentChange),
      kept: kept.map(presentChange),
      applied: isApplied,
    });
  } else if (changes.length > 0) io.out(isApplied ? "Applied.\n" : "Nothing was changed: this was a dry run.\n");
}

type Providers = { providers: AdminResult<"listDeployedProviders">["providers"]; known: ApplyParts["known"] };

/** The faults of values that the schema doesn't know: origins, URLs, patterns, rules, providers. */
function valueFaults(desired: DesiredState, { providers, known }: Providers, force: boolean): Fault[] {
  const actions = providers.map(({ slug, actionIds }) => ({ slug, actions: actionIds.map((id) => ({ id })) }));
  const unmatched = (rules: Parameters<typeof patternsOf>[0], at: string): Fault[] =>
    force ? [] : findUnmatched(patternsOf(rules, at), actions);
  const ruleFaults = (rules: Parameters<typeof patternsOf>[0] = [], pointer: string): Fault[] => [
    ...(known === null ? [] : faultsOf(() => readPolicyRules(rules, known))).map(({ message }) => ({
      pointer,
      message,
    })),
    ...unmatched(rules, pointer),
  ];
  const clients = (desired.serviceClients ?? []).flatMap((client, at) => {
    const pointer = `/serviceClients/${String(at)}`;
    const patterns = (client.policy?.actions ?? []).map((pattern, index) => {
      return { pattern, pointer: `${pointer}/policy/actions/${String(index)}` };
    });
    return [
      ...faultsOf(() => checkRegistration(registrationOf(client))).map(({ pointer: field, message }) => ({
        pointer: `${pointer}${field.replace("/allowedActions", "/policy/actions")}`,
        message,
      })),
      ...(force ? [] : findUnmatched(patterns, actions)),
      ...ruleFaults(client.policy?.rules, `${pointer}/policy/rules`),
      ...(client.keys ?? []).flatMap((key, index) => ruleFaults(key.rules, `${pointer}/keys/${String(index)}/rules`)),
    ];
  });
  const apps = (desired.oauthApps ?? []).flatMap(({ provider }, at) =>
    faultsOf(() => refuseWithoutApp(provider, providers)).map(({ message }) => ({
      pointer: `/oauthApps/${String(at)}/provider`,
      message,
    })),
  );
  return [...clients, ...apps];
}

type Fault = Pick<InputError, "pointer" | "message">;

/** The faults that a check throws. */
function faultsOf(check: () => unknown): Fault[] {
  try {
    check();
    return [];
  } catch (error) {
    if (error instanceof ServiceError) return [...(error.errors ?? [{ pointer: "", message: error.detail }])];
    if (error instanceof OperatorFailure) return [{ pointer: "", message: error.message }];
    throw error;
  }
}

/** Refuses files for new keys that exist, before anything is changed. */
async function refuseTakenFiles(
  { serviceClients = [] }: DesiredState,
  current: CurrentState,
  refuse: (faults: readonly Fault[]) => void,
): Promise<void> {
  const faults: Fault[] = [];
  for (const [at, { name, keys = [] }] of serviceClients.entries()) {
    const stored = current.serviceClients.find((client) => client.name === name)?.keys ?? [];
    for (const [index, key] of keys.entries()) {
      if (key.keyFile === undefined || stored.some((row) => row.name === key.name)) continue;
      const isTaken = await stat(key.keyFile).then(
        () => true,
        () => false,
      );
      const message = "This file exists already, and the key would be new. Move it away, or name another.";
      if (isTaken) faults.push({ pointer: `/serviceClients/${String(at)}/keys/${String(index)}/keyFile`, message });
    }
  }
  refuse(faults);
}

type Resolving = Pick<ApplyParts, "environment" | "administration"> & { current: CurrentState };

/** Finds an app's secret, and whether it is the stored one. @throws OperatorFailure if it isn't where the file says. */
async function resolveSecret(
  app: DesiredApp,
  { environment, administration, current }: Resolving,
): Promise<ResolvedApp> {
  const secret = await readSecret(app.secret, environment);
  const stored = current.oauthApps.find((other) => isSameApp(app, other));
  if (stored === undefined) return { ...app, resolved: secret, isStored: false };
  const { provider, serviceClientId } = stored;
  const query = serviceClientId === "" ? {} : { serviceClient: serviceClientId };
  const { isSame } = await administration.checkOAuthAppSecret({ params: { provider }, query, body: { secret } });
  return { ...app, resolved: secret, isStored: isSame };
}

async function readSecret(reference: string, environment: ApplyParts["environment"]): Promise<string> {
  const [kind = "", ...rest] = reference.split(":");
  const place = rest.join(":");
  if (kind === "env") {
    const value = environment.variable(place);
    if (value === undefined || value === "")
      throw new OperatorFailure(`The variable ${place} isn't set. Nothing was changed.`);
    return value;
  }
  try {
    return (await readFile(place, "utf8")).trim();
  } catch (error) {
    throw new OperatorFailure(`The file ${place} can't be read. Nothing was changed.`, { cause: error });
  }
}

/** Makes a key and writes it to a new file that only this user can read. */
async function keepKey(path: string, make: () => Promise<{ key: string }>): Promise<void> {
  const file = await open(path, "wx", 0o600).catch((error: unknown) => {
    const code = (error as NodeJS.ErrnoException).code ?? "error";
    throw new OperatorFailure(`${path} can't be created (${code}).`, { cause: error });
  });
  try {
    const { key } = await make().catch(async (error: unknown) => {
      await unlink(path);
      throw error;
    });
    await file.writeFile(`${key}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
}

const staleDetail =
  "Somebody changed it since the plan was made (PRECONDITION_FAILED). Nothing of theirs was overwritten.";
const otherwise = "apply the file again to make the others.";

function failureOf(error: unknown, change: Change, { done, all }: { done: number; all: number }): unknown {
  const reason = error instanceof ServiceError || error instanceof OperatorFailure ? error : null;
  if (reason === null) return error;
  const isStale = reason instanceof ServiceError && reason.code === "PRECONDITION_FAILED";
  const known = reason instanceof ServiceError ? reason.detail : reason.message;
  const detail = isStale ? staleDetail : known;
  const next = isStale ? "look at what differs now with --dry-run, and apply the file again." : otherwise;
  const made = `${String(done)} of ${String(all)} changes were made; ${next}`;
  return new OperatorFailure(`${nameOf(change)}: ${detail}\n${made}`, { cause: error });
}
