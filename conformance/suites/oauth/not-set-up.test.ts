/** A provider without an app is in the public catalog, but no tenant can connect it. */
import assert from "node:assert/strict";
import type { ProviderPage, TenantProviderList } from "@svc/contract";
import { assertProblem, sessionBody, suite, verifies } from "../../harness/index.ts";

suite("a provider that is not set up", (fixture) => {
  verifies("oauth.not-set-up", "is in the public catalog, but not in a tenant's", async () => {
    const { http } = fixture().server;
    const catalog = await http.send({ method: "GET", path: "/api/catalog/v1/providers" });
    const slugs = (catalog.json as { providers: { slug: string }[] }).providers.map(({ slug }) => slug);
    assert.ok(slugs.includes("doppler") && slugs.includes("github"), slugs.join());
    const page = await http.send({ method: "GET", path: "/api/catalog/v1/providers/github" });
    assert.equal(page.status, 200, page.text);
    assert.ok((page.json as ProviderPage).actions.length >= 12);

    const { caller } = await fixture().another({ allowActions: ["*/*"] });
    const tenantId = await fixture().tenant(caller);
    const tenantPath = `/v1/tenants/${tenantId}`;
    const listed = (await caller.get(`${tenantPath}/providers`)).json as TenantProviderList;
    const withoutApp = listed.providers.map(({ slug, authKinds }) => [slug, authKinds.includes("static_credential")]);
    assert.ok(withoutApp.length > 0 && withoutApp.every(([, isStatic]) => isStatic), JSON.stringify(withoutApp));
    assert.ok(!listed.providers.some(({ slug }) => slug === "github"));
    assertProblem(await caller.get(`${tenantPath}/providers/github`), "PROVIDER_NOT_AVAILABLE");
    assertProblem(await caller.get(`${tenantPath}/providers/github/actions`), "PROVIDER_NOT_AVAILABLE");
    assertProblem(await caller.get(`${tenantPath}/providers/github/actions/issues.list`), "PROVIDER_NOT_AVAILABLE");
    const session = sessionBody({
      provider: "github",
      authKind: "oauth2_authorization_code",
      requestedActions: ["issues.list"],
    });
    const made = await caller.post(`${tenantPath}/connect-sessions`, session, { idempotencyKey: "none" });
    assertProblem(made, "PROVIDER_NOT_AVAILABLE");
  });
});
