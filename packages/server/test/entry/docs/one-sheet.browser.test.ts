/** "svc in ten minutes", as a reader prints it: each page on one sheet, with its text and nothing around it. */
import assert from "node:assert/strict";
import type { AddressInfo } from "node:net";
import { after, before, test } from "node:test";
import type { Browser } from "../../../../../judges/pages/playwright.ts";
import { launchChromium } from "../../../../../tools/browser/launch.ts";
import { serveSite } from "./site.ts";

const app = serveSite();
let browser: Browser;
let origin = "";
before(async () => {
  await app.listen({ host: "127.0.0.1", port: 0 });
  origin = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
  browser = await launchChromium();
});
after(async () => {
  await browser.close();
  await app.close();
});

for (const reader of ["product", "operator", "provider", "agent"]) {
  test(`svc in ten minutes for the ${reader} is one sheet of paper, whether A4 or Letter`, async () => {
    const page = await browser.newPage();
    await page.goto(`${origin}/docs/ten-minutes-${reader}`);
    await page.waitForFunction(() => "__vue_app__" in (document.querySelector("#app") ?? {}));
    for (const format of ["A4", "Letter"]) {
      const pdf = (await page.pdf({ format, printBackground: true })).toString("latin1");
      assert.equal(pdf.match(/\/Type\s*\/Page\b/g)?.length, 1, format);
    }
    await page.emulateMedia({ media: "print" });
    assert.equal(await page.locator(".VPNav, .VPSidebar, .VPDocFooter").filter({ visible: true }).count(), 0);
    assert.ok(await page.locator("h1").isVisible());
    await page.close();
  });
}
