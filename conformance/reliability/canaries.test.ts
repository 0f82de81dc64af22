/** A secret stands nowhere but where it must: searched for in everything that the service prints, answers and stores. */
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { suite, verifies } from "../harness/index.ts";
import { CanaryFlow, newValue } from "./canary-flow.ts";
import { CanarySearch, formsOf } from "./canary-search.ts";
import { storedBy } from "./stored-bytes.ts";

suite(
  "canaries",
  (stage) => {
    verifies("reliability.canaries", "no secret in any output, answer or file after the whole flow", async () => {
      const flow = new CanaryFlow(stage());
      const connected = await flow.connect();
      await flow.execute(connected);
      await flow.stray(connected);
      await flow.condemn(connected);
      const { server } = stage();
      const isVaultKey = (where: string): boolean => where.endsWith("sandbox-vault-key");
      const vaultKey =
        (await storedBy(server))
          .find(({ where }) => isVaultKey(where))
          ?.bytes.toString()
          .trim() ?? "";
      assert.match(vaultKey, /^sandbox:.{43}=$/);
      const search = new CanarySearch([
        ...flow.canaries,
        { name: "vault key", value: vaultKey.slice("sandbox:".length) },
      ]);

      const found: string[] = [];
      const look = (where: string, what: string | Uint8Array, allowed: readonly string[] = []): void => {
        for (const leak of search.find(what, allowed)) found.push(`${where}: ${leak}`);
      };
      const { exchanges } = server.http;
      for (const { request, answer } of exchanges) {
        const where = `answer ${answer.status} of ${request.method} ${request.path.slice(0, 60)}`;
        look(where, `${JSON.stringify(answer.headers)}\n${answer.text}`, flow.allowedIn(answer));
      }
      assert.ok(exchanges.length > 60, `${exchanges.length} exchanges`);
      const lookAtStored = async (): Promise<number> => {
        const others = (await storedBy(server)).filter(({ where }) => !isVaultKey(where));
        for (const { where, bytes } of others) look(where, bytes);
        return others.reduce((sum, { bytes }) => sum + bytes.length, 0);
      };
      const bytesStored = await lookAtStored();
      assert.ok(bytesStored > 20_000, `${bytesStored} bytes stored`);
      await stage().restart();
      await lookAtStored();
      look("output", server.log());
      look("output of the next start", stage().server.log());
      assert.equal(found.length, 0, found.join("\n"));
      // A planted leak is found, beside the database and where the search has just found nothing.
      writeFileSync(join(server.home.folder, "leak.log"), Buffer.from(`-${vaultKey}`).toString("base64url"));
      await lookAtStored();
      assert.ok(
        found.some((leak) => leak.startsWith("leak.log: vault key (base64")),
        found.join("\n"),
      );
      console.log(`${flow.canaries.length + 1} canaries, ${exchanges.length} answers, ${bytesStored} bytes stored`);
    });
  },
  { env: { SVC_LOG_LEVEL: "debug" } },
);

test("the search finds a secret, and a piece of one, in every form", () => {
  const value = newValue();
  const search = new CanarySearch([{ name: "planted", value }]);
  for (const part of [value, value.slice(16, 32)]) {
    for (const [form, text] of formsOf(part)) {
      if (form.includes("base64")) continue;
      assert.notDeepEqual(search.find(`before ${text} after`), [], form);
    }
    for (const before of ["", "a", "ab", "abc"]) {
      const whole = Buffer.from(`${before}${part} after`);
      for (const encoding of ["base64", "base64url", "hex"] as const) {
        assert.notDeepEqual(search.find(whole.toString(encoding)), [], `${encoding} after "${before}"`);
      }
    }
  }
  assert.deepEqual(search.find(newValue()), []);
  assert.deepEqual(search.find(value, ["planted"]), []);
});
