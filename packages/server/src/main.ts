/** svc-server: the entry point of the server and of the operator's commands. */
import { once } from "node:events";
import { ServiceError } from "@svc/contract";
import { printable, takesColor, usageHint, type Surface } from "@svc/contract/terminal";
import { CommanderError } from "commander";
import { ConfigError } from "./app/config.ts";
import { ownVariables } from "./app/own-variables.ts";
import { installUncaughtHandler, isClosedPipe, outliveReaders, refuseDebugger, version } from "./app/own-process.ts";
import { createOperatorActions } from "./entry/cli/actions.ts";
import { AuditFailure } from "./entry/cli/audit.ts";
import { DoctorFailure } from "./entry/cli/doctor/diagnose.ts";
import { OperatorFailure, UsageFailure, type OperatorIo } from "./entry/cli/io.ts";
import { createOperatorProgram } from "./entry/cli/program.ts";
import { operatorEnvironment } from "./app/operator-environment.ts";
import { loadDeployed } from "./app/provider-loading/index.ts";
import { StoreCopyError, StoreError, StoreStartError } from "./adapters/store/errors.ts";
import { useAdvice } from "./adapters/store/faults.ts";
import { VaultError, VaultStartError } from "./domain/vault/errors.ts";
import { AdministrationUnavailable } from "./domain/administration/unavailable.ts";
import { systemPlatform } from "./platform.ts";

/** What standard output is: a terminal, or a pipe. */
function surface(): Surface {
  const { isTTY: isTerminal, columns } = process.stdout;
  const { TERM: term, NO_COLOR: noColor, FORCE_COLOR: forceColor } = ownVariables();
  const given = { term: term || null, noColor: noColor || null, forceColor: forceColor || null };
  const color = takesColor({ isTerminal, ...given });
  return { width: isTerminal ? columns : null, color, nowMs: isTerminal ? systemPlatform.nowMs() : null };
}

const io: OperatorIo = {
  surface,
  out: (text) => process.stdout.write(text),
  err: (text) => process.stderr.write(text),
  async drained() {
    if (process.stdout.errored !== null) throw process.stdout.errored;
    if (process.stdout.writableNeedDrain) await once(process.stdout, "drain");
  },
};

/** Returns the lines that describe a failure to an operator: our own text, never that of a foreign error. */
function describeFailure(error: unknown): string[] {
  if (error instanceof ConfigError || error instanceof OperatorFailure) return error.message.split("\n");
  if (error instanceof StoreStartError || error instanceof StoreCopyError || error instanceof VaultStartError)
    return [error.message];
  if (error instanceof StoreError) return [useAdvice(error)];
  if (error instanceof AuditFailure || error instanceof VaultError || error instanceof AdministrationUnavailable)
    return [error.message];
  if (error instanceof ServiceError) {
    const where = (error.errors ?? []).map(
      ({ pointer, message }) => `${pointer.slice(1).replace("/", " ")}: ${message}`,
    );
    return where.length > 0 ? where : [error.detail];
  }
  const code: unknown = typeof error === "object" && error !== null && "code" in error ? error.code : "";
  const name = error instanceof Error ? error.constructor.name : "Error";
  return [`The command failed (${name}${typeof code === "string" && code !== "" ? `, ${code}` : ""}).`];
}

installUncaughtHandler(io.err);
outliveReaders();
refuseDebugger(io.err);
ownVariables();
let program: ReturnType<typeof createOperatorProgram> | null = null;
const words = process.argv.slice(2);
try {
  const loaded = await loadDeployed();
  const environment = operatorEnvironment(loaded);
  const actions = createOperatorActions(io, environment, async (options) => {
    // Its modules are half of the program, and no other command needs them.
    const { serve } = await import("./app/serve.ts");
    await serve(io, options, loaded);
  });
  program = createOperatorProgram(io, actions, environment.remote !== null).version(
    version,
    "--version",
    "print the version",
  );
  await program.parseAsync(words, { from: "user" });
} catch (error) {
  if (error instanceof CommanderError) {
    const isHelp = error.exitCode === 0 || error.code === "commander.help";
    const hint = isHelp || program === null ? null : usageHint(program, words);
    if (hint !== null) io.err(`${printable(hint)}\n`);
    process.exitCode = error.exitCode === 0 ? 0 : 2;
  } else if (!isClosedPipe(error)) {
    if (!(error instanceof DoctorFailure)) for (const line of describeFailure(error)) io.err(`svc-server: ${line}\n`);
    process.exitCode = error instanceof UsageFailure ? 2 : 1;
  }
}
