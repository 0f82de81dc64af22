/** Starts the simulated provider on loopback. */
import { controlText, startStore, tokenIn } from "@svc/simulator";
import type { SimCommand, StoreSimulator } from "@svc/simulator";
import { dopplerApi, tokenForms } from "./api.ts";
import { dopplerWorld, tokens } from "./seed.ts";
import type { TokenName } from "./seed.ts";
import type { Switches } from "./switches.ts";
import type { DopplerWorld, NewSecret } from "./world.ts";

/** Where to start, and with which data. `switches` apply to the given world, or to the default one. */
export interface DopplerSimulatorOptions {
  readonly port?: number;
  readonly nowMs?: () => number;
  /** The file in which issued tokens are kept; Doppler issues none. */
  readonly tokensFile?: string;
  readonly world?: DopplerWorld;
  readonly switches?: Partial<Switches>;
}

/** A running simulator with its state. `tokens` are the default ones. */
export interface DopplerSimulator extends StoreSimulator<DopplerWorld> {
  readonly tokens: Readonly<Record<TokenName, string>>;
}

/** Starts the simulator. Rejects if the port is taken; throws `SimControlError` for an unknown switch. */
export async function startDopplerSimulator(options: DopplerSimulatorOptions = {}): Promise<DopplerSimulator> {
  const { switches = {}, ...more } = options;
  const world = options.world ?? dopplerWorld({ switches });
  if (options.world !== undefined) world.set(switches);
  const simulator = await startStore<DopplerWorld, Switches>({
    ...more,
    api: dopplerApi,
    world,
    commands: commandsOf(world, options.nowMs ?? Date.now),
    describeAuthorization: (authorization) => describeToken(authorization, world),
  });
  return Object.assign(simulator, { tokens });
}

/** Control commands in addition to those of every store: `revoke-token {token}`, `set-secret` and `delete-secret`. */
function commandsOf(world: DopplerWorld, nowMs: () => number): Readonly<Record<string, SimCommand>> {
  const addressOf = (body: unknown) => ({ project: controlText(body, "project"), config: controlText(body, "config") });
  return {
    "revoke-token": (body) => {
      world.revoke(controlText(body, "token"));
      return {};
    },
    "set-secret": (body) => {
      const visibility = (body as Partial<NewSecret>).visibility ?? "masked";
      const [name, value] = [controlText(body, "name"), controlText(body, "value")];
      world.change(nowMs(), () => {
        world.setSecret({ ...addressOf(body), name, value, visibility });
      });
      return {};
    },
    "delete-secret": (body) => {
      world.change(nowMs(), () => {
        world.deleteSecret(addressOf(body), controlText(body, "name"));
      });
      return {};
    },
  };
}

/** What the ledger records about a token: its kind and its slug. */
function describeToken(authorization: string, world: DopplerWorld): string {
  const token = world.tokenByValue(tokenIn({ authorization }, tokenForms) ?? "");
  return token === undefined ? "unknown token" : `${token.kind} ${token.slug}`;
}
