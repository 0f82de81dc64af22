/** Lighthouse on the hosted page: accessibility, best practices and search engines at 100 in each kind of state. */
import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { lighthouse } from "../../../judges/pages/lighthouse.ts";
import type { Browser } from "../../../judges/pages/playwright.ts";
import { launchChromium } from "../../../tools/browser/launch.ts";
import { openFixture, type Fixture } from "./fixture.ts";
import { freePort } from "../../../tools/free-port.ts";

const artefacts = join(import.meta.dirname, "../../../artefacts/connect");

let fixture: Fixture;
let browser: Browser;
let port: number;
before(async () => {
  fixture = await openFixture();
  port = await freePort();
  browser = await launchChromium({ args: [`--remote-debugging-port=${port}`] });
});
after(async () => {
  await browser.close();
  await fixture.close();
});

/** Creates the address of each state. */
const states: readonly [string, () => Promise<string>][] = [
  [
    "form",
    async () => {
      const session = await fixture.session();
      return `${session.connectUrl}#token=${session.token}`;
    },
  ],
  [
    "completed",
    async () => {
      const session = await fixture.session();
      const { origin } = fixture.app;
      const send = async (name: string, body: object, secret = ""): Promise<Record<string, unknown>> => {
        const headers = { origin, "content-type": "application/json", authorization: `Bearer ${secret}` };
        const init = { method: "POST", headers, body: JSON.stringify(body) };
        return (await (await fetch(`${fixture.server.url}/connect/v1/${name}`, init)).json()) as Record<
          string,
          unknown
        >;
      };
      const { sessionSecret } = await send("exchange", { token: session.token });
      fixture.app.pages.set("/connected", "");
      await send("credential", { access_token: fixture.provider.tokens.serviceAccount }, String(sessionSecret));
      return session.connectUrl;
    },
  ],
  [
    "expired",
    async () => {
      const session = await fixture.session();
      fixture.expire(session);
      return session.connectUrl;
    },
  ],
  ["unknown", async () => (await fixture.session()).connectUrl.replace(/cs_.*/, "cs_01k0000000e0080000000000zz")],
];

const flags = {
  onlyCategories: ["accessibility", "best-practices", "seo"],
  formFactor: "desktop" as const,
  screenEmulation: { disabled: true },
  // Nothing here measures speed, so don't throttle or wait.
  throttlingMethod: "provided" as const,
  disableFullPageScreenshot: true,
  disableStorageReset: true,
  pauseAfterFcpMs: 500,
  pauseAfterLoadMs: 500,
  networkQuietThresholdMs: 200,
  cpuQuietThresholdMs: 0,
  ignoreStatusCode: true,
  logLevel: "error" as const,
};

for (const [state, address] of states) {
  test(`${state}: scores 100 for accessibility, best practices and search engines`, async (context) => {
    const url = await address();
    const result = await lighthouse(url, { ...flags, port });
    assert.ok(result !== undefined, "Lighthouse returned nothing");
    const { categories, audits, finalDisplayedUrl } = result.lhr;
    assert.equal(finalDisplayedUrl, url.replace(/#.*/, ""));
    mkdirSync(artefacts, { recursive: true });
    writeFileSync(join(artefacts, `lighthouse-${state}.json`), JSON.stringify(result.lhr, null, 1));
    const scores = Object.values(categories).map(({ id, score }) => `${id} ${Math.round((score ?? 0) * 100)}`);
    context.diagnostic(scores.join(", "));
    const faults = Object.values(audits).filter(({ score }) => score !== null && score < 1);
    if (state === "unknown") {
      // The page for an unknown session is a 404, which the browser logs to the console. No other fault is allowed.
      const [fault, ...others] = faults;
      assert.deepEqual([fault?.id, others.map(({ id }) => id)], ["errors-in-console", ["http-status-code"]]);
      const items = fault?.details?.type === "table" ? fault.details.items : [];
      assert.equal(items.length, 1);
      assert.match(JSON.stringify(items), /status of 404/);
      assert.ok(scores.includes("accessibility 100"), scores.join());
    } else {
      assert.deepEqual(
        faults.map(({ id }) => id),
        [],
      );
      assert.deepEqual(scores, ["accessibility 100", "best-practices 100", "seo 100"]);
    }
  });
}
