/**
 * Moves the root key between key services and literal keys, again and again, while two servers run. Servers are killed for
 * each new keyring, one after the other, the command that rotates is killed at random points, and services are away while
 * servers start. Afterwards every credential must open, and no root key may be written anywhere.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { connect, Connected, devConfig, uniqueName } from "../../conformance/harness/index.ts";
import { seededRandom } from "../../conformance/harness/seed.ts";
import { serviceKinds, startKeyServices, type KeyServices, type ServiceKind } from "../../tools/key-services/all.ts";
import { inLanes, keyringEntry, VaultFixture } from "./fixture.ts";
import { runCommand } from "./killed-command.ts";

export interface MovesPlan {
  readonly seed: number;
  readonly rotations: number;
  readonly credentials: number;
  /** Kills of the command for each rotation. */
  readonly kills: number;
  readonly log: (line: string) => void;
}

export interface MovesResult {
  /** Different moves, such as `transit to literal`. */
  readonly moves: number;
  /** Starts of a server whose key service was away at first. */
  readonly outages: number;
  readonly commandKills: number;
  readonly serverKills: number;
  /** How often a credential was used. */
  readonly opened: number;
  readonly faults: readonly string[];
}

type Kind = ServiceKind | "literal";

/** A key of the keyring. */
interface Key {
  readonly id: string;
  readonly kind: Kind;
  readonly entry: string;
}

const kinds: readonly Kind[] = ["literal", ...serviceKinds];

/** How often to look whether a server has noticed an outage, and how long at most. */
const [awayStepMs, awayMsMax] = [50, 20_000];

/** Runs it on PostgreSQL. */
export async function runMoves(plan: MovesPlan): Promise<MovesResult> {
  const folder = mkdtempSync(join(tmpdir(), "svc-key-services-"));
  const services = await startKeyServices(folder);
  const fixture = await VaultFixture.make("postgres", keyringEntry("unused"), services.variables);
  try {
    return await new Moves(plan, services, fixture).run();
  } finally {
    await fixture.dispose();
    await services.close();
    rmSync(folder, { recursive: true });
  }
}

class Moves {
  readonly #plan: MovesPlan;
  readonly #services: KeyServices;
  readonly #fixture: VaultFixture;
  readonly #random: () => number;
  readonly #faults: string[] = [];
  readonly #literals: Buffer[] = [];
  readonly #made = new Set<string>();
  #live: Connected[] = [];
  #output = "";
  #keys = 0;
  #counts = { outages: 0, commandKills: 0, serverKills: 0, opened: 0 };

  constructor(plan: MovesPlan, services: KeyServices, fixture: VaultFixture) {
    this.#plan = plan;
    this.#services = services;
    this.#fixture = fixture;
    this.#random = seededRandom(plan.seed);
  }

  async run(): Promise<MovesResult> {
    const { rotations, credentials, log } = this.#plan;
    let previous: Key | null = null;
    let current = this.#newKey();
    let next = this.#newKey();
    this.#fixture.keyring = `${current.entry},${next.entry}`;
    // Both are the first to start, so they have to agree on the root keys.
    await Promise.all([this.#fixture.start(), this.#fixture.start()]);
    this.#live = await this.#fixture.fill(credentials, 1);
    for (let nth = 1; nth <= rotations; nth += 1) {
      [previous, current, next] = [current, next, this.#newKey()];
      // Every server has known the key that now seals since the round before, at the end of its keyring.
      await this.#roll(next, [current, next, previous]);
      await this.#rotate(current);
      await this.#useEach();
      this.#made.add(`${previous.kind} to ${current.kind}`);
      if (nth % 5 === 0) log(`${nth} rotations, ${JSON.stringify(this.#counts)}, ${this.#faults.length} faults`);
    }
    this.#searchKeys();
    return { ...this.#counts, moves: this.#made.size, faults: this.#faults };
  }

  #newKey(): Key {
    const kind = kinds[Math.floor(this.#random() * kinds.length)] ?? "literal";
    const id = `k${(this.#keys += 1)}`;
    if (kind !== "literal") return { id, kind, entry: `${id}:${this.#services.references[kind]}` };
    const entry = keyringEntry(id);
    this.#literals.push(Buffer.from(entry.slice(id.length + 1), "base64"));
    return { id, kind, entry };
  }

  /** Restarts the servers, sometimes while the service of the newest key is away; the other server works meanwhile. */
  async #roll(newest: Key, keyring: readonly Key[]): Promise<void> {
    const isAway = newest.kind !== "literal" && this.#random() < 0.3;
    if (isAway) this.#setAway(newest.kind);
    const rolled = this.#fixture.roll(keyring.map(({ entry }) => entry).join(), (output) => {
      this.#output += output;
      this.#counts.serverKills += 1;
    });
    await rolled;
    await this.#connectOne();
  }

  /** Takes a service away until a server has noticed, which takes a busy machine longer than any fixed time. */
  #setAway(kind: Kind): void {
    if (kind === "literal") return;
    const service = this.#services[kind];
    service.mode = "away";
    this.#counts.outages += 1;
    const before = this.#waits();
    let turnsLeft = awayMsMax / awayStepMs;
    const timer = setInterval(() => {
      turnsLeft -= 1;
      if (this.#waits() === before && turnsLeft > 0) return;
      service.mode = "works";
      clearInterval(timer);
    }, awayStepMs);
    timer.unref();
  }

  /** How often a server has said that it waits for a service. */
  #waits(): number {
    const logs = [this.#output, ...this.#fixture.servers.map((server) => server.log())];
    return logs.reduce((count, log) => count + log.split("can't be used").length - 1, 0);
  }

  /** Makes one more tenant and credential, in place of the oldest. */
  async #connectOne(): Promise<void> {
    const caller = await this.#fixture.callerAt(Math.floor(this.#random() * 2));
    const body = { externalId: uniqueName("tenant"), displayName: "Acme Inc." };
    const made = await caller.post("/v1/tenants", body, { idempotencyKey: body.externalId });
    const tenantId = (made.json as { id: string }).id;
    const id = await connect(caller, tenantId, this.#fixture.doppler.tokens.serviceAccount);
    this.#live.push(new Connected(caller, tenantId, id));
  }

  async #rotate({ id }: Key): Promise<void> {
    for (let kill = 0; kill < this.#plan.kills; kill += 1) {
      const ended = await runCommand(this.#fixture, ["vault", "rotate"], { lines: 0, ms: this.#random() * 1500 });
      this.#output += ended.stdout + ended.stderr;
      if (ended.exitCode === null) this.#counts.commandKills += 1;
    }
    const { exitCode, stdout, stderr } = await runCommand(this.#fixture, ["vault", "rotate"]);
    this.#output += stdout + stderr;
    if (exitCode !== 0) {
      this.#faults.push(`vault rotate: ${stderr}`);
      return;
    }
    const { remaining, sealingKeyId } = JSON.parse(stdout) as Record<string, unknown>;
    if (remaining !== 0 || sealingKeyId !== id) this.#faults.push(`after the rotation to ${id}: ${stdout}`);
  }

  /** Uses each credential on each server. */
  async #useEach(): Promise<void> {
    await inLanes(this.#live.length * 2, 4, async (index) => {
      const connected = this.#live[index >> 1]?.by(await this.#fixture.callerAt(index));
      const response = await connected?.execute("secrets.names.list", devConfig);
      if (response?.status === 200) this.#counts.opened += 1;
      else this.#faults.push(`${connected?.id}: ${response?.status} ${response?.text.slice(0, 200)}`);
    });
    // Each round adds one, and the number stays bounded.
    if (this.#live.length > this.#plan.credentials * 2) this.#live.splice(0, this.#plan.credentials);
  }

  /** Searches output and files for the root keys. What Azure wraps isn't the root key, so that one can't be known here. */
  #searchKeys(): void {
    const { awskms, gcpkms, transit } = this.#services;
    for (const server of this.#fixture.servers) this.#output += server.log();
    const { folder } = this.#fixture.home;
    const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((file) => file.isFile());
    const texts = [Buffer.from(this.#output), ...files.map((file) => readFileSync(join(file.parentPath, file.name)))];
    const keys = [...awskms.given, ...gcpkms.given, ...transit.given, ...this.#literals];
    for (const key of keys) {
      const forms = [
        key,
        ...["base64", "base64url", "hex"].map((form) => Buffer.from(key.toString(form as "hex").replace(/=+$/, ""))),
      ];
      if (forms.some((form) => texts.some((text) => text.includes(form))))
        this.#faults.push("a root key is in a file or a log");
    }
    if (!this.#output.includes("can't be used") && this.#counts.outages > 0) this.#faults.push("no server waited");
  }
}
