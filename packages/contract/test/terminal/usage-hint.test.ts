/** What was probably meant by a wrong command line. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { usageHint, type KnownCommand } from "@svc/contract/terminal";

const option = (long: string, required = true) => ({ long, required, optional: false });
function command(name: string, commands: KnownCommand[] = [], options: ReturnType<typeof option>[] = []): KnownCommand {
  return { name: () => name, commands, options };
}
const program = command(
  "svc",
  [
    command("tenants", [command("list", [], [option("--limit"), option("--force", false)]), command("create")]),
    command("providers", [command("list"), command("check")]),
  ],
  [option("--tenant"), option("--quiet", false)],
);

test("names the command or the option that was meant, or the commands that there are", () => {
  for (const [words, hint] of [
    [["tenant", "list"], "Did you mean svc tenants?"],
    [["tenants", "lst"], "Did you mean svc tenants list?"],
    [["providers", "chek", "x"], "Did you mean svc providers check?"],
    [["--tenant", "acme", "tenants", "lst"], "Did you mean svc tenants list?"],
    [["--tenant=acme", "--quiet", "tenants", "lst"], "Did you mean svc tenants list?"],
    [["unlike"], "Commands of svc: tenants, providers"],
    [["tenants", "list", "--limt", "3"], "--limt is no option. Did you mean --limit?"],
    [["tenants", "list", "--tenat", "3"], "--tenat is no option. Did you mean --tenant?"],
    [["tenants", "list", "--unlike", "3"], null],
    [["tenants", "list", "extra"], null],
    [[], null],
  ] as const) {
    assert.equal(usageHint(program, words), hint, words.join(" "));
  }
});
