/** Everything that `svc-server sandbox-credentials` prints can connect. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { staticAuthOf, type StaticCredentialAuth } from "@svc/provider-kit";
import { createPort, findConnection } from "@svc/provider-kit/testing";
import { registeredProviders } from "../../../src/app/providers.ts";
import { openChannel } from "../../simulated-provider.ts";

type Printed = Readonly<Record<string, string>>;

/**
 * The submissions that a person can make from the printed values: each secret alone, and the parts of one credential
 * together.
 */
function submissionsOf({ submission, fields }: StaticCredentialAuth, printed: Printed): object[] {
  const names = Object.keys(submission.properties);
  const parts = Object.fromEntries(Object.entries(printed).filter(([name]) => names.includes(name)));
  const origin = names.includes("origin") ? { origin: "sandbox" } : {};
  const secret = fields.at(-1)?.name ?? "";
  const alone = Object.entries(printed)
    .filter(([name]) => !names.includes(name) && !name.startsWith("SVC_OAUTH_"))
    .map(([, value]) => ({ ...origin, [secret]: value }));
  return [...alone, ...(Object.keys(parts).length === 0 ? [] : [{ ...origin, ...parts }])];
}

for (const { provider, startSimulator, sandboxCredentials } of registeredProviders) {
  test(`the sandbox's credentials for ${provider.slug} connect`, async (t) => {
    const printed = await sandboxCredentials();
    const app = Object.keys(printed).filter((name) => name.startsWith("SVC_OAUTH_"));
    assert.equal(
      app.length,
      provider.auth.every(({ kind }) => kind === "static_credential") ? 0 : 2,
      "the OAuth app's id and secret",
    );
    const auth = staticAuthOf(provider);
    const submissions = auth === null ? [] : submissionsOf(auth, printed);
    assert.ok(submissions.length + app.length > 0, "nothing is printed");
    if (auth === null) return;
    const simulator = await startSimulator();
    t.after(() => simulator.close());
    for (const submission of submissions) {
      assert.equal(auth.explain(submission), null, JSON.stringify(submission).slice(0, 80));
      const credential: unknown = auth.kept === undefined ? submission : auth.kept.from(submission);
      const channel = openChannel(provider, simulator.url, credential);
      try {
        const { port } = createPort(provider, { ...findConnection(provider, credential), send: channel.send });
        const { slug } = await auth.identify(port);
        assert.ok(slug.length > 0);
      } finally {
        await channel.close();
      }
    }
  });
}

test("the pages that set up a simulated app name the one that there is", async () => {
  const github = registeredProviders.find(({ provider }) => provider.slug === "github") ?? assert.fail();
  const printed = Object.entries(await github.sandboxCredentials()).filter(([name]) => name.startsWith("SVC_OAUTH_"));
  assert.equal(printed.length, 2);
  for (const page of ["quickstart.md", "oauth.md"]) {
    const text = readFileSync(join(import.meta.dirname, "../../../../../docs", page), "utf8");
    for (const [name, value] of printed) assert.ok(text.includes(`export ${name}=${value}\n`), `${page}: ${name}`);
  }
});
