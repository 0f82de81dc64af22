/**
 * Runs every action's examples against its simulator, and records what was sent, answered, and read of each response.
 */
import { dropUnrecorded, withheldFields } from "@svc/contract";
import type { Action, Provider, ProviderResponse, ProviderPort } from "@svc/provider-kit";
import {
  createPort,
  findConnection,
  markerOf,
  runLook,
  type Exchange,
  type ProviderLab,
  type ProviderWorld,
  type Send,
} from "@svc/provider-kit/testing";
import { registeredProviders } from "../../packages/server/src/app/providers.ts";
import { recordWire, type Recording, type WireExchange } from "./wire.ts";

/** One exchange of a run: on the wire, as the port saw it, and which members of the response the action read. */
export type RecordedExchange = Exchange & {
  readonly wire: WireExchange;
  /** Places such as `issues[].title`. Empty for a refusal, which the provider's `refuse` reads. */
  readonly read: ReadonlySet<string>;
};

/** A run that succeeded. */
export type RecordedRun = {
  readonly action: Action;
  readonly input: unknown;
  /** Which of the action's examples it was, from 0: each has its own marker. */
  readonly number: number;
  readonly kind: "run" | "preview" | "look";
  readonly exchanges: readonly RecordedExchange[];
};

/** All runs of a provider. */
export type Recorded = {
  readonly provider: Provider;
  readonly runs: readonly RecordedRun[];
  /** Everything on the wire that wasn't an action's own request, such as a request for a token. */
  readonly others: readonly WireExchange[];
  /** A credential with which the examples ran. */
  readonly connection: ReturnType<typeof findConnection>;
};

/** The provider with this slug. @throws RangeError if there is none. */
export function providerNamed(slug: string): Provider {
  const found = registeredProviders.find(({ provider }) => provider.slug === slug);
  if (found === undefined) throw new RangeError(`There is no provider ${slug}.`);
  return found.provider;
}

/** Every provider's slug. */
export const slugs: readonly string[] = registeredProviders.map(({ provider }) => provider.slug);

/** Runs all examples of a provider. @throws Error if one fails: the provider's own tests say more. */
export async function recordProvider(slug: string): Promise<Recorded> {
  const provider = providerNamed(slug);
  const file = new URL(`../../providers/${slug}/test/lab.ts`, import.meta.url);
  const { lab } = (await import(file.href)) as { lab: ProviderLab };
  const wire = recordWire();
  try {
    const runs: RecordedRun[] = [];
    const own = new Set<WireExchange>();
    let connection: Recorded["connection"] = { credentialKind: "", connectionFacts: {} };
    for (const action of provider.actions) {
      const world = await lab.open();
      try {
        connection = findConnection(provider, world.credential);
        for (const [number, input] of (lab.examples.actions[action.id]?.inputs ?? []).entries()) {
          runs.push(...(await recordExample(provider, action, { input, number, world, wire })));
        }
      } finally {
        await world.close();
      }
    }
    for (const { exchanges } of runs) for (const one of exchanges) own.add(one.wire);
    return { provider, runs, connection, others: wire.exchanges.filter((one) => !own.has(one)) };
  } finally {
    wire.close();
  }
}

type Example = { input: unknown; number: number; world: ProviderWorld; wire: Recording };

async function recordExample(provider: Provider, action: Action, example: Example): Promise<RecordedRun[]> {
  const { input, number, world, wire } = example;
  const wires: WireExchange[] = [];
  const send: Send = async (request, purpose) => {
    const facts = await world.send(request, purpose);
    // The last one is the request itself; a token that it needed came before.
    const last = wire.exchanges.at(-1);
    if (last === undefined) throw new Error(`${action.id}: the request reached no simulator.`);
    wires.push(last);
    return facts;
  };
  const options = { ...findConnection(provider, world.credential), send, marker: markerOf(number) };
  const runs: RecordedRun[] = [];
  if (action.preview !== null) {
    const session = createPort(provider, options);
    const { port, reads } = watched(session.port);
    await action.preview.read(dropUnrecorded(action.input, input), port, withheldFields(action.input, input));
    runs.push({ action, input, number, kind: "preview", exchanges: joined(session.exchanges, wires.splice(0), reads) });
  }
  const session = createPort(provider, options, { action, input });
  const { port, reads } = watched(session.port);
  await action.run(input, port).catch((cause: unknown) => {
    throw new Error(`${action.id} failed with its own example ${JSON.stringify(input)}.`, { cause });
  });
  runs.push({ action, input, number, kind: "run", exchanges: joined(session.exchanges, wires.splice(0), reads) });
  if (action.evidence !== null) {
    // The change took effect. What the look concludes is tested with the provider; here, its requests count.
    const nowMs = world.evidence?.nowMs() ?? Date.now();
    const look = await runLook(provider, action, { ...options, input, facts: session.facts(), sentAt: nowMs, nowMs });
    const unread = look.exchanges.map(() => new Set<string>());
    runs.push({ action, input, number, kind: "look", exchanges: joined(look.exchanges, wires, unread) });
  }
  return runs;
}

function joined(
  exchanges: readonly Exchange[],
  wires: readonly WireExchange[],
  reads: readonly ReadonlySet<string>[],
): RecordedExchange[] {
  return exchanges.map((exchange, index) => {
    const wire = wires[index];
    if (wire === undefined) throw new Error("An exchange isn't on the wire.");
    return { ...exchange, wire, read: reads[index] ?? new Set() };
  });
}

/** A port whose answers note what is read of them. */
function watched(port: ProviderPort): { port: ProviderPort; reads: readonly ReadonlySet<string>[] } {
  const reads: Set<string>[] = [];
  const watch = (response: ProviderResponse): ProviderResponse => {
    const seen = new Set<string>();
    reads.push(seen);
    return { ...response, body: noting(response.body, "", seen) };
  };
  return {
    reads,
    port: {
      ...port,
      read: async (request, options) => watch(await port.read(request, options)),
      change: async (request, options) => watch(await port.change(request, options)),
    },
  };
}

/** A view of a value that adds the place of each member that is read to `seen`. */
function noting(value: unknown, place: string, seen: Set<string>): unknown {
  if (typeof value !== "object" || value === null) return value;
  return new Proxy(value, {
    get(target, name, receiver) {
      const member: unknown = Reflect.get(target, name, receiver);
      if (typeof name === "symbol" || !Object.hasOwn(target, name) || (Array.isArray(target) && name === "length")) {
        return member;
      }
      const at = placeOf(place, Array.isArray(target) ? null : name);
      seen.add(at);
      return noting(member, at, seen);
    },
  });
}

/** The place of a member, or of any item (`name` null). */
export function placeOf(place: string, name: string | null): string {
  if (name === null) return `${place}[]`;
  return place === "" ? name : `${place}.${name}`;
}
