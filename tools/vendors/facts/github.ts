/** What GitHub's users met. */
import assert from "node:assert/strict";
import { validateAgainst } from "@svc/contract/validation";
import { answered, runAction, type Send } from "@svc/provider-kit/testing";
import { runsOf, type Fact } from "./fact.ts";

const after = "Y3Vyc29yOnYyOpLPAAABkT8J2gjOkZ";

export const facts: readonly Fact[] = [
  {
    says: "beyond 10,000 issues, pages have cursors instead of numbers",
    source: "google/go-github#3565, SpinlockLabs/github.dart#414: 422 for page, and a Link with after",
    read: "2026-11-28",
    actions: ["issues.list"],
    async holds(recorded) {
      const run = runsOf(recorded).find(({ action }) => action.id === "issues.list");
      assert.ok(run !== undefined);
      const link = `<https://api.github.com/repositories/1/issues?per_page=100&after=${after}&page=101>; rel="next"`;
      const { provider, connection } = recorded;
      const sent: unknown[] = [];
      const send: Send = ({ query }) => {
        sent.push(query);
        return Promise.resolve({ ...answered(200, []), headers: { link } });
      };
      const { end } = await runAction(provider, run.action, run.input, { ...connection, send });
      assert.equal(end.kind, "output");
      const cursor = Object.entries((end as { output: object }).output).find(([name]) =>
        name.startsWith("next"),
      )?.[1] as unknown;
      const inputs = ["page", "after", "cursor"].map((name) => ({ ...(run.input as object), [name]: cursor }));
      const input = inputs.find((one) => validateAgainst(run.action.input, one).ok);
      await runAction(provider, run.action, input, { ...connection, send });
      assert.equal((sent.at(-1) as Record<string, unknown> | undefined)?.["after"], after);
    },
  },
];
