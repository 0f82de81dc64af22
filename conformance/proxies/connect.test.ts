/** The hosted Connect page in Chromium, through every proxy, under the server's public name. */
import assert from "node:assert/strict";
import { createHash, X509Certificate } from "node:crypto";
import { after, before, test } from "node:test";
import type { Page } from "../../judges/pages/playwright.ts";
import { launchChromium } from "../../tools/browser/launch.ts";
import { openSession, untilSettled } from "../harness/index.ts";
import { startBehind, type Setting } from "./behind.ts";
import { certificate, names, proxyNames, startProxy } from "./programs.ts";

let setting: Setting;
before(async () => {
  setting = await startBehind();
});
after(() => setting.close());

/** What Chromium takes as this certificate's fingerprint. No other untrusted certificate is accepted. */
const fingerprint = createHash("sha256")
  .update(new X509Certificate(certificate).publicKey.export({ type: "spki", format: "der" }))
  .digest("base64");

/** Whatever a page complains about. */
function complaintsOf(page: Page): string[] {
  const complaints: string[] = [];
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type())) complaints.push(message.text());
  });
  page.on("pageerror", (error) => complaints.push(String(error)));
  return complaints;
}

for (const name of proxyNames) {
  test(`${name}: a link leads to the form, and a token to Connected`, { timeout: 180_000 }, async () => {
    const { client, tenantId, provider } = setting;
    const proxy = await startProxy(name, setting.behind);
    const browser = await launchChromium({
      args: [
        `--host-resolver-rules=MAP ${names.api}:443 127.0.0.1:${proxy.port}`,
        `--ignore-certificate-errors-spki-list=${fingerprint}`,
      ],
    });
    try {
      const page = await browser.newPage({ locale: "en-US" });
      const complaints = complaintsOf(page);
      const session = await openSession(client.caller, tenantId);
      assert.ok(session.connectUrl.startsWith(`https://${names.api}/`), session.connectUrl);
      // The page goes back to the app by itself; a response without content leaves the browser where it is.
      await page.route(/[?&]status=/, (route) => route.fulfill({ status: 204 }));
      await page.goto(`${session.connectUrl}#token=${session.token}`);
      await page.locator("input").waitFor();
      const protocols = await page.evaluate(() =>
        performance
          .getEntriesByType("resource")
          .concat(performance.getEntriesByType("navigation"))
          .map((entry) => (entry as PerformanceResourceTiming).nextHopProtocol),
      );
      assert.deepEqual(new Set(protocols), new Set(["h2"]));
      await page.locator("input").fill(provider.tokens.serviceAccount);
      await page.keyboard.press("Enter");
      await page.getByRole("heading", { name: "Connected" }).waitFor({ timeout: 60_000 });
      assert.equal((await untilSettled(client.caller, tenantId, session.id)).status, "completed");
      assert.deepEqual(complaints, []);
    } finally {
      await browser.close();
      await proxy.stop();
    }
  });
}
