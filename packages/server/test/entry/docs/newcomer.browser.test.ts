/**
 * A newcomer's steps: README and quickstart copied block by block into a shell, the credential connected in Chromium,
 * and an action executed over HTTP, SDK, command line and MCP; then every request on the providers' pages.
 */
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import type { Browser } from "../../../../../judges/pages/playwright.ts";
import { launchChromium } from "../../../../../tools/browser/launch.ts";
import { connectInBrowser, jsonIn, makeNewcomerFolder, Terminal, textIn, type NewcomerFolder } from "./newcomer.ts";
import { codeBlocks, parts, type CodeBlock } from "./site.ts";

const read = (path: string): string => readFileSync(new URL(`../../../../../${path}`, import.meta.url), "utf8");

/** Where pip would install the Python SDK from. */
const pythonSdk = fileURLToPath(new URL("../../../../../sdk/python/src", import.meta.url));

let browser: Browser;
before(async () => {
  browser = await launchChromium();
});
after(() => browser.close());

/** The blocks of a text, each to be taken once. A block that is never taken is untested. */
function readBlocks(markdown: string): { take(part: string): string; left(): CodeBlock[] } {
  const left = codeBlocks(markdown);
  return {
    take(part) {
      const at = left.findIndex(({ code }) => code.includes(part));
      assert.ok(at >= 0, `no block has ${part}`);
      return left.splice(at, 1)[0]?.code ?? "";
    },
    left: () => left,
  };
}

type Session = { id: string; connectUrl: string; token: string };
type SandboxCredentials = {
  doppler: { serviceAccount: string };
  stripe: { everything: string };
  vault: { everything: string };
  infisical: { client_id: string; client_secret: string };
  onepassword: { everything: string };
  "aws-secrets-manager": Readonly<Record<string, string>>;
  "aws-parameter-store": Readonly<Record<string, string>>;
  "azure-key-vault": Readonly<Record<string, string>>;
  "google-secret-manager": { everything: string };
};

/** Shell lines that name the simulated OAuth apps. */
function exportsOf(credentials: SandboxCredentials): string {
  return Object.values(credentials)
    .flatMap((named) => Object.entries(named))
    .filter(([name]) => name.startsWith("SVC_OAUTH_"))
    .map(([name, value]) => `export ${name}=${value}`)
    .join("\n");
}

/** Runs with a folder and two terminals, which are closed at the end. */
async function withTerminals(
  work: (first: Terminal, second: Terminal, home: NewcomerFolder) => Promise<void>,
): Promise<void> {
  const home = await makeNewcomerFolder();
  const [first, second] = [new Terminal(home), new Terminal(home)];
  try {
    await work(first, second, home);
  } finally {
    await second.close();
    await first.close();
    home.remove();
  }
}

test("runs the quickstart block by block, over HTTP, SDK, command line and MCP, and each request on the providers' pages", async () => {
  await withTerminals(async (first, terminal, home) => {
    const { take, left } = readBlocks(read("docs/quickstart.md"));
    // The block names GitHub's simulated app; the requests on the other providers' pages need theirs.
    const credentials = jsonIn(
      await terminal.run("svc-server sandbox-credentials --format json"),
    ) as SandboxCredentials;
    await first.run(exportsOf(credentials));
    await first.start(take("serve --sandbox"), "svc is ready");
    const made = await terminal.run(take("service-clients create"));
    const [client, key] = [textIn(made, "id"), textIn(made, "key")];
    const profile = await terminal.run(take("export SVC_API_URL=").replace("svc_live_…", key));
    assert.equal(textIn(profile, "name"), "backend");

    // The block creates the tenant and stores its id, which is known when the first command has finished.
    const [create = "", keep = ""] = take('/v1/tenants"').split(/^(?=export)/m);
    const tenant = textIn(await terminal.run(create), "id");
    await terminal.run(keep.replace("ten_…", tenant));
    assert.match(await terminal.run(take('/providers"')), /"doppler"[^]*"secrets\.get"/);

    const session = jsonIn(await terminal.run(take('/connect-sessions"'))) as Session;
    const tokens = await terminal.run(take("sandbox-credentials"));
    assert.ok(/^doppler\.serviceAccount +(\S+)$/m.exec(tokens)?.[1] === credentials.doppler.serviceAccount, tokens);
    await connectInBrowser(browser, session, credentials.doppler.serviceAccount);
    const [look = "", take2 = ""] = take("/connect-sessions/cs_").split(/^(?=export)/m);
    const done = await terminal.run(look.replace("cs_…", session.id));
    assert.equal(textIn(done, "status"), "completed");
    await terminal.run(take2.replace("con_…", textIn(done, "connection_id")));

    assert.equal(jsonIn(await terminal.run(take(':test"')))["ok"], true);
    const [got = "", written = ""] = take("secrets.get:execute").split("\n\n");
    assert.match(await terminal.run(got), /canary-harbor-api-dev-stripe-key/);
    assert.match(await terminal.run(written), /"status":"succeeded"/);

    writeFileSync(join(home.folder, "quickstart.py"), take("from svc import"));
    assert.match(await terminal.run(`PYTHONPATH=${pythonSdk} python3 quickstart.py`), /^act_\w{26} succeeded$/m);
    writeFileSync(join(home.folder, "quickstart.ts"), take("@svc/sdk"));
    assert.match(await terminal.run("node quickstart.ts"), /^act_\w{26} succeeded$/m);
    // The release checks pack it and install it alone (tools/pack/installed.test.ts), which takes minutes.
    assert.match(
      take("npm run pack"),
      /^npm run pack -- --out packed && npm install --prefix \S+ \S+svc-sdk-\*\.tgz$/m,
    );
    assert.match(await terminal.run(take("svc actions execute")), /hello from the SDK/);

    const github = jsonIn(await terminal.run(take("--provider github"))) as Session;
    await connectInBrowser(browser, github, { slug: "github", name: "GitHub" });
    const result = await terminal.run(take("tools/call"));
    assert.match(result, /Found a bug/);
    assert.doesNotMatch(result, /"isError":true/);
    assert.deepEqual(left(), [], "a block that was not run");

    await terminal.run(`svc-server service-clients update ${client} --allow-action '*/*'`);
    await runProviderRequests(terminal, session.connectUrl, credentials);
  });
});

/** Runs every request on the providers' pages, with a connection that was granted everything. */
async function runProviderRequests(terminal: Terminal, url: string, credentials: SandboxCredentials): Promise<void> {
  const pasted: Readonly<Record<string, Parameters<typeof connectInBrowser>[2]>> = {
    doppler: credentials.doppler.serviceAccount,
    stripe: credentials.stripe.everything,
    vault: credentials.vault.everything,
    infisical: {
      fields: { client_id: credentials.infisical.client_id, client_secret: credentials.infisical.client_secret },
    },
    onepassword: credentials.onepassword.everything,
    "aws-secrets-manager": { fields: credentials["aws-secrets-manager"] },
    "aws-parameter-store": { fields: credentials["aws-parameter-store"] },
    "azure-key-vault": { fields: credentials["azure-key-vault"] },
    "google-secret-manager": { fields: { service_account_key: credentials["google-secret-manager"].everything } },
  };
  for (const provider of parts.providers) {
    const actions = provider.actions.map(({ id }) => `--action ${id}`).join(" ");
    const kind = pasted[provider.slug] === undefined ? "oauth2_authorization_code" : "static_credential";
    const made = await terminal.run(
      `svc connect-sessions create --provider ${provider.slug} --auth-kind ${kind} --origin http://localhost:3000 ` +
        `--return-url http://localhost:3000/connected ${actions} --format json 2>/dev/null`,
    );
    const session = jsonIn(made) as Session;
    assert.equal(new URL(session.connectUrl).origin, new URL(url).origin);
    await connectInBrowser(browser, session, pasted[provider.slug] ?? provider);
    const done = await terminal.run(`svc connect-sessions wait ${session.id} --quiet --format json`);
    await terminal.run(`export CONNECTION=${textIn(done, "connection_id")}`);
    // The samples for the SDKs and the command line have a test of their own.
    const blocks = codeBlocks(read(`docs/reference/providers/${provider.slug}.md`));
    const requests = blocks.filter(({ code }) => code.startsWith("curl "));
    assert.equal(requests.length, provider.actions.length);
    for (const { code } of requests) {
      assert.match(await terminal.run(code), /"status":"succeeded"/, code);
    }
  }
}

test("runs the README block by block, with the command line", async () => {
  await withTerminals(async (first, terminal) => {
    const text = read("README.md");
    const section = text.slice(text.indexOf("## Run it yourself"), text.indexOf("\n## Where to go next"));
    const { take, left } = readBlocks(section);
    const serve = take("serve --sandbox");
    await first.start(serve, "svc is ready");
    await terminal.run(serve.replace(/^svc-server.*$/m, ""));
    const made = await terminal.run(take("service-clients create"));
    const key = /^export SVC_TOKEN=(svc_live_\w+)$/m.exec(made)?.[1] ?? "";
    // One line at a time, because a line needs the output of an earlier one.
    let printed = "";
    for (const line of splitLines(take("svc doctor"))) {
      const tenant = /ten_\w{26}/.exec(printed)?.[0] ?? "";
      printed = await terminal.run(line.replace("svc_live_…", key).replace("ten_…", tenant));
      if (line.startsWith("svc doctor")) assert.doesNotMatch(printed, /FAIL/);
    }
    const session = jsonIn(printed.replace(/^[^{]*/, "")) as Session;
    const credentials = await terminal.run("svc-server sandbox-credentials --format json");
    const { doppler } = jsonIn(credentials) as { doppler: { serviceAccount: string } };
    await connectInBrowser(browser, session, doppler.serviceAccount);
    let connection = "";
    let all = "";
    for (const line of splitLines(take("connect-sessions wait"))) {
      printed = await terminal.run(line.replace("cs_…", session.id).replace("con_…", connection));
      connection = connection === "" ? (/con_\w{26}/.exec(printed)?.[0] ?? "") : connection;
      all += printed;
    }
    assert.match(all, /canary-harbor-api-dev-stripe-key/);
    assert.match(all, /succeeded/);
    // The rest is for real credentials: it needs nothing beyond the sandbox, and runs on its own port.
    assert.deepEqual(
      left().map(({ code }) => code.includes("SVC_VAULT_KEYS")),
      [true],
    );
  });
});

test("the README's start for real credentials creates a server that is ready", async () => {
  await withTerminals(async (first) => {
    const block = codeBlocks(read("README.md")).find(({ code }) => code.includes("SVC_VAULT_KEYS"))?.code ?? "";
    await first.start(`export PATH="$PWD/node_modules/.bin:$PATH"\n${block}`, "svc is ready");
  });
});

/** Returns the commands of a block; lines continued with a backslash are one. */
function splitLines(block: string): string[] {
  return block
    .replaceAll("\\\n", " ")
    .split("\n")
    .filter((line) => line !== "");
}
