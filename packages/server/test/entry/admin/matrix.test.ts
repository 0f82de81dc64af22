/** Roles: every operation of the admin API for each role, and without a token. */
import assert from "node:assert/strict";
import { after, before, suite, test } from "node:test";
import { verifies } from "../../../../../conformance/harness/verifies.ts";
import { adminOperationList, adminOperations, type AdminOperationId } from "@svc/contract";
import { includesRole, operatorRoles } from "../../../src/domain/operators/roles.ts";
import { makeFixture, type Fixture } from "../console/fixture.ts";
import { forged } from "../console/access-steps.ts";
import { call, callerAs, type Caller, type Sent } from "./caller.ts";

let fixture: Fixture;
before(async () => {
  fixture = await makeFixture();
});
after(() => fixture.close());

/** A valid body for each operation that takes one. What they name doesn't exist, so that nothing changes. */
const bodies: Readonly<Partial<Record<AdminOperationId, object>>> = {
  createServiceClient: { name: "never", logoUrl: "http://not-accepted.example" },
  updateServiceClient: { name: "never" },
  createServiceKey: { keyName: "never" },
  rotateServiceKey: {},
  updateServiceKey: { mayDecide: true },
  checkPolicyRules: { rules: [] },
  setMcpServer: { review: {} },
  acceptMcpTool: { tool: "never" },
  setOAuthApp: { clientId: "never", secret: "never" },
  setOAuthAppEventsSecret: { secret: "never" },
  checkOAuthAppEventsSecret: { secret: "never" },
  checkOAuthAppSecret: { secret: "never" },
  createOperatorToken: { name: " never ", role: "viewer" },
  updateOperatorToken: { role: "viewer" },
  disconnectConnections: { serviceClient: "none" },
};

function requestFor(id: AdminOperationId): Sent {
  const params = { webhook_endpoint_id: "whe_01k0000000e8r9m2p4s6t8w0y2", event_id: "evt_01k0000000e8r9m2p4s6t8w0y2" };
  return { params, body: bodies[id] };
}

const journalSize = async (): Promise<number> => (await fixture.deployment.store.audit.page("", 0, 100_000)).length;

for (const role of operatorRoles) {
  suite(`as ${role}`, () => {
    let own: { call: Caller; tokenId: string };
    before(async () => {
      own = await callerAs(fixture, role);
    });
    for (const { id, role: needed, method, path } of adminOperationList) {
      const isAllowed = includesRole(role, needed);
      verifies("operators.role", `${isAllowed ? "serves" : "refuses"} ${method} ${path} as ${role}`, async () => {
        const before = await journalSize();
        const { status, body, code } = await own.call(id, requestFor(id));
        assert.equal(code === "NOT_PERMITTED", !isAllowed, JSON.stringify(body));
        assert.ok(status < 500 && status !== 401, JSON.stringify(body));
        if (isAllowed) return;
        assert.match(String(body["detail"]), new RegExp(`Your role is ${role}, and this needs ${needed}\\.`));
        const [event, ...others] = (await fixture.deployment.store.audit.page("", 0, 100_000)).slice(before);
        assert.deepEqual(others, []);
        assert.deepEqual(
          [event?.type, event?.actor, event?.data],
          ["operator.change_refused", `operator:${own.tokenId}`, { needs: needed }],
        );
      });
    }
  });
}

verifies("operators.token", "every operation needs a token, and checks it before it reads anything", async () => {
  for (const { id } of adminOperationList) {
    for (const token of ["", "sop_wrong", fixture.token.slice(0, -1), forged(fixture.token)]) {
      const { status, code } = await call(fixture.origin, token, id, { params: { key: "%" } });
      assert.ok((status === 401 && code === "UNAUTHENTICATED") || (status === 429 && code === "RATE_LIMITED"), id);
    }
  }
});

test("only reads are for viewers, and every change has a higher role", () => {
  for (const { id, method, role } of Object.values(adminOperations)) {
    assert.equal(method === "GET", role === "viewer", id);
  }
});
