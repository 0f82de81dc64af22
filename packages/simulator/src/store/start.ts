/** Starts a simulated API with its store, and the control commands that every store has. */
import { SimControlError } from "../api.ts";
import type { SimApi, SimCommand } from "../api.ts";
import { startSimulator } from "../simulator.ts";
import type { Simulator, SimulatorOptions } from "../simulator.ts";
import { keepTokens } from "./kept-tokens.ts";
import type { Store } from "./store.ts";
import type { CommonSwitches } from "./switches.ts";

/** A running simulator with its state. */
export interface StoreSimulator<State> extends Simulator {
  readonly world: State;
}

/**
 * Starts a simulator. Besides the given commands it has `switches` (changes some and returns all), `world` (the
 * switches and `Store.facts`) and `reset`. Rejects if the port is taken.
 * @param options.tokensFile the file in which issued tokens are kept; by default they end with the simulator.
 */
export async function startStore<State extends Store<Switches>, Switches extends CommonSwitches>({
  tokensFile,
  ...options
}: SimulatorOptions<State> & { tokensFile?: string | undefined }): Promise<StoreSimulator<State>> {
  const { world } = options;
  if (tokensFile !== undefined) keepTokens(world, tokensFile);
  const commands: Record<string, SimCommand> = {
    switches: (body) => {
      world.set(body as Partial<Switches>);
      return world.switches;
    },
    world: () => ({ switches: world.switches, ...world.facts((options.nowMs ?? Date.now)()) }),
    reset: () => {
      world.reset();
      return {};
    },
    ...options.commands,
  };
  return Object.assign(await startSimulator({ ...options, commands }), { world });
}

/** Starts a simulator on a port of 127.0.0.1, by default a free one. Rejects if the port is taken. */
export type StartStore<State, Switches> = (options?: {
  port?: number;
  switches?: Partial<Switches>;
  /** The file in which issued tokens are kept; by default they end with the simulator. */
  tokensFile?: string;
  /** The simulator's clock; the machine's by default. */
  nowMs?: () => number;
}) => Promise<StoreSimulator<State>>;

/** Returns a function that starts an API with its own state each time. */
export function storeStarter<State extends Store<Switches>, Switches extends CommonSwitches>(
  api: SimApi<State>,
  makeState: (switches: Partial<Switches>, nowMs: () => number) => State,
): StartStore<State, Switches> {
  return ({ switches = {}, ...options } = {}) =>
    startStore({ api, world: makeState(switches, options.nowMs ?? Date.now), ...options });
}

/** Returns a string from the body of a control request. Throws `SimControlError`. */
export function controlText(body: unknown, field: string): string {
  const value: unknown = (Object(body) as Record<string, unknown>)[field];
  if (typeof value !== "string") throw new SimControlError(`${field} must be a string`);
  return value;
}

/**
 * Runs a simulator as this process: prints one line of JSON, `{url}` with the facts, and exits when stdin closes or on
 * SIGTERM or SIGINT, so it never outlives the process that started it.
 */
export function runAsProcess(simulator: Simulator, facts: Readonly<Record<string, unknown>>): void {
  process.stdout.write(`${JSON.stringify({ url: simulator.url, ...facts })}\n`);
  const end = (): void => {
    process.stdin.destroy();
    void simulator.close();
  };
  for (const signal of ["SIGTERM", "SIGINT"] as const) process.once(signal, end);
  for (const event of ["close", "end"] as const) process.stdin.once(event, end);
  process.stdin.resume();
}
