/** The page's cost for its user: its maximum size, and the time to its first paint on a slow machine. */
import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { languages } from "../src/index.ts";
import { untilState } from "./check-page.ts";
import { openFixture, type Fixture } from "./fixture.ts";

const artefacts = join(import.meta.dirname, "../../../artefacts/connect");
const logoBytes = 16 * 1024;
const paintMsMax = 1000;

let fixture: Fixture;
let folder: string;
before(async () => {
  // The largest possible page: the largest accepted logo, with a name.
  folder = mkdtempSync(join(tmpdir(), "svc-logo-"));
  const head = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><path d="M0 0h1v1H0z"/><!--';
  writeFileSync(join(folder, "logo.svg"), `${head.padEnd(logoBytes - 9, "x")}--></svg>`);
  fixture = await openFixture({ SVC_BRAND_NAME: "Harbor Tools", SVC_BRAND_LOGO: join(folder, "logo.svg") });
});
after(async () => {
  await fixture.close();
  rmSync(folder, { recursive: true });
});

test("serves the page in one response and the deployment's largest logo in another, together under 60 kB in every language", async (context) => {
  const { connectUrl } = await fixture.session();
  const bytes: Record<string, number> = {};
  for (const language of languages) {
    const page = await (await fixture.context({ locale: language })).newPage();
    const bodies: Promise<Buffer>[] = [];
    page.on("response", (response) => bodies.push(response.body()));
    // Its images too.
    await page.goto(connectUrl, { waitUntil: "load" });
    await untilState(page, "incomplete");
    const sizes = (await Promise.all(bodies)).map(({ byteLength }) => byteLength);
    assert.deepEqual([sizes.length, sizes[1]], [2, logoBytes], language);
    bytes[language] = sizes.reduce((sum, size) => sum + size, 0);
    await page.context().close();
  }
  context.diagnostic(`bytes: ${JSON.stringify(bytes)}`);
  for (const [language, size] of Object.entries(bytes)) assert.ok(size < 60_000, `${language}: ${size} bytes`);
});

test("first paints in under a second, with a cold cache and a four times slower processor", async (context) => {
  const paintsMs: number[] = [];
  // A busy machine makes some rounds slow. A slow page makes all of them slow.
  while (paintsMs.length < 5 || (Math.min(...paintsMs) >= paintMsMax && paintsMs.length < 20)) {
    const session = await fixture.session();
    const page = await (await fixture.context()).newPage();
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
  // No other test of this project asserts a speed. This limit was promised as a number, and is several times the
  // measured value.
  assert.ok(leastMs < paintMsMax, `${leastMs} ms`);
});
