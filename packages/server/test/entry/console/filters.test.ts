/** Filters of the console's lists: a value that can't be used is refused with its reason, and never makes an empty list. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { withoutEmpty } from "../../../src/entry/console/request.ts";
import { makeFixture, type Fixture } from "./fixture.ts";
import { signedIn, type Visitor } from "./visitor.ts";

let fixture: Fixture;
let visitor: Visitor;
before(async () => {
  fixture = await makeFixture();
  visitor = await signedIn(fixture);
});
after(() => fixture.close());

const absent = "01m8n3sakdf3v9jx91mac484jx";

for (const [address, reason] of [
  ["/executions?status=sent", "There is no status sent. Choose one of accepted, dispatched,"],
  ["/executions?status=failed&status=succeeded", "It is in the address twice."],
  ["/executions?tenant=acme", "acme isn&#x27;t a tenant&#x27;s ID, which begins with ten_."],
  [`/executions?tenant=ten_${absent}`, `There is no tenant with the ID ten_${absent}.`],
  [`/executions?connection=con_${absent}`, "There is no connection with the ID"],
  [`/connections?client=scl_${absent}`, "There is no service client with the ID"],
  ["/connections?provider=acne", "There is no provider acne. Choose one of acme."],
  ["/executions?action=acme/things.create", "An action is its ID without the provider"],
  ["/executions?from=yesterday", "yesterday isn&#x27;t a date and time."],
  ["/executions?from=2026-11-30T14:00&to=2026-11-30T13:00", "It isn&#x27;t after From, so nothing can match."],
  ["/unknown?action=%3Cb%3E", "An action is its ID without the provider"],
  ["/tenants?label=Not%20a%20label", "A label has lowercase letters"],
  ["/proposals?status=waiting", "There is no status waiting."],
  ["/tokens?status=old", "There is no status old. Choose one of active, expired, revoked."],
  ["/audit?type=nothing.here", "There is no type nothing.here. Choose one from the list."],
  [`/audit?chain=scl_${absent}`, "There is no service client with the ID"],
  ["/audit?subject=a%20b", "Write the ID of what the entries are about"],
  ["/oauth-apps?provider=acne", "There is no provider acne."],
] as const) {
  test(`refuses ${address}`, async () => {
    const { status, text } = await visitor.get(address);
    assert.equal(status, 422);
    assert.ok(
      text.replaceAll("&#39;", "&#x27;").includes(reason),
      /<div class="faults".*/s.exec(text)?.[0].slice(0, 300),
    );
    assert.match(text, /class="chip bad"/);
    assert.match(text, /aria-invalid="true"/);
    assert.doesNotMatch(text, /class="empty"|<table/);
  });
}

test("refuses a status of deliveries, and still shows the endpoint", async () => {
  const { status, text } = await visitor.get(`/webhooks/${fixture.seeded.endpointId}?status=sent`);
  assert.equal(status, 422);
  assert.match(text, /There is no status of deliveries sent/);
  assert.match(text, /Failing since/);
});

test("an address without its empty fields is the one that is shown", async () => {
  const { status, headers } = await visitor.get("/executions?status=failed&client=&tenant=&provider=");
  assert.deepEqual([status, headers.get("location")], [303, "/executions?status=failed"]);
  assert.equal(withoutEmpty("/executions?client=&tenant="), "/executions");
  assert.equal(withoutEmpty("/executions?client=a"), "/executions?client=a");
  for (const elsewhere of ["//example.org/?a=", "/\\example.org?a="]) assert.equal(withoutEmpty(elsewhere), elsewhere);
});
