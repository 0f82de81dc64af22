/** Service clients share the sender's slots: unresponsive endpoints don't delay other clients. */
import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import type { PostFacts, PostWebhook } from "../../../src/domain/webhooks/port.ts";
import { attemptTimeoutMs, senderLimits } from "../../../src/domain/webhooks/sender.ts";
import { engines } from "../journal/fixture.ts";
import { until } from "../../adapters/egress/raw-server.ts";
import { sendingFixture } from "./testing/sending.ts";

const answered: PostFacts = { kind: "answered", httpStatus: 204, retryAfterSeconds: null };

/** Endpoints. Those below `/silent` respond only when a test says so, or at its end. */
function receivers(t: TestContext) {
  let isOver = false;
  const waiting: { url: string; end: (facts: PostFacts) => void }[] = [];
  const answeredUrls: string[] = [];
  const post: PostWebhook = async ({ href, pathname }) => {
    if (pathname.startsWith("/silent") && !isOver) {
      return await new Promise((end) => void waiting.push({ url: href, end }));
    }
    answeredUrls.push(href);
    return answered;
  };
  t.after(() => {
    isOver = true;
    for (const { end } of waiting) end(answered);
  });
  return { waiting, answeredUrls, post };
}

const silentUrls = [1, 2, 3, 4, 5].map((n) => `http://127.0.0.1:9/silent/${n}`);

for (const [engine, make] of Object.entries(engines)) {
  test(`${engine}: 200 events to 5 silent endpoints don't delay other service clients`, async (t) => {
    const { waiting, answeredUrls, post } = receivers(t);
    const fixture = await sendingFixture(t, make);
    const silent = await fixture.client(silentUrls);
    await fixture.events(silent, 40);
    fixture.send(post);
    await until(() => waiting.length > 0);
    for (let n = 1; n <= 5; n += 1) {
      const other = await fixture.client([`http://127.0.0.1:9/quick/${n}`]);
      await fixture.events(other, 10);
      await until(() => answeredUrls.filter((url) => url.endsWith(`/quick/${n}`)).length === 10);
    }
    assert.equal(waiting.length, 4, "a quarter of 16, and none of them was answered in the meantime");
    const perEndpoint = Map.groupBy(waiting, ({ url }) => url);
    assert.ok(
      [...perEndpoint.values()].every((posts) => posts.length <= 2),
      "no endpoint has all of them",
    );
  });

  test(`${engine}: a client that creates events without a pause doesn't delay other service clients`, async (t) => {
    const { answeredUrls, post } = receivers(t);
    const fixture = await sendingFixture(t, make);
    const noisy = await fixture.client([1, 2, 3].map((n) => `http://127.0.0.1:9/noisy/${n}`));
    const over = new AbortController();
    const callers = Array.from({ length: 64 }, async () => {
      while (!over.signal.aborted) await fixture.events(noisy, 1);
    });
    try {
      fixture.send(post);
      await until(() => answeredUrls.length > 0);
      for (let n = 1; n <= 3; n += 1) {
        const other = await fixture.client([`http://127.0.0.1:9/quick/${n}`]);
        await fixture.events(other, 1);
        await until(() => answeredUrls.some((url) => url.endsWith(`/quick/${n}`)));
      }
    } finally {
      over.abort();
      await Promise.all(callers);
    }
  });

  test(`${engine}: frees an attempt's slot for pending deliveries immediately`, async (t) => {
    const { waiting, post } = receivers(t);
    const fixture = await sendingFixture(t, make);
    const client = await fixture.client(silentUrls.slice(0, 1));
    await fixture.events(client, 12);
    t.mock.timers.enable({ apis: ["setInterval"] });
    fixture.send(post);
    t.mock.timers.tick(50);
    for (let ended = 0; ended < 12; ended += 1) {
      await until(() => waiting.length > ended);
      waiting[ended]?.end(answered);
    }
  });
}

test("allows a failing endpoint less time at first, and the full time in a later attempt", () => {
  const limits = senderLimits({ timeoutMs: 15_000, concurrency: 16 });
  const patience = (failingSince: number | null, roundAttempts: number): number =>
    attemptTimeoutMs({ failingSince, roundAttempts }, limits);
  assert.deepEqual(
    [0, 1, 2, 9].map((attempts) => patience(null, attempts)),
    [15_000, 15_000, 15_000, 15_000],
  );
  assert.deepEqual(
    [0, 1, 2, 9].map((attempts) => patience(1000, attempts)),
    [5_000, 5_000, 15_000, 15_000],
  );
});

test("a client gets a quarter of the slots, an endpoint half of that and at most four", () => {
  const shares = (concurrency: number): number[] => {
    const { perClient, perEndpoint } = senderLimits({ timeoutMs: 1000, concurrency });
    return [perClient, perEndpoint];
  };
  assert.deepEqual([1, 3, 8, 16, 1000].map(shares), [
    [1, 1],
    [1, 1],
    [2, 1],
    [4, 2],
    [250, 4],
  ]);
});
