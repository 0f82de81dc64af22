/** `svc-server apply`: makes the deployment as a file says, after printing what differs. No output has a secret. */
import { open, unlink } from "node:fs/promises";
import { ServiceError } from "@svc/contract";
import type { Review } from "@svc/mcp-provider";
import type { Administration } from "../../domain/administration/port.ts";
import { createCarryOut } from "../../domain/desired-state/carry-out.ts";
import { currentState } from "../../domain/desired-state/current.ts";
import type { DesiredApp } from "../../domain/desired-state/document.ts";
import { planChanges, planFaults, type Change } from "../../domain/desired-state/plan.ts";
import { allMcpServers, allOAuthApps, allServiceClients } from "./administered.ts";
import { keyFileFaults, readSecrets, withPathsFrom } from "./desired-files.ts";
import { readReviews, resolveProvider } from "./desired-providers.ts";
import { resolveSecrets } from "./desired-secrets.ts";
import type { OperatorEnvironment } from "./environment.ts";
import { OperatorFailure, printResponse, type OperatorIo, type OperatorOptions } from "./io.ts";
import { nameOf, planLines, presentChange } from "./plan-lines.ts";
import { readSvcFile } from "./svc-file.ts";
import { valueFaults } from "./value-faults.ts";

/** The options of the command. */
export type ApplyOptions = OperatorOptions & { dryRun?: boolean; prune?: boolean; force?: boolean };

/** What the command works with. */
export type ApplyParts = {
  io: OperatorIo;
  environment: Pick<OperatorEnvironment, "variable" | "nowMs">;
  administration: Administration;
};

/** @throws OperatorFailure with the line and column of each fault; nothing was changed then. */
export async function applyFile(parts: ApplyParts, path: string, options: ApplyOptions): Promise<void> {
  const { io, administration, environment } = parts;
  const { force = false } = options;
  const { desired: written, folder, refuse } = await readSvcFile(path);
  const desired = withPathsFrom(folder, written);
  const { oauthApps, providers, ...others } = desired;
  const { reviews, faults } = await readReviews(providers ?? [], folder);
  refuse(faults);
  const serviceClients = await allServiceClients(administration);
  const mcpServers = await allMcpServers(administration);
  const oauthAppsNow = await allOAuthApps(administration);
  const nowMs = environment.nowMs();
  const current = currentState({ serviceClients, oauthApps: oauthAppsNow, mcpServers, nowMs });
  const named = {
    ...others,
    ...(oauthApps === undefined ? {} : { oauthApps }),
    providers: reviews.map((review) => ({ review })),
  };
  refuse([...planFaults(named, current), ...(await valueFaults(named, { administration, force }))]);
  const { secrets, faults: missing } = await readSecrets(desired, environment);
  refuse([...(await keyFileFaults(desired, current)), ...missing]);
  const secretOf = (app: DesiredApp) => resolveSecrets(app, { secrets, administration, current });
  const compared = (review: Review) => resolveProvider(administration, review, current.providers);
  const resolved = {
    ...others,
    ...(oauthApps === undefined ? {} : { oauthApps: await Promise.all(oauthApps.map(secretOf)) }),
    ...(providers === undefined ? {} : { providers: await Promise.all(reviews.map(compared)) }),
  };
  const { changes, kept } = planChanges(resolved, current, { prune: options.prune ?? false });
  if (options.format === "table") for (const line of planLines(changes, kept)) io.out(`${line}\n`);
  const isApplied = options.dryRun !== true;
  if (isApplied) {
    // Their patterns were checked. A process behind the same address may not have loaded a provider that is set now.
    const setsProviders = changes.some(({ step }) => step === "set_provider");
    const carryOut = createCarryOut({ administration, force: force || setsProviders, keep: keepKey }, current);
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
