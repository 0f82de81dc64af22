/** `svc-server serve`: starts the server, prints its URL, and stops it on a signal. */
import { createServer, type Server } from "./server.ts";
import { toBaseUrl } from "./listening.ts";
import { originsVariable } from "../domain/catalog/listed-origins.ts";
import { ConfigError, readConfig, type Config } from "./config.ts";
import { StoreError } from "../adapters/store/errors.ts";
import { stopAdvice } from "../adapters/store/faults.ts";
import { OperatorFailure, type OperatorIo } from "../entry/cli/io.ts";
import { standardOutput, terminalOutput, type LogLines } from "../entry/rest/log-lines.ts";
import { readableLines } from "../entry/rest/readable-lines.ts";
import type { RunningSimulator } from "@svc/provider-kit";
import type { LoadedProviders } from "./provider-loading/index.ts";
import { ownVariables } from "./own-variables.ts";
import {
  noteSimulators,
  liveTargets,
  readSandboxProvider,
  startSandboxTargets,
  type SandboxProvider,
} from "./sandbox.ts";
import { collectStartGarbage, limitHeapGrowth } from "./own-process.ts";

/** Later, the first requests need memory that would only be taken again; earlier, the start would take longer. */
const collectAfterMs = 3000;

/** Runs until a signal ends it. @throws ConfigError if the configuration or a provider can't be used. */
export async function serve(
  io: OperatorIo,
  options: { sandbox?: boolean; sandboxProvider?: string[] },
  loaded: LoadedProviders,
): Promise<void> {
  const { providers } = loaded;
  const sandbox = options.sandbox === true;
  const { config, given } = readAll(options.sandboxProvider ?? [], sandbox, loaded);
  const { targets, simulators, origins } = sandbox
    ? await startSandboxTargets(providers, given, config)
    : { targets: liveTargets(providers, config), simulators: [], origins: {} };
  try {
    const server = await createServer(config, {
      sandbox,
      targets,
      providers,
      log: logOutput(io),
      variables: ownVariables(),
    });
    await listen(server);
    if (sandbox) noteSimulators(config.databaseUrl, origins);
    limitHeapGrowth();
    setTimeout(collectStartGarbage, collectAfterMs).unref();
    const at = toBaseUrl(config);
    io.err(
      `svc is ready at ${at}${sandbox ? " (SANDBOX: providers are simulated, nothing leaves this machine)" : ""}\n`,
    );
    await untilStopped(io, server, simulators);
  } catch (error) {
    await Promise.all(simulators.map((simulator) => simulator.close()));
    throw error;
  }
}

/** JSON for programs, and text for a person who started the server in a terminal. */
function logOutput(io: OperatorIo): LogLines {
  const surface = io.surface?.();
  if (surface === undefined || surface.width === null) return standardOutput();
  return terminalOutput((text) => readableLines(text, surface.color));
}

/** Reads the variables and arguments. @throws ConfigError with every fault of both. */
function readAll(
  sandboxProviders: readonly string[],
  sandbox: boolean,
  loaded: LoadedProviders,
): { config: Config; given: readonly SandboxProvider[] } {
  const faults = loaded.faults.map((fault) => `SVC_PROVIDERS: ${fault}`);
  const collected = <Read>(read: () => Read): Read[] => {
    try {
      return [read()];
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error;
      faults.push(...error.message.split("\n"));
      return [];
    }
  };
  const [config] = collected(() => readConfig());
  const known = loaded.providers.map(({ provider }) => provider.slug);
  const given = sandboxProviders.flatMap((argument) => collected(() => readSandboxProvider(argument, known)));
  faults.push(...unknownOrigins(loaded, config));
  if (sandboxProviders.length > 0 && !sandbox) faults.push("--sandbox-provider requires --sandbox.");
  if (config === undefined || faults.length > 0) throw new ConfigError(faults);
  return { config, given };
}

/** Finds lists of origins for providers that don't exist, or whose origin is fixed. */
function unknownOrigins({ providers }: LoadedProviders, config: Config | undefined): string[] {
  const isSelfHosted = (slug: string): boolean =>
    providers.some(({ provider }) => provider.slug === slug && provider.isSelfHosted === true);
  const slugs = [...(config?.listedOrigins.keys() ?? [])].filter((slug) => !isSelfHosted(slug));
  return slugs.map((slug) => `${originsVariable(slug)}: there is no self-hosted provider ${slug}.`);
}

async function listen(server: Server): Promise<void> {
  try {
    await server.listen();
  } catch (error) {
    await server.stop();
    throw error;
  }
}

/** Stops on the first SIGTERM or SIGINT. A second one shortens the stop, a third ends the process immediately. */
function untilStopped(io: OperatorIo, server: Server, simulators: readonly RunningSimulator[]): Promise<void> {
  return new Promise((resolve, reject) => {
    let signals = 0;
    const stop = (): void => {
      signals += 1;
      if (signals > 2) process.exit(1);
      if (signals === 2) {
        io.err("svc is stopping now: requests without a response yet are recorded as unknown outcomes\n");
        server.forceStop();
        return;
      }
      io.err("svc is stopping: requests in flight finish first\n");
      const stopped = server.stop().then(() => Promise.all(simulators.map((simulator) => simulator.close())));
      stopped.then(
        () => resolve(),
        (error: unknown) => reject(error instanceof StoreError ? new OperatorFailure(stopAdvice(error)) : error),
      );
    };
    process.on("SIGTERM", stop);
    process.on("SIGINT", stop);
  });
}
