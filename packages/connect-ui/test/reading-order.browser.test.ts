/** The order in which a screen reader reads the page, from the browser's accessibility tree, and its announcements. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Page } from "../../../judges/pages/playwright.ts";
import { openForm, untilState } from "./check-page.ts";
import { openFixture, type Fixture } from "./fixture.ts";

let fixture: Fixture;
before(async () => {
  fixture = await openFixture();
});
after(() => fixture.close());

/** The page's accessibility tree as lines, without indentation. */
async function tree(page: Page): Promise<string[]> {
  return (await page.locator("body").ariaSnapshot()).split("\n").map((line) => line.trim().replace(/^- /, ""));
}

/** Asserts that each pattern matches a line, in this order. */
function assertOrder(lines: readonly string[], patterns: readonly RegExp[]): void {
  let at = -1;
  for (const pattern of patterns) {
    const next = lines.findIndex((line, index) => index > at && pattern.test(line));
    assert.notEqual(next, -1, `${String(pattern)} does not follow line ${at} of:\n${lines.join("\n")}`);
    at = next;
  }
}

/** The field's descriptions, in reading order. */
const readDescription = (page: Page): Promise<string[]> =>
  page.locator("input").evaluate((input) =>
    (input.getAttribute("aria-describedby") ?? "")
      .split(" ")
      .map((id) => document.getElementById(id)?.textContent ?? "")
      .filter((text) => text !== ""),
  );

test("form: reads who asks and for what, then the field with its label and help, and the buttons last", async () => {
  const page = await (await fixture.context()).newPage();
  await openForm(page, await fixture.session({ requestedActions: ["projects.list", "secrets.set", "secrets.delete"] }));
  assertOrder(await tree(page), [
    /^main/,
    /^heading "Connect Doppler" \[level=1\]/,
    /^paragraph: On behalf of Acme Inc\., client-\S+ wants to access your Doppler account/,
    /^paragraph: Requested from http:\/\/localhost/,
    /^heading "What client-\S+ can do, and nothing else" \[level=2\]/,
    /^heading "Read" \[level=3\]/,
    /^heading "Create and change" \[level=3\]/,
    /^heading "Delete" \[level=3\]/,
    /^heading "The least access you need" \[level=2\]/,
    /^textbox "Service Token or Service Account Token"/,
    /^button "Show token"/,
    /^link "How to get the token at Doppler \(opens in a new tab\)"/,
    /^paragraph: Doppler doesn't say what this token may change, so writing can't be checked here/,
    /^paragraph: We check the token with Doppler/,
    /^button "Connect"/,
    /^button "Cancel"/,
  ]);
  const levels = (await tree(page)).flatMap((line) => /\[level=(\d)\]/.exec(line)?.[1] ?? []).map(Number);
  assert.ok(
    levels.every((level, index) => level <= (levels[index - 1] ?? 0) + 1),
    `a level is skipped: ${levels.join()}`,
  );
  assert.match((await readDescription(page)).join(" | "), /^A Service Token \(dp\.st\.…\) gives access to one config/);
});

test("announces a wrong token politely, while typing and again when it is submitted, with the focus in the field", async () => {
  const page = await (await fixture.context()).newPage();
  await openForm(page, await fixture.session({ requestedActions: ["projects.list"] }));
  assert.equal(await page.locator(".note").getAttribute("aria-live"), "polite");
  await page.locator("input").fill(fixture.provider.tokens.personal);
  await page.getByText("This is a personal token").waitFor();
  assert.match((await readDescription(page)).join(" | "), /\| This is a personal token/);
  await page.keyboard.press("Enter");
  assert.equal(await page.evaluate(() => document.activeElement?.tagName), "INPUT");
  assert.equal(await page.locator("input").getAttribute("aria-invalid"), "true");
  const changes = await page.locator(".note").evaluateHandle((note) => {
    const seen: number[] = [];
    new MutationObserver((records) => seen.push(records.length)).observe(note, { childList: true });
    return seen;
  });
  await page.keyboard.press("Enter");
  await page.waitForFunction((seen) => seen.length > 0, changes);
  assert.equal(await page.getByRole("alert").count(), 0);
});

test("immediately announces an error that isn't about the field, and focuses it next to the buttons", async () => {
  const page = await (await fixture.context()).newPage();
  await openForm(page, await fixture.session());
  await page.route("**/connect/v1/credential", (route) => route.abort("connectionreset"));
  await page.locator("input").fill(fixture.provider.tokens.serviceAccount);
  await page.keyboard.press("Enter");
  await page.getByRole("alert").getByText("The connection was lost").waitFor();
  assertOrder(await tree(page), [
    /^textbox "Service Token/,
    /^alert/,
    /^paragraph: The connection was lost/,
    /^button "Connect"/,
  ]);
  assert.equal(await page.evaluate(() => document.activeElement?.getAttribute("role")), "alert");
  await page.keyboard.press("Tab");
  assert.equal(await page.evaluate(() => document.activeElement?.textContent), "Connect");
});

test("warns in words about a limited token, without a check mark", async () => {
  const page = await (await fixture.context()).newPage();
  await openForm(page, await fixture.session({ requestedActions: ["projects.list", "secrets.get"] }));
  await page.locator("input").fill(fixture.provider.tokens.serviceReadWrite);
  const note = page.locator(".note");
  await note.getByText("can't list projects or configs").waitFor();
  assert.match((await readDescription(page)).join(" | "), /\| Note: A Service Token gives access to one config only/);
  assert.equal(await note.locator("svg.caution").count(), 1);
  assert.equal(await note.evaluate((element) => getComputedStyle(element, "::before").content), "none");
  assert.equal(await page.locator("input").getAttribute("aria-invalid"), "false");
  await page.locator("input").fill(fixture.provider.tokens.serviceAccount);
  await note.getByText("A Service Account Token.").waitFor();
  assert.equal(await note.locator("svg.caution").count(), 0);
  assert.match(await note.evaluate((element) => getComputedStyle(element, "::before").content), /✓/);
});

test("announces the check as a status, and reads the result from its focused heading", async () => {
  const page = await (await fixture.context()).newPage();
  await openForm(page, await fixture.session());
  fixture.provider.faults.add({ match: { path: "/v3/me" }, fault: { kind: "hold", when: "before_effect" } });
  await page.locator("input").fill(fixture.provider.tokens.serviceAccount);
  await page.keyboard.press("Enter");
  await page.getByRole("status").getByText("Checking the token with Doppler").waitFor();
  await fixture.untilHeld();
  fixture.provider.release();
  await untilState(page, "completed");
  assert.equal(await page.evaluate(() => document.activeElement?.textContent), "Connected");
  assertOrder(await tree(page), [
    /^main/,
    /^heading "Connected" \[level=1\]/,
    /^paragraph: Doppler account Harbor Works is connected/,
    /^status: Taking you back/,
    /^link "Continue to client-/,
  ]);
});

test("starts every screen without a form with its heading and ends it with the next step", async () => {
  const page = await (await fixture.context()).newPage();
  const cases: [string, RegExp, () => Promise<string>][] = [
    [
      "expired",
      /^heading "This session has expired" \[level=1\]/,
      async () => {
        const session = await fixture.session();
        fixture.expire(session);
        return session.connectUrl;
      },
    ],
    ["incomplete", /^heading "This link is incomplete" \[level=1\]/, async () => (await fixture.session()).connectUrl],
    [
      "unknown",
      /^heading "Session not found" \[level=1\]/,
      async () => (await fixture.session()).connectUrl.replace(/cs_.*/, "cs_01k0000000e0080000000000zz"),
    ],
  ];
  for (const [state, heading, address] of cases) {
    await page.goto(await address());
    await untilState(page, state);
    const lines = await tree(page);
    assertOrder(lines, [/^main/, heading, /^paragraph: /]);
    if (state !== "unknown") assertOrder(lines, [heading, /^paragraph: /, /^link "Back to/]);
    assert.equal(lines.filter((line) => /\[level=1\]/.test(line)).length, 1);
  }
});
