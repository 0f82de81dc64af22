/** Webhook endpoints with echoing receivers: created, rotated, tested, failing, read, redelivered, gone. */
import assert from "node:assert/strict";
import { inspect } from "node:util";
import type {
  CreatedWebhookEndpoint,
  Event,
  WebhookDelivery,
  WebhookDeliveryList,
  WebhookEndpoint,
} from "@svc/contract";
import { ServiceClient } from "@svc/sdk";
import { until, type HttpResponse, type Caller, type Connected, uniqueName } from "../../conformance/harness/index.ts";
import type { CanaryRegistry } from "./registry.ts";
import { everyEcho } from "./echoing-provider.ts";
import type { Location } from "./locations.ts";
import type { Receiver } from "./receiver.ts";
import type { FlowContext } from "./secrets-flow.ts";
import { asciiSecret, plainSecret } from "./shapes.ts";
import { ownWords, plantWords } from "./words.ts";

const endpoints = "/v1/webhook-endpoints";
const withinMs = 60_000;
/** The number of kinds of echoes that a life uses; the next life continues with others. */
const waysPerLife = 4;

/** Plants a signing secret. @returns the name of its canary. */
export function plantSigningSecret(registry: CanaryRegistry, receiver: Receiver, secret: string): string {
  const text = secret.slice("whsec_".length);
  receiver.quote(secret);
  return registry.plant("webhook signing secret", text, Buffer.from(text, "base64"));
}

/** One endpoint. */
export class WebhookFlow {
  readonly receiver: Receiver;
  readonly id: string;
  /** The id of a test event. */
  eventId = "";
  readonly #context: FlowContext;
  readonly #caller: Caller;

  private constructor(context: FlowContext, receiver: Receiver, id: string) {
    this.#context = context;
    this.receiver = receiver;
    this.id = id;
    this.#caller = context.fixture.caller;
  }

  /** Creates an endpoint for all events, after some refused ones. */
  static async begin(context: FlowContext, receiver: Receiver): Promise<WebhookFlow> {
    const { registry, random, n, fixture } = context;
    const { caller } = fixture;
    const [path, key, stray] = [plainSecret(random), plainSecret(random), plainSecret(random)];
    for (const own of [path, key]) registry.allowIn(["webhook", ...ownWords], registry.plant("webhook URL", own));
    registry.plant("webhook URL", stray);
    for (const body of [
      { url: `http://u:${stray}@127.0.0.1/`, eventTypes: ["*"] },
      { url: `ftp://127.0.0.1/${stray}`, eventTypes: ["*"] },
      { url: receiver.url, eventTypes: [stray] },
      { url: { [receiver.url]: stray }, eventTypes: "*" },
    ]) {
      assert.ok((await caller.post(endpoints, body, { idempotencyKey: uniqueName("endpoint") })).status >= 400);
    }
    const description = plantWords(registry, asciiSecret(n + 4, random));
    const url = `${receiver.url}/${path}?key=${key}`;
    const made = await caller.post(
      endpoints,
      { url, eventTypes: ["*"], description },
      { idempotencyKey: uniqueName("endpoint") },
    );
    assert.equal(made.status, 201, made.text);
    const flow = new WebhookFlow(context, receiver, (made.json as CreatedWebhookEndpoint).id);
    flow.#plantSecretOf(made);
    return flow;
  }

  /** Uses every operation on it. @returns the SDK's results and errors. */
  async go(connected: Connected): Promise<readonly Location[]> {
    const { n } = this.#context;
    const path = `${endpoints}/${this.id}`;
    this.#plantSecretOf(await this.#caller.post(`${path}:rotate`));
    const ways = Array.from(
      { length: waysPerLife },
      (_none, index) => everyEcho[(n * waysPerLife + index) % everyEcho.length],
    );
    const tests: Event[] = [];
    for (const way of ways) {
      this.receiver.echo(way ?? "500");
      tests.push((await this.#caller.post(`${path}:test`)).json as Event);
    }
    await this.#attempted(tests, 1);
    for (const { id } of tests)
      assert.equal((await this.#caller.post(`${path}/deliveries/${id}:redeliver`)).status, 200);
    await this.#attempted(tests, 2);
    this.eventId = tests[0]?.id ?? "";
    for (const query of ["", "?status=pending", "?status=failed&limit=1", "?status=delivered"]) {
      await this.#caller.get(`${path}/deliveries${query}`);
    }
    for (const log of ["/v1/events?limit=100", endpoints, path, "/v1/audit-events?limit=100"])
      await this.#caller.get(log);
    await this.#stray(path);
    const told = await this.#useSdk(connected);
    await this.#leave(path);
    return told;
  }

  /** Makes its receiver answer 410, and re-enables it. */
  async #leave(path: string): Promise<void> {
    this.receiver.echo("410");
    await this.#caller.post(`${path}:test`);
    await until(withinMs, "the endpoint that is gone is disabled", async () => {
      const { status } = (await this.#caller.get(path)).json as WebhookEndpoint;
      return status === "disabled" ? true : null;
    });
    await this.#caller.post(`${path}:test`);
    assert.equal((await this.#caller.patch(path, { status: "enabled" })).status, 200);
  }

  /** Waits until each delivery has had this many attempts. */
  async #attempted(tests: readonly Event[], attempts: number): Promise<void> {
    await until(withinMs, `deliveries were tried ${attempts} times`, async () => {
      const { deliveries } = (await this.#caller.get(`${endpoints}/${this.id}/deliveries?limit=100`))
        .json as WebhookDeliveryList;
      const isTried = ({ id }: Event): boolean =>
        deliveries.some((one: WebhookDelivery) => one.event_id === id && one.attempts >= attempts);
      return tests.every(isTried) ? true : null;
    });
  }

  /** Sends a signing secret where it doesn't belong. */
  async #stray(path: string): Promise<void> {
    const secret = `whsec_${this.#context.registry.canaries.findLast(({ name }) => name.startsWith("webhook signing"))?.value ?? ""}`;
    const quoted = encodeURIComponent(secret);
    for (const wrong of [`${endpoints}/${quoted}`, `${path}/deliveries?cursor=${quoted}`, `/v1/events/${quoted}`]) {
      assert.ok((await this.#caller.get(wrong)).status >= 400);
    }
    assert.equal((await this.#caller.post(`${path}/deliveries/${quoted}:redeliver`)).status, 404);
    assert.equal((await this.#caller.patch(path, { secret })).status, 400);
  }

  /** Does the same with the SDK; prints its values and errors like a careless program. */
  async #useSdk({ caller, tenantId }: Connected): Promise<readonly Location[]> {
    const { registry, fixture, random } = this.#context;
    const client = new ServiceClient({ baseUrl: fixture.server.url, accessToken: caller.key });
    const { webhookEndpoints: scope } = client;
    const stray = plainSecret(random);
    registry.plant("webhook URL", stray);
    const created = await scope.create({ url: `${this.receiver.url}/`, eventTypes: ["connection.created"] });
    const made = created as Required<typeof created>;
    const rotated = await scope.rotateSecret(made.id);
    const secrets = [made, rotated].map(({ secret }) => plantSigningSecret(registry, this.receiver, secret));
    const given: [unknown, readonly string[]][] = [
      [client, []],
      [scope, []],
      [made, secrets],
      [rotated, secrets],
      [await client.tenants.get(tenantId), []],
      [await scope.get(this.id), []],
    ];
    const failing = [
      () => scope.create({ url: `http://u:${stray}@127.0.0.1/`, eventTypes: ["*"] }),
      () => scope.get(made.secret),
      () => scope.redeliver(made.id, rotated.secret),
      () => new ServiceClient({ baseUrl: fixture.server.url, accessToken: `${caller.key}x` }).tenants.get(tenantId),
      () => new ServiceClient({ baseUrl: this.receiver.url, accessToken: caller.key }).tenants.get(made.secret),
    ];
    for (const fails of failing) {
      given.push([
        await fails().then(
          () => assert.fail("the SDK throws no error"),
          (error: unknown) => error,
        ),
        [],
      ]);
    }
    await scope.delete(made.id);
    return given.map(([value, allowed]): Location => ({
      kind: "SDK",
      where: "a value or an error of the SDK",
      bytes: printed(value),
      allowed,
    }));
  }

  #plantSecretOf(response: HttpResponse): void {
    const { registry } = this.#context;
    const { secret } = response.json as Required<CreatedWebhookEndpoint>;
    registry.allow(response, plantSigningSecret(registry, this.receiver, secret));
  }
}

/** Everything in a value that a program might print. */
function printed(value: unknown): string {
  const stack = value instanceof Error ? (value.stack ?? "") : "";
  return [inspect(value, { depth: 12, showHidden: true, maxStringLength: null }), JSON.stringify(value), stack].join(
    "\n",
  );
}
