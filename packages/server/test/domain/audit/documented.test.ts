/** The table of events in docs/audit.md lists exactly the types that the code records. */
import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";

const root = join(import.meta.dirname, "../../../../..");
const nouns =
  "connect_session|connections?|tenant|service_client|credential|execution|vault|idempotency_keys|audit|clock|oauth_app|operator|operator_token|delegated_token|agent_authorization|proposal|action";

/** How a line of the store that records something differs from names of statements, columns and public events. */
const recording = /^(?!.*(?:Event\(|statement|appendOutbox)).*(?:type\b|Record\(|recordChange\(|isCode)/;

/** The types as written in the code; `connect_session.${status}` and `proposal.${status}` are ends. */
function recorded(): Set<string> {
  const files = globSync("packages/server/src/**/*.ts", { cwd: root });
  const found = new Set<string>(["cancelled", "failed", "expired"].map((status) => `connect_session.${status}`));
  for (const status of ["approved", "denied", "expired", "withdrawn"]) found.add(`proposal.${status}`);
  for (const file of files) {
    const text = readFileSync(join(root, file), "utf8")
      .split("\n")
      .filter((line) => !file.includes("/adapters/store/") || (recording.test(line) && !file.endsWith("/outbox.ts")))
      .join("\n");
    for (const [, type = ""] of text.matchAll(new RegExp(`"((?:${nouns})\\.[a-z_]+)"`, "g"))) found.add(type);
  }
  return found;
}

/** `tenant.created`, `.renamed` means two types with the same noun. */
function documented(): Set<string> {
  const text = readFileSync(join(root, "docs/audit.md"), "utf8");
  const found = new Set<string>();
  for (const [, cell = ""] of text.matchAll(/^\| (`[^|]+?) *\|/gm)) {
    let noun = "";
    for (const [, given = "", verb = ""] of cell.matchAll(/`([a-z_]*)\.([a-z_]+)`/g)) {
      noun = given === "" ? noun : given;
      found.add(`${noun}.${verb}`);
    }
  }
  return found;
}

test("documents every recorded type, and records every documented type", () => {
  const [inCode, inDocs] = [recorded(), documented()];
  assert.ok(inCode.size > 30, `only ${inCode.size} types`);
  assert.deepEqual([...inCode].sort(), [...inDocs].sort());
});
