/** Calls that need approval while servers die, the decision about each, and checks of what was sent. */
import type { Proposal, ProposedAction } from "@svc/contract";
import { Caller, devConfig, until, type HttpResponse, type Connected } from "../../conformance/harness/index.ts";
import type { CrashFixture } from "../crash/fixture.ts";

/** The results of the calls. */
export interface CallCounts {
  executed: number;
  denied: number;
  unknown: number;
  /** Calls with a request that got no response, because the server was killed. */
  interrupted: number;
}

interface Call {
  /** The idempotency key, also the secret's name, so that the provider's ledger can be read by it. */
  readonly key: string;
  readonly decision: "approve" | "deny";
}

/** The prefix of every written value. */
const canary = "canary-p5R8tYw2-";
const endsWithinMs = 30_000;

/** The calls of one fixture. */
export class Calls {
  readonly counts: CallCounts = { executed: 0, denied: 0, unknown: 0, interrupted: 0 };
  readonly breaches: string[] = [];
  readonly #fixture: CrashFixture;
  readonly #deciderKey: string;
  #calls: Call[] = [];
  #made = 0;

  constructor(fixture: CrashFixture, deciderKey: string) {
    this.#fixture = fixture;
    this.#deciderKey = deciderKey;
  }

  /** The number of calls that haven't been checked yet. */
  get waiting(): number {
    return this.#calls.length;
  }

  /** Proposes a call, decides about it and waits for its result, as far as the server survives. */
  async run(connected: Connected, decision: Call["decision"]): Promise<void> {
    this.#made += 1;
    const call: Call = { key: `APPROVAL_${String(this.#made)}`, decision };
    this.#calls.push(call);
    try {
      await this.#finish(connected, call);
    } catch {
      this.counts.interrupted += 1;
    }
  }

  /** Repeats interrupted requests, and compares each call with the provider's ledger. */
  async judge(connected: Connected): Promise<void> {
    const { provider } = this.#fixture;
    for (const call of this.#calls) {
      const end = await this.#finish(connected, call).catch((error: unknown) => {
        this.breaches.push(`${call.key} has no end: ${error instanceof Error ? error.message : "?"}`);
        return null;
      });
      if (end !== null) this.#compare(call, end);
    }
    for (const { key } of this.#calls) provider.world.deleteSecret(devConfig, key);
    this.#calls = [];
  }

  #compare({ key, decision }: Call, response: HttpResponse): void {
    const { ledger } = this.#fixture.provider;
    const say = (text: string): void => void this.breaches.push(`${key}: ${text}`);
    const sent = ledger.requests.filter(
      ({ method, bodyText }) => method !== "GET" && bodyText.includes(`"${key}"`),
    ).length;
    const effects = ledger.effects.filter((effect) => effect["name"] === key).length;
    if (sent > 1 || effects > 1) say(`${String(sent)} requests and ${String(effects)} effects for one approval`);
    if (response.status === 202) {
      const { proposal } = response.json as ProposedAction;
      if (decision === "approve" || proposal.status !== "denied") say(`it ended as ${proposal.status}`);
      if (sent > 0) say("a request was sent without an approval");
      this.counts.denied += 1;
      return;
    }
    if (decision === "deny") say(`it was denied, and is answered ${String(response.status)}`);
    if (response.status === 200 && effects !== 1) say(`it succeeded with ${String(effects)} effects`);
    if (response.status !== 200 && response.status !== 504 && effects > 0)
      say(`it failed with an effect: ${response.text}`);
    if (response.status === 504) this.counts.unknown += 1;
    else this.counts.executed += 1;
  }

  /** @returns the final response of the call's key. @throws Error if the server dies, or it takes too long. */
  async #finish(connected: Connected, call: Call): Promise<HttpResponse> {
    const decider = new Caller(connected.caller.http, this.#deciderKey);
    return await until(endsWithinMs, `${call.key} ends`, async () => {
      const response = await send(connected, call.key);
      if (response.status !== 202) return isLasting(response) ? response : null;
      const { proposal } = response.json as ProposedAction;
      if (proposal.status === "pending") await decide(decider, proposal, call.decision);
      return proposal.status === "denied" || proposal.status === "expired" || proposal.status === "withdrawn"
        ? response
        : null;
    });
  }
}

/** Whether a response is final. After an attempt that sent nothing, the same key proposes again. */
function isLasting(response: HttpResponse): boolean {
  return response.status === 200 || response.status === 504 || response.problem().code === "PLAN_STALE";
}

function send(connected: Connected, key: string): Promise<HttpResponse> {
  const input = { ...devConfig, name: key, value: `${canary}${key}` };
  return connected.execute("secrets.set", input, { idempotencyKey: key });
}

async function decide(decider: Caller, proposal: Proposal, decision: Call["decision"]): Promise<void> {
  const path = `/v1/tenants/${proposal.tenant_id}/proposals/${proposal.id}:decide`;
  await decider.post(path, { decision, digest: proposal.digest, decidedBy: "maria" });
}
