/**
 * Errors of the kinds that live users met, each planted into a provider. The judge has to name it, and only the judge
 * is run.
 */
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { test } from "node:test";
import type { Planted } from "./plant.ts";

type PlantedError = Planted & { readonly kind: string; readonly slug: string; readonly says: RegExp };

const errors: readonly PlantedError[] = [
  {
    kind: "identification that needs more than the requested actions",
    slug: "stripe",
    file: "providers/stripe/src/auth.ts",
    from: "{ accept: [200, 403] }",
    to: "{ accept: [200] }",
    says: /not ok.*each endpoint has a permission of its own/,
  },
  {
    kind: "a pattern that refuses ids of the account's own",
    slug: "stripe",
    file: "providers/stripe/src/fields.ts",
    from: String.raw`pattern: "^[^\\s/\\\\?#]{1,500}$"`,
    to: String.raw`pattern: "^prod_[0-9A-Za-z]{1,250}$"`,
    says: /products\.list refuses startingAfter my-product_1/,
  },
  {
    kind: "a documented answer that becomes a fault",
    slug: "stripe",
    file: "providers/stripe/src/resources.ts",
    from: `record(body)["deleted"] === true`,
    to: `record(body)["removed"] === true`,
    says: /customers\/\{customer\}.*PROVIDER_ERROR/,
  },
  {
    kind: "a refusal on the vendor's page that becomes unknown",
    slug: "slack",
    file: "providers/slack/src/errors.ts",
    from: `"messages_tab_disabled",`,
    to: `"messages_tab_off",`,
    says: /messages\.post: \{"ok":false,"error":"messages_tab_disabled"\} is unknown/,
  },
  {
    kind: "a filter that only ranks",
    slug: "linear",
    file: "providers/linear/src/documents.ts",
    from: "searchIssues(term: $term, filter: $filter,",
    to: "searchIssues(term: $term, teamId: $filter,",
    says: /not ok.*searchIssues' teamId only ranks/,
  },
  {
    kind: "a list that can't be read to its end",
    slug: "github",
    file: "providers/github/src/pages.ts",
    from: `nextParameters(response)?.get("after")`,
    to: `nextParameters(response)?.get("behind")`,
    says: /not ok.*beyond 10,000 issues, pages have cursors/,
  },
  {
    kind: "a list that ends early without saying so",
    slug: "notion",
    file: "providers/notion/src/fields.ts",
    from: "request_status: status",
    to: "request_stat: status",
    says: /doesn't tell an incomplete list from a whole one/,
  },
  {
    kind: "a dropped scope",
    slug: "slack",
    file: "providers/slack/src/actions/dm.ts",
    from: `["im:write", "mpim:write"]`,
    to: `["im:write"]`,
    says: /dm\.open: mpim:write/,
  },
  {
    kind: "a nullable field that is required",
    slug: "linear",
    file: "providers/linear/src/resources.ts",
    from: `orNull(text("dueDate", "Due date."))`,
    to: `text("dueDate", "Due date.")`,
    says: /nodes\[\]\.dueDate is null: failed with PROVIDER_ERROR|failed with its own example/,
  },
  {
    kind: "a pattern that refuses ids of the vendor",
    slug: "google-calendar",
    file: "providers/google-calendar/src/fields.ts",
    from: String.raw`"^[^\\s/?]+$"`,
    to: String.raw`"^[^\\s/?#]+$"`,
    says: /refuses calendarId en\.usa#holiday/,
  },
  {
    kind: "evidence from a read that can't see the thing",
    slug: "slack",
    file: "providers/slack/src/actions/messages.ts",
    from: "if ((await messageOrReplyAt(provider, channel, ts)) !== null) {",
    to: `const { body } = await provider.read(readRequest("conversations.history", { channel, latest: ts }));
      if (body.messages.length > 0) {`,
    says: /the reply is still there/,
  },
  {
    kind: "a documented refusal that becomes unknown",
    slug: "linear",
    file: "providers/linear/src/errors.ts",
    from: `"usage limit exceeded": {`,
    to: `"usage limit": {`,
    says: /refusal UsageLimitExceeded: the outcome is unknown/,
  },
  {
    kind: "encoded client authentication",
    slug: "notion",
    file: "providers/notion/src/auth.ts",
    from: "client_secret_basic_unencoded",
    to: "client_secret_basic",
    says: /the id and the secret are encoded/,
  },
  {
    kind: "a parameter that the vendor doesn't have",
    slug: "doppler",
    file: "providers/doppler/src/client.ts",
    from: "per_page",
    to: "page_size",
    says: /query page_size: the operation has no such parameter/,
  },
  {
    kind: "a parameter that isn't in the types of the vendor's client",
    slug: "hubspot",
    file: "providers/hubspot/src/client.ts",
    from: `properties: properties.join(","), idProperty`,
    to: `fields: properties.join(","), idProperty`,
    says: /query fields: the operation has no such parameter/,
  },
  {
    kind: "a member that isn't in the vendor's source",
    slug: "infisical",
    file: "providers/infisical/src/client.ts",
    from: "viewSecretValue: false",
    to: "showSecretValue: false",
    says: /query showSecretValue: the operation has no such parameter/,
  },
  {
    kind: "a member that the real server doesn't describe",
    slug: "vault",
    file: "providers/vault/src/client.ts",
    from: "{ versions: [version] }",
    to: "{ version: [version] }",
    says: /body version: the vendor has no such member/,
  },
  {
    kind: "a scope that the vendor wants and the action doesn't request",
    slug: "google-calendar",
    file: "providers/google-calendar/src/scopes.ts",
    from: "[freeBusyScope, emailScope]",
    to: "[emailScope]",
    says: /calendar\.freebusy\.query: its run needs the scope/,
  },
  {
    kind: "a documented limit that looks like a missing right",
    slug: "google-calendar",
    file: "packages/google/src/errors.ts",
    from: `"quotaExceeded",`,
    to: "",
    says: /refusal quotaExceeded: failed with PROVIDER_FORBIDDEN instead of PROVIDER_RATE_LIMITED/,
  },
];

const root = join(import.meta.dirname, "../../..");

/**
 * The errors in rounds. A process loads all errors of a round, and judges each provider once. Two errors of one
 * provider are in different rounds, because one can end the recording that shows the other.
 */
const rounds: PlantedError[][] = [];
for (const error of errors) {
  const free = rounds.find((round) => round.every(({ slug }) => slug !== error.slug));
  if (free === undefined) rounds.push([error]);
  else free.push(error);
}

/** What the judge says about a round. */
async function judged(round: readonly PlantedError[]): Promise<string> {
  const files = round.map(({ slug }) => join(root, `tools/vendors/${slug}.test.ts`));
  const plant = ["--import", join(import.meta.dirname, "plant.ts")];
  // Without the outer run's context, the inner one reports for itself.
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  const args = [...plant, "--test", "--test-isolation=none", "--test-reporter=tap", ...files];
  const child = spawn(process.execPath, args, {
    cwd: root,
    env: { ...env, SVC_TEST_PLANTED: JSON.stringify(round) },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const [out, , [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, "exit")]);
  assert.equal(code, 1, "the judge passed");
  return out;
}

for (const round of rounds) {
  let said: Promise<string> | null = null;
  for (const { kind, slug, says } of round) {
    test(`the judge finds ${kind} (${slug})`, async () => {
      assert.ok(says.test(await (said ??= judged(round))), `the judge doesn't say ${says.source}`);
    });
  }
}
