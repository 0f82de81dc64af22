/** What Notion's pages and its client say. */
import assert from "node:assert/strict";
import { answered } from "@svc/provider-kit/testing";
import { replay } from "../alter.ts";
import { assertPlainBasic, runsOf, type Fact } from "./fact.ts";

const limit = { type: "incomplete", incomplete_reason: "query_result_limit_reached" };

/** The lists that Notion ends. */
const limited = ["dataSources.query", "pages.search"];

export const facts: readonly Fact[] = [
  {
    says: "a list that ends at 10,000 results says so in request_status",
    source:
      "https://developers.notion.com: Query large data sources; QueryDataSourceResponse in @notionhq/client 5.26.0",
    read: "2026-11-28",
    actions: limited,
    async holds(recorded) {
      for (const id of limited) {
        const run = runsOf(recorded).find(({ action }) => action.id === id);
        const exchange = run?.exchanges.at(-1);
        assert.ok(run !== undefined && exchange !== undefined, id);
        const body = JSON.parse(exchange.wire.response.body) as Record<string, unknown>;
        const last = { ...body, has_more: false, next_cursor: null };
        const [whole, cut] = await Promise.all(
          [last, { ...last, request_status: limit }].map((one) => replay(recorded, run, exchange, answered(200, one))),
        );
        assert.equal(whole?.kind, "output", id);
        assert.notDeepEqual(cut, whole, `${id} doesn't tell an incomplete list from a whole one`);
      }
    },
  },
  {
    says: "the id and secret of an app go into Basic as they are",
    source: "@notionhq/client 5.26.0: Client.js, unencodedCredential",
    read: "2026-11-28",
    actions: [],
    holds: assertPlainBasic,
  },
];
