/** Doctor: what it finds out about the operators' identity provider, without a sign-in. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { reachIssuer } from "../../../../src/app/people.ts";
import { companySignIn } from "../../../../src/entry/cli/doctor/sign-in.ts";
import { systemPlatform } from "../../../../src/platform.ts";
import { clientSecret, startTestIssuer, type TestIssuer } from "../../console/issuer.ts";
import { createEnvironment, findings } from "./subject.ts";

let issuer: TestIssuer;
before(async () => {
  issuer = await startTestIssuer();
});
after(() => issuer.close());

async function found(settings: { issuer: string; clientSecret: string }): Promise<string> {
  const reached = reachIssuer(
    {
      ...settings,
      clientId: issuer.clientId,
      rules: { rules: [], groupsClaim: "groups" },
      scopes: "openid",
      name: "",
      adminUrl: "https://ops.example",
    },
    { extraCa: null, egressProxy: null },
    { sandbox: false, platform: systemPlatform },
  );
  const [finding] = await findings(companySignIn, {
    setting: { issuer: { url: settings.issuer, redirectUri: "https://ops.example/login/callback" } },
    environment: createEnvironment({ tryIssuer: reached.tryClient }),
  });
  return `${finding?.status} ${finding?.detail}`;
}

test("tells a client that is accepted, a wrong secret, and a provider that isn't there", async () => {
  const { url } = issuer;
  assert.match(
    await found({ issuer: url, clientSecret }),
    /^ok .* redirect URI must be https:\/\/ops\.example\/login\/callback$/,
  );
  assert.match(await found({ issuer: url, clientSecret: "wrong" }), /^fail .* id or secret is wrong$/);
  assert.match(await found({ issuer: `${url}/`, clientSecret }), /^fail .*names another issuer/);
  issuer.knobs.isDown = true;
  assert.match(await found({ issuer: url, clientSecret }), /^fail .*can't be read/);
  issuer.reset();
  const detail = "off: SVC_ADMIN_OIDC_ISSUER isn't set";
  assert.deepEqual(await findings(companySignIn), [{ status: "ok", detail, isUnused: true }]);
});
