/**
 * Callers during a key rotation: they execute, refresh, reconnect, disconnect and connect, and record unexpected
 * answers.
 */
import {
  connect,
  Connected,
  devConfig,
  uniqueName,
  type HttpResponse,
  type Caller,
} from "../../conformance/harness/index.ts";
import { repository } from "../../conformance/harness/oauth/fixture.ts";
import type { VaultFixture } from "./fixture.ts";

/** The load's work so far. */
export interface LoadCounts {
  executes: number;
  /** OAuth executions, each of which finds its token near expiry and refreshes it. */
  renewing: number;
  reconnects: number;
  disconnects: number;
  connects: number;
}

const renewRepeats = 3;

function codeOf({ json }: HttpResponse): unknown {
  return typeof json === "object" && json !== null && "code" in json ? json.code : null;
}

/** Running callers. */
export class Load {
  readonly counts: LoadCounts = { executes: 0, renewing: 0, reconnects: 0, disconnects: 0, connects: 0 };
  /** Unexpected answers. */
  readonly faults: string[] = [];
  readonly gone: Connected[] = [];
  readonly live: Connected[];
  readonly oauth: readonly Connected[];
  readonly #fixture: VaultFixture;
  readonly #random: () => number;
  #isStopped = false;
  #lanes: Promise<unknown> = Promise.resolve();

  constructor(fixture: VaultFixture, parts: { live: Connected[]; oauth: readonly Connected[]; random: () => number }) {
    this.#fixture = fixture;
    this.live = parts.live;
    this.oauth = parts.oauth;
    this.#random = parts.random;
  }

  /** Begins. */
  start(): void {
    const lane = async (work: (caller: Caller) => Promise<void>, index: number): Promise<void> => {
      while (!this.#isStopped) {
        try {
          await work(await this.#fixture.callerAt(index));
        } catch (error) {
          this.faults.push(error instanceof Error ? error.message : "no error was thrown");
        }
        // Leaves processor time for the command.
        await new Promise((resolve) => setTimeout(resolve, 5 + this.#random() * 20));
      }
    };
    const works = [this.#execute, this.#execute, this.#renew, this.#renew, this.#reconnect, this.#replace];
    this.#lanes = Promise.all(works.map((work, index) => lane((caller) => work.call(this, caller), index)));
  }

  /** Waits for all running calls. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#lanes;
  }

  #expect(response: HttpResponse, what: string): void {
    if (response.status !== 200) this.faults.push(`${what}: ${response.status} ${response.text.slice(0, 300)}`);
  }

  #any(list: readonly Connected[]): Connected | undefined {
    return list[Math.floor(this.#random() * list.length)];
  }

  async #execute(caller: Caller): Promise<void> {
    const connected = this.#any(this.live)?.by(caller);
    if (connected === undefined) return;
    const response = await connected.execute("secrets.names.list", devConfig);
    this.counts.executes += 1;
    if (!this.gone.some(({ id }) => id === connected.id)) this.#expect(response, "execute");
  }

  async #renew(caller: Caller): Promise<void> {
    const connected = this.#any(this.oauth)?.by(caller);
    if (connected === undefined) return;
    const execute = (): Promise<HttpResponse> => connected.execute("issues.list", { ...repository, perPage: 1 });
    let response = await execute();
    // With refreshes in quick succession, two tokens of one call may be refused, and the response says to retry.
    for (let left = renewRepeats; left > 0 && codeOf(response) === "PROVIDER_UNREACHABLE"; left -= 1)
      response = await execute();
    this.#expect(response, "execute under OAuth");
    this.counts.renewing += 1;
  }

  async #reconnect(caller: Caller): Promise<void> {
    const connected = this.#any(this.live);
    // The lane that replaces connections takes from the front; leave it some.
    if (connected === undefined || this.live.indexOf(connected) < this.live.length / 2) return;
    await connect(caller, connected.tenantId, this.#fixture.doppler.tokens.serviceAccount, {
      connection_id: connected.id,
    });
    this.counts.reconnects += 1;
  }

  /** Disconnects one connection, and connects a new tenant. */
  async #replace(caller: Caller): Promise<void> {
    if (this.live.length > 20) {
      const ended = this.live.shift();
      if (ended === undefined) return;
      this.gone.push(ended);
      this.#expect(await ended.by(caller).caller.delete(ended.path), "disconnect");
      this.counts.disconnects += 1;
    }
    const body = { externalId: uniqueName("tenant"), displayName: "Acme Inc." };
    const made = await caller.post("/v1/tenants", body, { idempotencyKey: body.externalId });
    const tenantId = (made.json as { id: string }).id;
    const id = await connect(caller, tenantId, this.#fixture.doppler.tokens.serviceAccount);
    this.live.push(new Connected(caller, tenantId, id));
    this.counts.connects += 1;
  }
}
