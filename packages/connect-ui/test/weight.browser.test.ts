/** What the page costs its user: its weight at its heaviest, and the time to its first paint on a slow machine. */
import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { languages } from "../src/index.ts";
import { untilState } from "./looking.ts";
import { openStage, type Stage } from "./stage.ts";

const artefacts = join(import.meta.dirname, "../../../artefacts/connect");
const logoBytes = 16 * 1024;
const paintMsMax = 1000;

let stage: Stage;
let folder: string;
before(async () => {
  // The heaviest page that settings can make: the largest logo that is taken, under a name.
  folder = mkdtempSync(join(tmpdir(), "svc-logo-"));
  const head = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><path d="M0 0h1v1H0z"/><!--';
  writeFileSync(join(folder, "logo.svg"), `${head.padEnd(logoBytes - 9, "x")}--></svg>`);
  stage = await openStage({ SVC_BRAND_NAME: "Harbor Tools", SVC_BRAND_LOGO: join(folder, "logo.svg") });
});
after(async () => {
  await stage.close();
  rmSync(folder, { recursive: true });
});

test("in every language, with the largest logo, one answer under 60 kB is the whole page", async (context) => {
  const { connectUrl } = await stage.session();
  const bytes: Record<string, number> = {};
  for (const language of languages) {
    const page = await (await stage.context({ locale: language })).newPage();
    const sizes: number[] = [];
    page.on("response", async (response) => sizes.push((await response.body()).byteLength));
    await page.goto(connectUrl);
    await untilState(page, "incomplete");
    assert.equal(sizes.length, 1, language);
    bytes[language] = sizes[0] ?? 0;
    await page.context().close();
  }
  context.diagnostic(`bytes: ${JSON.stringify(bytes)}`);
  for (const [language, size] of Object.entries(bytes)) assert.ok(size < 60_000, `${language}: ${size} bytes`);
});

test("first paint on a cold cache with a four times slower processor, under a second", async (context) => {
  const paintsMs: number[] = [];
  // A busy machine makes some rounds slow; a page that has become slow in kind makes all of them slow.
  while (paintsMs.length < 5 || (Math.min(...paintsMs) >= paintMsMax && paintsMs.length < 20)) {
    const session = await stage.session();
    const page = await (await stage.context()).newPage();
    const client = await page.context().newCDPSession(page);
    await client.send("Emulation.setCPUThrottlingRate", { rate: 4 });
    await page.goto(`${session.connectUrl}#token=${session.token}`);
    const paint = await page.waitForFunction(
      () => performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? null,
    );
    paintsMs.push(Math.round(Number(await paint.jsonValue())));
    await untilState(page, "form");
    await page.context().close();
  }
  const leastMs = Math.min(...paintsMs);
  context.diagnostic(`first paint at 4x slower: ${paintsMs.join(", ")} ms`);
  mkdirSync(artefacts, { recursive: true });
  writeFileSync(join(artefacts, "first-paint.json"), `${JSON.stringify({ paintsMs, leastMs })}\n`);
  // No test of this project asserts a speed. This is the one limit that was promised as a number, several times what is
  // measured.
  assert.ok(leastMs < paintMsMax, `${leastMs} ms`);
});
