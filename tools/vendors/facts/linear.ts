/** What Linear's schema says in its texts. */
import assert from "node:assert/strict";
import { runsOf, type Fact } from "./fact.ts";

export const facts: readonly Fact[] = [
  {
    says: "searchIssues' teamId only ranks a team's issues higher, and filter limits to them",
    source: 'linear/linear schema.graphql: "UUID of a team to boost in search results"',
    read: "2026-11-28",
    actions: ["issues.search"],
    holds(recorded) {
      const searches = runsOf(recorded).filter(({ input }) => "teamId" in (input as object));
      const own = searches.filter(({ action }) => action.id === "issues.search");
      assert.ok(own.length > 0, "an example of issues.search has a teamId");
      for (const { input, exchanges } of own) {
        const { query, variables } = JSON.parse(exchanges[0]?.wire.request.body ?? "") as Record<string, unknown>;
        assert.doesNotMatch(String(query), /searchIssues\([^)]*\bteamId\s*:/);
        assert.ok(
          JSON.stringify(variables).includes((input as { teamId: string }).teamId),
          "the team is in the filter",
        );
      }
    },
  },
];
