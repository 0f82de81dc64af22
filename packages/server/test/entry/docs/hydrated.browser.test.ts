/**
 * Every page of the sitemap as a reader gets it: after its script has taken the page over. HTML alone doesn't show a
 * page that the script then replaces with "Page not found".
 */
import assert from "node:assert/strict";
import type { AddressInfo } from "node:net";
import { after, before, test } from "node:test";
import type { Browser, Page } from "../../../../../judges/pages/playwright.ts";
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

/** What a page says about itself before and after hydration, and what its console says. */
type Hydrated = { served: string; title: string; heading: string; faults: string[] };

async function hydrate(page: Page, path: string): Promise<Hydrated> {
  const faults: string[] = [];
  const note = (text: string): void => void faults.push(text);
  page.on("pageerror", (error) => note(error.message));
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type())) note(message.text());
  });
  const response = await page.goto(origin + path, { waitUntil: "domcontentloaded" });
  // The title as the HTML has it, before any script.
  const html = (await response?.text()) ?? "";
  const served = await page.evaluate((text) => new DOMParser().parseFromString(text, "text/html").title, html);
  await page.waitForFunction(() => "__vue_app__" in (document.querySelector("#app") ?? {}));
  // VitePress shows the page of the address in the turn after it has mounted.
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))));
  const heading = (await page.locator("h1").first().textContent()) ?? "";
  const title = await page.title();
  page.removeAllListeners("pageerror").removeAllListeners("console");
  return { served, title, heading, faults };
}

async function sitemap(): Promise<string[]> {
  const text = await (await fetch(`${origin}/sitemap.xml`)).text();
  return [...text.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, url = ""]) => new URL(url).pathname);
}

test("every page of the sitemap keeps its title and heading after hydration, with an empty console", async () => {
  const paths = await sitemap();
  assert.ok(paths.length > 100, `${paths.length} pages`);
  const queue = [...paths];
  const wrong: string[] = [];
  const visit = async (): Promise<void> => {
    const page = await browser.newPage();
    for (let path = queue.shift(); path !== undefined; path = queue.shift()) {
      const { served, title, heading, faults } = await hydrate(page, path);
      if (title !== served || heading === "" || /not found/i.test(heading)) {
        wrong.push(`${path}: "${served}" became "${title}"`);
      }
      wrong.push(...faults.map((fault) => `${path}: ${fault}`));
    }
    await page.close();
  };
  await Promise.all([visit(), visit()]);
  assert.deepEqual(wrong, []);
});

test("an address that a reader would guess shows a page", async () => {
  const page = await browser.newPage();
  for (const path of ["/docs", "/docs/", "/reference", "/docs/quickstart/"]) {
    const { heading, faults } = await hydrate(page, path);
    assert.doesNotMatch(heading, /not found/i, path);
    assert.deepEqual(faults, [], path);
  }
  await page.close();
});
