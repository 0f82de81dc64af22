/** `svc connections import`: one credential from a file or standard input, or a whole list. Never from an argument. */
import type { AuthKind, ImportConnection } from "@svc/contract";
import type { Context } from "../../context.ts";
import { CommandFailure } from "../../failure.ts";
import { readInput } from "../../input.ts";
import { inferredAuthKind } from "../auth-kind.ts";
import { importFile } from "./import-file.ts";

type Flags = {
  provider?: string;
  authKind?: AuthKind;
  action?: string[];
  credential?: string;
  file?: string;
  report?: string;
  dryRun?: boolean;
  idempotencyKey?: string;
};

/** Imports one connection, or those of a list. */
export async function run(context: Context, _args: readonly string[], flags: Flags): Promise<void> {
  const dryRun = flags.dryRun === true;
  if (flags.file !== undefined) {
    if (flags.report === undefined) {
      throw new CommandFailure(2, "--file needs --report, the file in which svc records what was imported.");
    }
    const others = ["provider", "authKind", "action", "credential", "idempotencyKey"] as const;
    if (others.some((name) => flags[name] !== undefined)) {
      throw new CommandFailure(2, "With --file, each line names its provider, actions and credential.");
    }
    return importFile(context, { list: flags.file, report: flags.report, dryRun });
  }
  const { provider, action: requestedActions, credential: source } = flags;
  if (provider === undefined || requestedActions === undefined || source === undefined) {
    throw new CommandFailure(2, "Pass --provider, --action and --credential, or --file and --report.");
  }
  if (source !== "-" && !source.startsWith("@")) {
    throw new CommandFailure(
      2,
      "--credential must be @file, or - for standard input, so that the credential stays out of your shell history.",
    );
  }
  const credential = readInput(context.io, source, "--credential");
  const tenant = await context.tenant();
  const authKind = flags.authKind ?? (await inferredAuthKind(tenant, provider, undefined));
  const body: ImportConnection = { provider, authKind, requestedActions, credential, ...(dryRun ? { dryRun } : {}) };
  const idempotencyKey = context.ensureKey(flags.idempotencyKey);
  context.show(await tenant.connections.import(body, { idempotencyKey }));
}
