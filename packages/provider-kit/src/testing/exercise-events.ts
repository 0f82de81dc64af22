/** The suite that every declaration of events must pass, as exerciseProvider is for actions. */
import assert from "node:assert/strict";
import { test } from "node:test";

import { accountsOf, type ProviderEvents, type ReadEvent } from "../events/declaration.ts";
import { eventsFaults } from "../events/rules.ts";
import { ProviderFailure } from "../failure.ts";
import type { SimulatorModule } from "../package.ts";
import { deliveryOf, isVerified, signDelivery, type DeliveryHeaders } from "./sign-delivery.ts";
import { violations } from "./validation.ts";

/** A delivery from the provider's documentation, and the event in it; null if it has none. */
export type EventExample = {
  /** The headers besides the signature and its time. */
  headers: DeliveryHeaders;
  /** The body. @param nowMs for a time in it, in milliseconds since the epoch. */
  body: (nowMs: number) => unknown;
  event: ReadEvent | null;
};

/** The examples by name; `slug` is an account of a connection that the events belong to. */
export type EventExamples = {
  /** The simulator's, which signs a sample of each type. */
  signEvent: NonNullable<SimulatorModule["signEvent"]>;
  secret: string;
  slug: string;
  examples: Readonly<Record<string, EventExample>>;
  /** Requests with which the provider checks the address, and the expected replies. */
  handshakes?: readonly { body: unknown; reply: string }[];
};

const nowMs = Date.UTC(2026, 2, 10, 9);
const hourMs = 3_600_000;

/** Registers the tests of a provider's events. */
export function exerciseEvents(
  events: ProviderEvents,
  { signEvent, secret, slug, examples, handshakes = [] }: EventExamples,
): void {
  const { verification } = events;
  const signed = ({ headers, body }: Pick<EventExample, "headers" | "body">, atMs = nowMs, key = secret) => {
    const text = JSON.stringify(body(atMs));
    return { headers: signDelivery(verification, headers, text, key, atMs), text };
  };
  const accepts = (headers: DeliveryHeaders, text: string, at = nowMs): boolean =>
    isVerified(verification, deliveryOf(headers, text), secret, at);

  test("the events break no rule, and each type has an example", () => {
    assert.deepEqual(eventsFaults(events), []);
    const shown = Object.values(examples).flatMap(({ event }) => (event === null ? [] : [event.type]));
    assert.deepEqual([...new Set(shown)].sort(), events.types.map(({ type }) => type).sort());
  });

  for (const [name, example] of Object.entries(examples)) {
    test(`${name}: is verified and read`, () => {
      const { headers, text } = signed(example);
      assert.ok(accepts(headers, text));
      const event = events.read(deliveryOf(headers, text));
      assert.deepEqual(event, example.event);
      if (event === null) return;
      const schema = events.types.find(({ type }) => type === event.type)?.data;
      assert.ok(schema, `${event.type} isn't declared`);
      assert.deepEqual(violations(schema, event.data), []);
      assert.ok(accountsOf(event).includes(events.accountOf?.(slug) ?? slug), "it belongs to another account");
    });

    test(`${name}: is refused if it is altered, unsigned, old, or signed with another secret`, () => {
      const { headers, text } = signed(example);
      const { [verification.header]: signature = "", ...unsigned } = headers;
      assert.ok(!accepts(unsigned, text), "unsigned");
      assert.ok(!accepts({ ...headers, [verification.header]: `${signature}0` }, text), "another signature");
      const forged = signed(example, nowMs, `${secret}x`);
      assert.ok(!accepts(forged.headers, forged.text), "another secret");
      if (verification.kind === "token") return;
      assert.ok(!accepts(headers, text.replace("{", "{ ")), "altered");
      if (verification.kind === "jwt_hs256" || verification.time !== undefined) {
        const old = signed(example, nowMs - hourMs - 1000);
        assert.ok(!accepts(old.headers, old.text), "old");
        assert.ok(!accepts(headers, text, nowMs - hourMs - 1000), "from the future");
      }
    });
  }

  test("the simulator signs a sample of each type, and of no other", () => {
    const account = events.accountOf?.(slug) ?? slug;
    for (const { type, data } of events.types) {
      const sample = signEvent({ type, account, secret, id: "an-id", atMs: nowMs });
      assert.ok(sample, type);
      assert.ok(accepts(sample.headers, sample.body), type);
      const event = events.read(deliveryOf(sample.headers, sample.body));
      assert.ok(event, type);
      assert.deepEqual([event.type, event.id], [type, "an-id"]);
      assert.ok(accountsOf(event).includes(account), type);
      assert.deepEqual(violations(data, event.data), []);
    }
    assert.equal(signEvent({ type: "toString", account, secret, id: "an-id", atMs: nowMs }), null);
  });

  test("a delivery in another form is refused with the provider's failure, or has no event", () => {
    const forms: readonly unknown[] = [null, [], "text", {}, { action: 1, type: 1, event: null, data: [] }];
    for (const { headers } of Object.values(examples)) {
      for (const form of forms) {
        const read = () => events.read(deliveryOf(headers, JSON.stringify(form)));
        try {
          assert.equal(read(), null);
        } catch (error) {
          assert.ok(error instanceof ProviderFailure, String(error));
        }
      }
    }
  });

  for (const { body, reply } of handshakes) {
    test("the provider's check of the address is answered, and nothing else is", () => {
      assert.equal(events.handshake?.(deliveryOf({}, JSON.stringify(body))), reply);
      for (const { headers, body: other } of Object.values(examples)) {
        assert.equal(events.handshake?.(deliveryOf(headers, JSON.stringify(other(nowMs)))), null);
      }
    });
  }
}
