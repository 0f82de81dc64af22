/** The page says when a credential expires, in every language, once the provider has verified it. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { addExpiringToken, startVaultSimulator, tokens, type VaultSimulator } from "@svc/provider-vault/simulator";
import type { Page } from "../../../judges/pages/playwright.ts";
import { languages } from "../src/index.ts";
import { assertNothingSticksOut, checkPage, openForm, preventReturn, untilState } from "./check-page.ts";
import { openFixture, type Fixture } from "./fixture.ts";

let vault: VaultSimulator;
let fixture: Fixture;
before(async () => {
  vault = await startVaultSimulator();
  fixture = await openFixture({}, { vault: vault.url });
});
after(async () => {
  await fixture.close();
  await vault.close();
});

const expiresAt = Date.UTC(2037, 0, 31, 12, 5);
/** The text in each language, up to the day. */
const said: Readonly<Record<(typeof languages)[number], string>> = {
  en: "The token expires on January 31, 2037",
  de: "Gültig bis 31. Januar 2037",
  es: "Válido hasta el 31 de enero de 2037",
  fr: "Valable jusqu’au 31 janvier 2037",
  ja: "トークンの有効期限は 2037年1月31日",
};

async function connect(page: Page, token: string, fields: object = {}) {
  const requested = { provider: "vault", requestedActions: ["secrets.get"], ...fields };
  const session = await fixture.session(requested);
  await openForm(page, session);
  // The only server is already selected.
  await page.locator("#way-1").check();
  await page.locator("#field-access_token").fill(token);
  const stay = await preventReturn(page);
  await page.keyboard.press("Enter");
  return { session, stay };
}

for (const language of languages) {
  test(`says when the token expires, in the page's language, and doesn't return automatically: ${language}`, async () => {
    const context = await fixture.context({ locale: language, timezoneId: "UTC" });
    const page = await context.newPage();
    const value = addExpiringToken(vault.world, `expiring${language}`, expiresAt);
    await connect(page, value);
    await untilState(page, "completed");
    const text = await page.locator("main").innerText();
    assert.ok(text.includes(said[language]) && text.includes("12:05"), text);
    assert.equal(await page.getByRole("status").count(), 0, "it doesn't return automatically");
    await assertNothingSticksOut(page, language);
    await checkPage(page, `completed-expiring-${language}`);
  });
}

test("says it while the backend confirms, without waiting for the user", async () => {
  const page = await (await fixture.context({ timezoneId: "UTC" })).newPage();
  const { stay } = await connect(page, addExpiringToken(vault.world, "confirmed", expiresAt), {
    completion: "confirmed",
  });
  await untilState(page, "awaiting_confirmation");
  assert.match(await page.locator("main").innerText(), /The token expires on January 31, 2037/);
  await checkPage(page, "awaiting_confirmation-expiring");
  await stay.over();
  await page.waitForURL(/completion_code=/);
});

test("says nothing about a token that doesn't expire", async () => {
  const page = await (await fixture.context()).newPage();
  const { stay } = await connect(page, tokens.everything);
  await untilState(page, "completed");
  assert.doesNotMatch(await page.locator("main").innerText(), /expires/);
  await stay.over();
});
