/** The modal for keyboard and screen reader users. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { axe } from "../../../judges/pages/axe.ts";
import type { Page } from "../../../judges/pages/playwright.ts";
import { modalFrame, startFixture, type Fixture } from "./fixture.ts";

let fixture: Fixture;
before(async () => {
  fixture = await startFixture();
});
after(() => fixture.close());

/** Opens the modal with the keyboard, from the app's button. */
async function open(page: Page, locale?: string): Promise<void> {
  const options = { ...fixture.newSession(), ...(locale === undefined ? {} : { locale }) };
  await page.evaluate((options) => Object.assign(window, { options }), options);
  await page.focus("#open");
  await page.keyboard.press("Enter");
}

const readResult = (page: Page): Promise<unknown> =>
  page.evaluate(() => (window as unknown as { result: Promise<unknown> }).result);

/** The focused element of the app or the dialog, by id or name. */
async function focused(page: Page): Promise<string> {
  const outer = await page.evaluate(() => {
    let element = document.activeElement;
    while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement;
    return element?.id || element?.tagName.toLowerCase() || "nothing";
  });
  if (outer !== "iframe") return outer;
  const frame = page.frames().find((each) => each.url().includes("/connect/cs_"));
  return `page:${await frame?.evaluate(() => document.activeElement?.id)}`;
}

/** Presses a key and returns the element that then has focus. A frame in another process reports it a moment later. */
async function focusedAfter(page: Page, key: string): Promise<string> {
  const before = await focused(page);
  await page.keyboard.press(key);
  const deadline = Date.now() + 60_000;
  for (;;) {
    const now = await focused(page);
    if ((now !== before && now !== "body") || Date.now() > deadline) return now;
    await page.waitForTimeout(20);
  }
}

/** A page with the modal open, and the focus after each of four presses of Tab. */
async function tabbed() {
  const { page, context } = await fixture.newPage();
  await open(page);
  await modalFrame(page);
  await page.waitForFunction(
    () => document.querySelector("[data-svc-connect]")?.shadowRoot?.activeElement?.tagName === "IFRAME",
  );
  const forwards: string[] = [];
  while (forwards.length < 4 && forwards.at(-1) !== "body") forwards.push(await focusedAfter(page, "Tab"));
  return { page, context, forwards };
}

test("moves the focus in, keeps it there, and restores it afterwards", async () => {
  let opened = await tabbed();
  // On a busy machine, Playwright's focus emulation reaches a frame in another process late, and diverts keys from it.
  for (let again = 0; again < 3 && opened.forwards.includes("body"); again += 1) {
    await opened.context.close();
    opened = await tabbed();
  }
  const { page, context, forwards } = opened;
  assert.deepEqual(forwards, ["page:first", "page:last", "button", "page:first"]);
  for (let press = 0; press < 4; press += 1) forwards.push(await focusedAfter(page, "Tab"));
  const backwards: string[] = [];
  for (let press = 0; press < 8; press += 1) {
    backwards.push(await focusedAfter(page, "Shift+Tab"));
  }
  const places = [...forwards, ...backwards];
  assert.ok(
    places.every((place) => place === "button" || place.startsWith("page:")),
    places.join(" "),
  );
  assert.ok(backwards.includes("button") && backwards.includes("page:first"));
  await page.locator("[data-svc-connect] button").press("Escape");
  assert.deepEqual(await readResult(page), { status: "cancelled" });
  assert.equal(await focused(page), "open");
  await context.close();
});

test("closes immediately on Escape, before the server has answered", async () => {
  const { page, context } = await fixture.newPage();
  await page.evaluate(() => window.scrollTo(0, 500));
  await page.evaluate(() => document.getElementById("open")?.focus({ preventScroll: true }));
  await page.evaluate((options) => Object.assign(window, { options }), fixture.newSession("opened"));
  await page.keyboard.press("Enter");
  await page.waitForSelector("[data-svc-connect] iframe");
  await page.keyboard.press("Escape");
  await page.locator("[data-svc-connect]").waitFor({ state: "detached", timeout: 60_000 });
  assert.equal(await focused(page), "open");
  assert.equal(await page.evaluate(() => window.scrollY), 500);
  assert.deepEqual(await readResult(page), { status: "cancelled" });
  await context.close();
});

test("keeps the page behind it from scrolling or moving, and lets it scroll afterwards", async () => {
  const { page, context } = await fixture.newPage();
  const width = (): Promise<number> => page.evaluate(() => document.body.getBoundingClientRect().width);
  await page.evaluate(() => window.scrollTo(0, 300));
  const widthBefore = await width();
  await page.evaluate(() => document.getElementById("open")?.focus({ preventScroll: true }));
  await page.evaluate((options) => Object.assign(window, { options }), fixture.newSession());
  await page.keyboard.press("Enter");
  await page.waitForSelector("[data-svc-connect] iframe");
  await page.mouse.move(5, 5);
  await page.mouse.wheel(0, 400);
  // Not with animation frames: a page that isn't painted has none.
  await page.waitForTimeout(100);
  assert.equal(await page.evaluate(() => window.scrollY), 300);
  assert.equal(await page.evaluate(() => getComputedStyle(document.documentElement).overflowY), "hidden");
  assert.equal(await width(), widthBefore);
  await page.locator("[data-svc-connect] button").click();
  await readResult(page);
  await page.mouse.wheel(0, 400);
  await page.waitForFunction(() => window.scrollY > 300, null, { polling: 50 });
  await context.close();
});

test("gives the frame only the permissions that it needs", async () => {
  const { page, context } = await fixture.newPage();
  await open(page, "de-AT");
  await modalFrame(page);
  const facts = await page.evaluate(() => {
    const dialog = document.querySelector("[data-svc-connect]")?.shadowRoot?.querySelector("dialog");
    const frame = dialog?.querySelector("iframe");
    const style = dialog === null || dialog === undefined ? null : getComputedStyle(dialog);
    return {
      modal: dialog?.matches(":modal"),
      label: dialog?.ariaLabel,
      language: dialog?.lang,
      close: dialog?.querySelector("button")?.ariaLabel,
      title: frame?.title,
      allow: frame?.allow,
      referrer: frame?.referrerPolicy,
      topNavigation: frame?.sandbox.contains("allow-top-navigation"),
      query: new URL(frame?.src ?? "").search,
      radius: style?.borderTopLeftRadius,
      inline: dialog?.getRootNode() instanceof ShadowRoot && dialog.querySelectorAll("[style]").length,
    };
  });
  assert.deepEqual(facts, {
    modal: true,
    label: "Konto verbinden",
    language: "de",
    close: "Schließen",
    title: "Konto verbinden",
    allow: "",
    referrer: "no-referrer",
    topNavigation: false,
    query: "?locale=de-AT",
    radius: "14px",
    inline: 0,
  });
  await context.close();
});

test("has no axe violations, light and dark", async () => {
  for (const colorScheme of ["light", "dark"] as const) {
    const { page, context } = await fixture.newPage();
    await page.emulateMedia({ colorScheme });
    await open(page);
    await modalFrame(page);
    await page.evaluate(axe.source);
    const violations = await page.evaluate(async () => {
      type Axe = { run: (context: object) => Promise<{ violations: { id: string }[] }> };
      const { axe } = window as unknown as { axe: Axe };
      const { violations } = await axe.run({
        include: [{ fromShadowDom: ["[data-svc-connect]", "dialog"] }],
        iframes: false,
      });
      return violations.map(({ id }) => id);
    });
    assert.deepEqual(violations, []);
    await context.close();
  }
});

test("fits a page of 320 pixels", async () => {
  const { page, context } = await fixture.newPage();
  await page.setViewportSize({ width: 320, height: 568 });
  await open(page);
  await modalFrame(page);
  const box = await page.locator("[data-svc-connect] iframe").boundingBox();
  assert.ok(box !== null && box.x >= 0 && box.x + box.width <= 320 && box.y + box.height <= 568, JSON.stringify(box));
  await context.close();
});
