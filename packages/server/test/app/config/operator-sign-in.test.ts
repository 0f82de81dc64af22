/** The settings of the operators' sign-in: complete, or a fault that says what to change and shows no secret. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { ConfigError, readConfig } from "../../../src/app/config.ts";

const whole = {
  SVC_ADMIN_LISTEN: "127.0.0.1:7490",
  SVC_ADMIN_URL: "https://ops.acme.example",
  SVC_ADMIN_OIDC_ISSUER: "https://login.acme.example/realms/staff/",
  SVC_ADMIN_OIDC_CLIENT_ID: "svc-console",
  SVC_ADMIN_OIDC_CLIENT_SECRET: "canary-secret",
  SVC_ADMIN_OIDC_ROLES: "admin=group:/a%2Cb%25, viewer=email:ada@acme.example,operator=sub:1=2:3",
};

test("reads the issuer exactly, and each rule with its value", () => {
  assert.deepEqual(readConfig(whole).issuer, {
    issuer: "https://login.acme.example/realms/staff/",
    clientId: "svc-console",
    clientSecret: "canary-secret",
    rules: {
      rules: [
        { role: "admin", kind: "group", value: "/a,b%" },
        { role: "viewer", kind: "email", value: "ada@acme.example" },
        { role: "operator", kind: "sub", value: "1=2:3" },
      ],
      groupsClaim: "groups",
    },
    scopes: "openid profile email",
    name: "login.acme.example",
    adminUrl: "https://ops.acme.example",
  });
  assert.equal(readConfig({ SVC_ADMIN_LISTEN: "127.0.0.1:7490" }).issuer, null);
  assert.equal(readConfig({ ...whole, SVC_ADMIN_OIDC_GROUPS_CLAIM: "roles" }).issuer?.rules.groupsClaim, "roles");
});

const faulty: readonly (readonly [change: Readonly<Record<string, string>>, fault: RegExp])[] = [
  [{ SVC_ADMIN_OIDC_CLIENT_SECRET: "" }, /^SVC_ADMIN_OIDC_CLIENT_SECRET: set all of/],
  [{ SVC_ADMIN_OIDC_ROLES: "" }, /^SVC_ADMIN_OIDC_ROLES: set all of/],
  [{ SVC_ADMIN_OIDC_ISSUER: "", SVC_ADMIN_OIDC_CLIENT_ID: "" }, /^SVC_ADMIN_OIDC_ISSUER, SVC_ADMIN_OIDC_CLIENT_ID: /],
  [{ SVC_ADMIN_URL: "" }, /^SVC_ADMIN_URL: is needed/],
  [{ SVC_ADMIN_OIDC_ISSUER: "http://login.acme.example" }, /^SVC_ADMIN_OIDC_ISSUER: must be an https URL/],
  [{ SVC_ADMIN_OIDC_ISSUER: "https://a:b@login.acme.example" }, /^SVC_ADMIN_OIDC_ISSUER: /],
  [{ SVC_ADMIN_OIDC_ISSUER: "https://login.acme.example?x=1" }, /^SVC_ADMIN_OIDC_ISSUER: /],
  [{ SVC_ADMIN_OIDC_ISSUER: "login.acme.example" }, /^SVC_ADMIN_OIDC_ISSUER: /],
  [{ SVC_ADMIN_OIDC_SCOPES: "profile email" }, /^SVC_ADMIN_OIDC_SCOPES: .*openid/],
  [{ SVC_ADMIN_OIDC_ROLES: "admin=group:a,owner=group:b" }, /^SVC_ADMIN_OIDC_ROLES: entry 2 /],
  [{ SVC_ADMIN_OIDC_ROLES: "admin=team:a" }, /^SVC_ADMIN_OIDC_ROLES: entry 1 /],
  [{ SVC_ADMIN_OIDC_ROLES: "admin=group:" }, /^SVC_ADMIN_OIDC_ROLES: entry 1 /],
  [{ SVC_ADMIN_OIDC_ROLES: "admin=group:%20a" }, /^SVC_ADMIN_OIDC_ROLES: entry 1 /],
  [{ SVC_ADMIN_OIDC_ROLES: "admin=group:a%" }, /^SVC_ADMIN_OIDC_ROLES: entry 1 /],
];

for (const [change, fault] of faulty) {
  test(`says what is wrong with ${JSON.stringify(change)}`, () => {
    assert.throws(
      () => readConfig({ ...whole, ...change }),
      (error) => error instanceof ConfigError && fault.test(error.message) && !error.message.includes("canary"),
    );
  });
}
