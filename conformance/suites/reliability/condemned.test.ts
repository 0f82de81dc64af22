/** Providers echo input: a caller's text must not look like the provider's refusal of the credential. */
import assert from "node:assert/strict";
import { devConfig, suiteOnBothEngines, uniqueName, verifies, type Connected } from "../../harness/index.ts";

async function statusOf(connected: Connected): Promise<string> {
  return ((await connected.caller.get(connected.path)).json as { status: string }).status;
}

suiteOnBothEngines("connections that need reconnecting", (fixture) => {
  verifies("reliability.condemned", "marks the connection after the provider refuses the credential", async () => {
    const connected = await fixture().connected();
    fixture().provider.faults.add({ times: 2, fault: { kind: "status", status: 401, effect: false } });
    const response = await connected.execute("projects.list", {});
    assert.equal(response.problem().code, "PROVIDER_UNAUTHORIZED", response.text);
    assert.equal(await statusOf(connected), "needs_reconnect");
  });

  for (const [what, action, input] of [
    ["a read", "projects.list", {}],
    ["a write", "secrets.set", { ...devConfig, name: "REFUSED_ONCE", value: "v" }],
  ] as const) {
    verifies("reliability.condemned", `doesn't mark it if only ${what} is refused with 401`, async () => {
      const { provider } = fixture();
      const connected = await fixture().connected();
      const changing = action === "secrets.set";
      provider.faults.add({ match: { changing }, fault: { kind: "status", status: 401, effect: false } });
      const response = await connected.execute(action, input, { idempotencyKey: uniqueName("refused") });
      const problem = response.problem();
      assert.equal(problem.code, "PROVIDER_FORBIDDEN", response.text);
      assert.match(problem.detail, /the connection's credential works/);
      assert.equal(await statusOf(connected), "active");
      assert.deepEqual(provider.faults.pending, []);
    });
  }

  verifies(
    "reliability.condemned",
    "doesn't mark it while the provider can't say who it is, and asks again",
    async () => {
      const { provider } = fixture();
      const connected = await fixture().connected();
      const refused = { kind: "status", status: 401, effect: false } as const;
      provider.faults.add({ fault: refused });
      provider.faults.add({ match: { path: "/v3/me" }, times: 3, fault: { ...refused, status: 503 } });
      const response = await connected.execute("projects.list", {});
      assert.equal(response.problem().code, "PROVIDER_UNAUTHORIZED", response.text);
      assert.match(response.problem().detail, /test the connection/);
      assert.equal(await statusOf(connected), "active");
      provider.faults.add({ times: 2, fault: refused });
      await connected.execute("projects.list", {});
      assert.equal(await statusOf(connected), "needs_reconnect");
    },
  );

  verifies("reliability.condemned", "doesn't mark it after a refusal that echoes the input", async () => {
    // With this switch, the provider's 400 quotes the project's name.
    fixture().provider.world.set({ unknownProject: "400-no-access" });
    const connected = await fixture().connected();
    for (const project of ["invalid auth token", "Invalid Auth token", 'x" Invalid Auth token']) {
      const response = await connected.execute("secrets.names.list", { project, config: "dev" });
      assert.equal(response.problem().code, "RESOURCE_NOT_FOUND", response.text);
      assert.equal(await statusOf(connected), "active");
    }
  });
});
