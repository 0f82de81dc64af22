/** Roles: each of the console's pages and forms, for each role; and what changes when a role does. */
import assert from "node:assert/strict";
import { after, before, suite, test } from "node:test";
import { verifies } from "../../../../../conformance/harness/verifies.ts";
import { consoleRoutes } from "../../../src/entry/console/endpoint.ts";
import { includesRole, operatorRoles, type OperatorRole } from "../../../src/domain/operators/roles.ts";
import { auditedTypes, pathOf } from "./access-steps.ts";
import { headingOf, signedIn, type Visitor } from "./visitor.ts";
import { makeFixture, type Fixture } from "./fixture.ts";

let fixture: Fixture;
before(async () => {
  fixture = await makeFixture();
});
after(() => fixture.close());

async function signedInAs(role: OperatorRole): Promise<Visitor> {
  const { secret } = await fixture.tokens.create({
    name: `a ${role} of ${fixture.clock.aheadMs}`,
    role,
    expiresInDays: 1,
  });
  return await signedIn(fixture, secret);
}

/** The paths of the forms on a page that change something. */
function formPaths(text: string): string[] {
  return [...text.matchAll(/<form method="post" action="([^"]+)"/g)].map(([, path = ""]) => path);
}

for (const role of operatorRoles) {
  suite(`as ${role}`, () => {
    let visitor: Visitor;
    let csrf: string;
    before(async () => {
      visitor = await signedInAs(role);
      csrf = await visitor.formToken();
    });
    for (const { method, path, role: needed } of consoleRoutes) {
      const isAllowed = includesRole(role, needed);
      test(`${isAllowed ? "serves" : "refuses"} ${method} ${path}`, async () => {
        const at = pathOf(fixture, path);
        // Without a confirmation, a form that is allowed changes nothing either.
        const { status, text } = method === "GET" ? await visitor.get(at) : await visitor.post(at, { csrf });
        assert.equal(status === 403, !isAllowed, `${status} ${headingOf({ status, headers: new Headers(), text })}`);
        assert.ok(status < 500);
        if (!isAllowed) assert.match(text, new RegExp(`Your role is ${role}, and this needs ${needed}\\.`));
      });
    }

    test("shows only the forms that the role may send", async () => {
      const shown = new Set<string>();
      for (const { method, path } of consoleRoutes) {
        if (method !== "GET") continue;
        for (const form of formPaths((await visitor.get(pathOf(fixture, path))).text)) shown.add(form);
      }
      const forms = new Set([...shown].filter((path) => path !== "/logout"));
      for (const form of forms) assert.notEqual((await visitor.post(form, { csrf })).status, 403, form);
      const isShown = (part: string): boolean => [...forms].some((path) => path.includes(part));
      assert.equal(forms.size > 0, role !== "viewer");
      assert.equal(isShown("/connections/"), includesRole(role, "operator"));
      assert.equal(isShown("/keys/"), includesRole(role, "admin"));
    });
  });
}

verifies(
  "operators.role",
  "a refused change leaves everything as it is, and is recorded with the role that it needs",
  async () => {
    const viewer = await signedInAs("viewer");
    const path = `/connections/${fixture.seeded.connectionId}/disconnect`;
    const before = await auditedTypes(fixture);
    const refused = await viewer.post(path, { csrf: await viewer.formToken(), confirm: "yes" });
    assert.equal(refused.status, 403);
    const added = (await auditedTypes(fixture)).filter((type) => !before.includes(type));
    assert.deepEqual(
      added.map((type) => type.split(" ", 1)[0]),
      ["operator.change_refused"],
    );
    assert.match((await viewer.get(`/connections/${fixture.seeded.connectionId}`)).text, /Active/);
  },
);

test("shows the content of a proposed call only to those who may decide", async () => {
  const path = `/proposals/${fixture.seeded.proposalId}`;
  for (const role of operatorRoles) {
    const { text } = await (await signedInAs(role)).get(path);
    assert.equal(text.includes(fixture.seeded.proposedText), role !== "viewer", role);
    assert.equal(text.includes("shown to those who may decide"), role === "viewer", role);
  }
});

test("another role counts at once, in the sessions that its token has", async () => {
  const { token, secret } = await fixture.tokens.create({ name: "promoted", role: "viewer", expiresInDays: 1 });
  const visitor = await signedIn(fixture, secret);
  const csrf = await visitor.formToken();
  const path = `/connections/${fixture.seeded.connectionId}/disconnect`;
  assert.equal((await visitor.post(path, { csrf })).status, 403);
  await fixture.tokens.setRole("promoted", "operator");
  assert.equal((await visitor.post(path, { csrf })).status, 200);
  await fixture.tokens.setRole(token.id, "viewer");
  assert.equal((await visitor.post(path, { csrf })).status, 403);
  assert.match((await visitor.get("/")).text, /promoted<\/bdi> <span class="muted">\(viewer\)/);
  await assert.rejects(fixture.tokens.setRole("no such token", "admin"), { code: "NOT_FOUND" });
  await fixture.tokens.revoke(token.id);
  await assert.rejects(fixture.tokens.setRole(token.id, "admin"), { code: "NOT_FOUND" });
});
