/** The order in which a screen reader meets the page, by the browser's own accessibility tree, and what it speaks unasked. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Page } from "playwright-core";
import { openForm, untilState } from "./looking.ts";
import { openStage, type Stage } from "./stage.ts";

let stage: Stage;
before(async () => {
  stage = await openStage();
});
after(() => stage.close());

/** The page's accessibility tree as lines, without indentation. */
async function tree(page: Page): Promise<string[]> {
  return (await page.locator("body").ariaSnapshot()).split("\n").map((line) => line.trim().replace(/^- /, ""));
}

/** Asserts that each pattern fits a line, in this order. */
function assertOrder(lines: readonly string[], patterns: readonly RegExp[]): void {
  let at = -1;
  for (const pattern of patterns) {
    const next = lines.findIndex((line, index) => index > at && pattern.test(line));
    assert.notEqual(next, -1, `${String(pattern)} does not follow line ${at} of:\n${lines.join("\n")}`);
    at = next;
  }
}

/** What describes the field, in the order in which it is read. */
const descriptionOf = (page: Page): Promise<string[]> =>
  page.locator("input").evaluate((input) =>
    (input.getAttribute("aria-describedby") ?? "")
      .split(" ")
      .map((id) => document.getElementById(id)?.textContent ?? "")
      .filter((text) => text !== ""),
  );

test("form: who asks and for what comes before the field, its label and help with it, the buttons last", async () => {
  const page = await (await stage.context()).newPage();
  await openForm(page, await stage.session({ requestedActions: ["projects.list", "secrets.set", "secrets.delete"] }));
  assertOrder(await tree(page), [
    /^main/,
    /^heading "Connect Doppler" \[level=1\]/,
    /^paragraph: For Acme Inc\., http:\/\/localhost/,
    /^heading "What it will be able to do" \[level=2\]/,
    /^heading "Read" \[level=3\]/,
    /^heading "Create and change" \[level=3\]/,
    /^heading "Delete" \[level=3\]/,
    /^paragraph: Only this/,
    /^heading "The smallest token that is enough" \[level=2\]/,
    /^textbox "Service Token or Service Account Token"/,
    /^button "Show the token"/,
    /^link "Make a token at Doppler \(opens in a new tab\)"/,
    /^paragraph: Checked with Doppler/,
    /^button "Connect"/,
    /^button "Cancel"/,
  ]);
  const levels = (await tree(page)).flatMap((line) => /\[level=(\d)\]/.exec(line)?.[1] ?? []).map(Number);
  assert.ok(
    levels.every((level, index) => level <= (levels[index - 1] ?? 0) + 1),
    `a level is left out: ${levels.join()}`,
  );
  assert.match((await descriptionOf(page)).join(" | "), /^A Service Token reaches one config/);
});

test("a wrong token is spoken as it is typed, politely; the summary at once, with the focus, before the field", async () => {
  const page = await (await stage.context()).newPage();
  await openForm(page, await stage.session({ requestedActions: ["projects.list"] }));
  assert.equal(await page.locator(".note").getAttribute("aria-live"), "polite");
  await page.locator("input").fill(stage.provider.tokens.personal);
  await page.getByText("This is a personal token").waitFor();
  assert.match((await descriptionOf(page)).join(" | "), /\| This is a personal token/);
  await page.keyboard.press("Enter");
  assertOrder(await tree(page), [
    /^heading "The smallest token/,
    /^alert/,
    /^heading "Not connected yet" \[level=2\]/,
    /^paragraph: .*personal token/,
    /^textbox .*\[invalid\]|^textbox "Service Token/,
    /^button "Connect"/,
  ]);
  assert.equal(await page.evaluate(() => document.activeElement?.getAttribute("role")), "alert");
  await page.keyboard.press("Tab");
  assert.equal(await page.evaluate(() => document.activeElement?.tagName), "INPUT");
});

test("a token that cannot do all is cautioned in words, and not praised by a tick", async () => {
  const page = await (await stage.context()).newPage();
  await openForm(page, await stage.session({ requestedActions: ["projects.list", "secrets.get"] }));
  await page.locator("input").fill(stage.provider.tokens.serviceReadWrite);
  const note = page.locator(".note");
  await note.getByText("Projects and configs cannot be listed").waitFor();
  assert.match((await descriptionOf(page)).join(" | "), /\| Note: A Service Token reaches one config only/);
  assert.equal(await note.locator("svg.caution").count(), 1);
  assert.equal(await note.evaluate((element) => getComputedStyle(element, "::before").content), "none");
  assert.equal(await page.locator("input").getAttribute("aria-invalid"), "false");
  await page.locator("input").fill(stage.provider.tokens.serviceAccount);
  await note.getByText("A Service Account Token.").waitFor();
  assert.equal(await note.locator("svg.caution").count(), 0);
  assert.match(await note.evaluate((element) => getComputedStyle(element, "::before").content), /✓/);
});

test("checking is spoken as a status; the end starts with its heading, focused, then what it means and what to do", async () => {
  const page = await (await stage.context()).newPage();
  await openForm(page, await stage.session());
  stage.provider.faults.add({ match: { path: "/v3/me" }, fault: { kind: "hold", when: "before_effect" } });
  await page.locator("input").fill(stage.provider.tokens.serviceAccount);
  await page.keyboard.press("Enter");
  await page.getByRole("status").getByText("Checking the token with Doppler").waitFor();
  await stage.untilHeld();
  stage.provider.release();
  await untilState(page, "completed");
  assert.equal(await page.evaluate(() => document.activeElement?.textContent), "Connected");
  assertOrder(await tree(page), [
    /^main/,
    /^heading "Connected" \[level=1\]/,
    /^paragraph: Doppler account Harbor Works is connected/,
    /^link "Continue to localhost/,
    /^status: You are taken back/,
  ]);
});

test("every page that is no form starts with its heading and ends with the way out", async () => {
  const page = await (await stage.context()).newPage();
  const cases: [string, RegExp, () => Promise<string>][] = [
    [
      "expired",
      /^heading "This session has expired" \[level=1\]/,
      async () => {
        const session = await stage.session();
        stage.expire(session);
        return session.connectUrl;
      },
    ],
    ["incomplete", /^heading "This link is incomplete" \[level=1\]/, async () => (await stage.session()).connectUrl],
    [
      "unknown",
      /^heading "No such session" \[level=1\]/,
      async () => (await stage.session()).connectUrl.replace(/cs_.*/, "cs_01k0000000e0080000000000zz"),
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
