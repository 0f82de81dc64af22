/** An agent's host signs in with Harbor's user, in Chromium, with the real server: from nothing but the address. */
import assert from "node:assert/strict";
import { createHash, randomBytes } from "node:crypto";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { after, before, test } from "node:test";
import { ServiceClient } from "@svc/sdk";
import type { Browser, Page } from "playwright-core";
import { launchChromium } from "../../../tools/browser/launch.ts";
import { startExample, type Example } from "../launch.ts";
import { checkScreens } from "./screens.ts";

let browser: Browser;
let example: Example;
let host: Server;
let callback = "";
before(async () => {
  browser = await launchChromium();
  example = await startExample({ log: () => undefined });
  host = createServer((_request, response) => response.end("<h1>Back in the agent's host</h1>"));
  await new Promise<void>((resolve) => host.listen(0, "127.0.0.1", resolve));
  callback = `http://127.0.0.1:${(host.address() as AddressInfo).port}/callback`;
});
after(async () => {
  await browser.close();
  await example.stop();
  host.closeAllConnections();
  host.close();
});

async function post(path: string, body: string | URLSearchParams): Promise<Record<string, string>> {
  return (await (await fetch(`${example.serviceUrl}${path}`, { method: "POST", body })).json()) as Record<
    string,
    string
  >;
}

/** Registers a host. @returns where it sends its user's browser, and how it redeems its code. */
async function newHost() {
  const verifier = randomBytes(32).toString("base64url");
  const made = await post(
    "/oauth/register",
    JSON.stringify({ client_name: "Example Chat", redirect_uris: [callback] }),
  );
  const client_id = made["client_id"] ?? "";
  const resource = `${example.serviceUrl}/mcp`;
  const query = new URLSearchParams({
    response_type: "code",
    client_id,
    redirect_uri: callback,
    code_challenge: createHash("sha256").update(verifier).digest("base64url"),
    code_challenge_method: "S256",
    resource,
    state: "s",
  });
  const redeem = (code: string) =>
    post(
      "/oauth/token",
      new URLSearchParams({
        grant_type: "authorization_code",
        code,
        client_id,
        redirect_uri: callback,
        code_verifier: verifier,
        resource,
      }),
    );
  return { url: `${example.serviceUrl}/oauth/authorize?${query.toString()}`, redeem };
}

async function phone(): Promise<Page> {
  const context = await browser.newContext({ locale: "en-US", viewport: { width: 390, height: 844 } });
  const page = await context.newPage();
  page.setDefaultTimeout(15_000);
  return page;
}

test("a user signs an agent's host in, and it gets a token for what they chose", async () => {
  const { url, redeem } = await newHost();
  const page = await phone();
  await page.goto(url);
  await page.getByRole("heading", { name: "Example Chat wants to sign in" }).waitFor();
  await page.getByText(new URL(callback).origin).first().waitFor();
  await checkScreens(page, "agent-asks");
  await page.getByRole("link", { name: "Continue to Harbor" }).click();
  await page.getByRole("button", { name: "Ada Moreno" }).click();
  await page.getByRole("heading", { name: "Let Example Chat act for you?" }).waitFor();
  await checkScreens(page, "agent-choices");
  await page.getByRole("button", { name: "Look and change" }).click();
  await page.getByRole("heading", { name: "Back in the agent's host" }).waitFor();
  const back = new URL(page.url()).searchParams;
  assert.deepEqual([back.get("state"), back.get("iss")], ["s", example.serviceUrl]);
  const { access_token: token = "" } = await redeem(back.get("code") ?? "");
  assert.match(token, /^svc_dt_/);
  const client = new ServiceClient({ baseUrl: example.serviceUrl, accessToken: example.serviceKey });
  const made = [];
  for await (const each of client.delegatedTokens.list()) made.push(each);
  const grant = made.find(({ parent_id }) => parent_id === null);
  assert.deepEqual([grant?.subject, grant?.agent, grant?.maxEffect], ["ada", "Example Chat", "write"]);
});

test("a user who doesn't allow it is sent back with that, and a page that can't continue says why", async () => {
  const { url } = await newHost();
  const page = await phone();
  await page.goto(url);
  await page.getByRole("link", { name: "Continue to Harbor" }).click();
  await page.getByRole("button", { name: "Grace Lin" }).click();
  await page.getByRole("button", { name: "Don't allow it" }).click();
  await page.getByRole("heading", { name: "Back in the agent's host" }).waitFor();
  assert.equal(new URL(page.url()).searchParams.get("error"), "access_denied");
  await page.goto(url.replace(encodeURIComponent(callback), encodeURIComponent("https://evil.example/")));
  await page.getByRole("heading", { name: "This request isn't safe" }).waitFor();
  await checkScreens(page, "agent-refused");
});

test("asks in the user's language", async () => {
  const { url } = await newHost();
  for (const [locale, submit] of [
    ["de", "Weiter zu Harbor"],
    ["es", "Continuar a Harbor"],
    ["fr", "Continuer vers Harbor"],
    ["ja", "Harbor へ進む"],
  ] as const) {
    const context = await browser.newContext({ locale });
    const page = await context.newPage();
    await page.goto(url);
    assert.equal(await page.locator("html").getAttribute("lang"), locale);
    await page.getByRole("link", { name: submit }).waitFor();
    await context.close();
  }
});
