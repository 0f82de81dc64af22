/** Starts the simulated provider on loopback. */
import { SimControlError, startSimulator } from "@svc/simulator";
import type { SimCommand, Simulator } from "@svc/simulator";
import { dopplerApi } from "./api.ts";
import { dopplerWorld, tokens } from "./seed.ts";
import type { TokenName } from "./seed.ts";
import type { Switches } from "./switches.ts";
import { tokenOfAuthorization } from "./tokens.ts";
import type { DopplerWorld, NewSecret } from "./world.ts";

/** Where to start, and with which data. `switches` apply to a given world, or to the default one. */
export interface DopplerSimulatorOptions {
  readonly port?: number;
  readonly seed?: number;
  readonly nowMs?: () => number;
  readonly world?: DopplerWorld;
  readonly switches?: Partial<Switches>;
}

/** A running simulator with its state. `tokens` are the default ones. */
export interface DopplerSimulator extends Simulator {
  readonly world: DopplerWorld;
  readonly tokens: Readonly<Record<TokenName, string>>;
}

/** Starts the simulator. Rejects if the port is taken; throws `SimControlError` for an unknown switch. */
export async function startDopplerSimulator(options: DopplerSimulatorOptions = {}): Promise<DopplerSimulator> {
  const { port, seed, nowMs, switches = {} } = options;
  const world = options.world ?? dopplerWorld({ switches });
  if (options.world !== undefined) world.set(switches);
  const simulator = await startSimulator({
    api: dopplerApi,
    world,
    ...(port === undefined ? {} : { port }),
    ...(seed === undefined ? {} : { seed }),
    ...(nowMs === undefined ? {} : { nowMs }),
    commands: commandsOf(world, nowMs ?? Date.now),
    describeAuthorization: (authorization) => describeToken(authorization, world),
  });
  return Object.assign(simulator, { world, tokens });
}

/** Control commands: `switches`, `revoke-token {token}`, `set-secret`, `delete-secret`, `world` (facts) and `reset`. */
function commandsOf(world: DopplerWorld, nowMs: () => number): Readonly<Record<string, SimCommand>> {
  return {
    switches: (body) => {
      world.set(body as Partial<Switches>);
      return world.switches;
    },
    "revoke-token": (body) => {
      world.revoke(textOf(body, "token"));
      return {};
    },
    "set-secret": (body) => {
      const address = { project: textOf(body, "project"), config: textOf(body, "config") };
      const visibility = (body as Partial<NewSecret>).visibility ?? "masked";
      const secret = { ...address, name: textOf(body, "name"), value: textOf(body, "value"), visibility };
      world.change(nowMs(), () => {
        world.setSecret(secret);
      });
      return {};
    },
    "delete-secret": (body) => {
      const address = { project: textOf(body, "project"), config: textOf(body, "config") };
      const name = textOf(body, "name");
      world.change(nowMs(), () => {
        world.deleteSecret(address, name);
      });
      return {};
    },
    world: () => ({ leasesIssued: world.leasesIssued, switches: world.switches }),
    reset: () => {
      world.reset();
      return {};
    },
  };
}

function textOf(body: unknown, field: string): string {
  const value = typeof body === "object" && body !== null ? (body as Record<string, unknown>)[field] : undefined;
  if (typeof value !== "string") throw new SimControlError(`${field} must be a string`);
  return value;
}

/** What the ledger records of a token: its kind and its slug. */
function describeToken(authorization: string, world: DopplerWorld): string {
  const value = tokenOfAuthorization(authorization);
  const token = value === undefined ? undefined : world.tokenByValue(value);
  return token === undefined ? "unknown token" : `${token.kind} ${token.slug}`;
}
