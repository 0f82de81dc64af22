/**
 * Connecting to a product that the customer hosts: the user chooses a name, and the connection is bound to name and
 * address.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import { doppler } from "@svc/provider-doppler";
import {
  defineProvider,
  originField,
  originName,
  staticAuthOf,
  staticCredential,
  type Provider,
} from "@svc/provider-kit";
import { Type } from "typebox";
import { createCatalog } from "../../../src/domain/catalog/catalog.ts";
import type { ListedOrigin } from "../../../src/domain/catalog/listed-origins.ts";
import { presentConnection } from "../../../src/domain/connections/connections.ts";
import { alive, createFixture, origin, type Fixture } from "./fixture.ts";
import { credential, opened, refusedWith } from "./flow.ts";

/** Doppler as if customers hosted it. */
function hostedDoppler(): Provider {
  const auth = staticAuthOf(doppler) ?? assert.fail("no form");
  const field = {
    name: originField,
    label: "Server",
    help: "Which one.",
    helpUrl: "https://docs.example",
    pattern: "^.+$",
  };
  const submission = Type.Object(
    { [originField]: originName, ...auth.submission.properties },
    { additionalProperties: false },
  );
  return defineProvider({
    ...doppler,
    isSelfHosted: true,
    auth: [staticCredential({ ...auth, submission, fields: [field, ...auth.fields] })],
  });
}

async function hostedFixture(listed: readonly ListedOrigin[]): Promise<Fixture> {
  const fixture = await createFixture();
  fixture.deps.catalog = createCatalog({
    providers: [hostedDoppler()],
    enabledActions: ["*/*"],
    isConfigured: () => true,
    configurationOf: () => "",
    digest: (text) => text,
    origins: new Map([["doppler", listed]]),
  });
  return fixture;
}

const prod = { name: "prod", address: "https://safe.internal:8200" };
const dr = { name: "dr", address: "https://safe.dr" };

test("offers the listed names, calls the chosen one, and seals the credential for its name and address", async () => {
  const fixture = await hostedFixture([prod, dr]);
  const asked: (string | undefined)[] = [];
  fixture.deps.identify = (subject) => {
    asked.push(subject.listedOrigin);
    return alive()();
  };
  const { frontend, secret, submit } = await opened(fixture);
  const { form } = await frontend.session(origin, secret);
  assert.deepEqual(
    form.fields.map(({ name, options, sensitive }) => [name, options, sensitive]),
    [
      ["origin", ["prod", "dr"], false],
      ["access_token", [], true],
    ],
  );
  const response = await submit({ ...credential, origin: "dr" });
  assert.ok(response.status === "completed");
  assert.deepEqual(asked, ["dr https://safe.dr"]);
  const row = (await fixture.connection(response.connection_id)) ?? assert.fail("no connection");
  assert.equal(row.listedOrigin, "dr https://safe.dr");
  assert.deepEqual(presentConnection(row).provider_binding, { origin: "dr" });
  assert.ok(!JSON.stringify(presentConnection(row)).includes("safe.dr"), "the operator's address is shown");
});

test("refuses a name that isn't listed, and an address, before anything is sent", async () => {
  const fixture = await hostedFixture([prod]);
  const { submit } = await opened(fixture);
  for (const name of ["dr", "https://evil.example", "", undefined]) {
    const error = await refusedWith("CREDENTIAL_INVALID", () => submit({ ...credential, origin: name }));
    assert.ok(
      (error.errors ?? []).some(({ pointer }) => pointer === "/origin" || pointer === ""),
      JSON.stringify(error.errors),
    );
  }
  assert.equal(fixture.provider.calls, 0);
});

test("a reconnect may move the connection to another listed origin of the same account", async () => {
  const fixture = await hostedFixture([prod, dr]);
  const first = await (await opened(fixture)).submit({ ...credential, origin: "prod" });
  assert.ok(first.status === "completed");
  const { submit } = await opened(fixture, { connection_id: first.connection_id });
  const second = await submit({ ...credential, origin: "dr" });
  assert.ok(second.status === "completed");
  assert.equal((await fixture.connection(first.connection_id))?.listedOrigin, "dr https://safe.dr");
});

test("without any listed origin, no one can connect", async () => {
  const fixture = await hostedFixture([]);
  await refusedWith("PROVIDER_NOT_AVAILABLE", () => opened(fixture));
});
