/** The actions on worklogs, in the catalog's order. */
import { defineAction, readEntries, unreadableCount } from "@svc/provider-kit";
import { Type } from "typebox";
import { toAdf } from "../adf.ts";
import { worklogRequest, worklogsRequest } from "../client.ts";
import { hasMarker } from "../evidence.ts";
import { issueKey, longText, nextPageToken, pageSize, pageToken } from "../fields.ts";
import { entriesOf, pageOf } from "../pages.ts";
import { previewAddition } from "../previews.ts";
import { worklog, writtenWorklog } from "../resources.ts";
import { reading, writing } from "../scopes.ts";

const worklogsList = defineAction({
  id: "worklogs.list",
  title: "List work logs",
  description: "Lists the work log entries of an issue, oldest first, one page at a time.",
  consent: "See the work logged on your issues",
  effect: "read",
  idempotency: "safe",
  requiredScopes: reading,
  mcp: true,
  sensitiveOutput: false,
  input: Type.Object(
    { issueKey, pageSize: Type.Optional(pageSize), pageToken: Type.Optional(pageToken) },
    { additionalProperties: false },
  ),
  output: Type.Object(
    {
      worklogs: Type.Array(worklog.schema, { description: "The work log entries on this page." }),
      unreadable: unreadableCount,
      nextPageToken,
    },
    { additionalProperties: false },
  ),
  example: { issueKey: "ENG-1" },
  async run({ issueKey: key, ...page }, provider) {
    const { body } = await provider.read(worklogsRequest(key, pageOf(page)), { accept: [200] });
    const { entries, nextPageToken: next } = entriesOf(body, "worklogs");
    const { items, unreadable } = readEntries(entries, worklog.read);
    return { worklogs: items, unreadable, nextPageToken: next };
  },
});

const worklogsAdd = defineAction({
  id: "worklogs.add",
  title: "Log work",
  description:
    "Logs time on an issue. The entry gets a property with a marker, so that a lost response can be settled.",
  consent: "Log work as you",
  effect: "write",
  idempotency: "unsafe",
  requiredScopes: writing,
  mcp: true,
  sensitiveOutput: false,
  input: Type.Object(
    {
      issueKey,
      startedAt: Type.String({
        description: "When the work started, in UTC, such as `2026-03-10T09:00:00Z`.",
        maxLength: 20,
        pattern: "^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\dZ$",
      }),
      timeSpentSeconds: Type.Integer({
        description: "Time spent, in seconds.",
        minimum: 60,
        maximum: 31_536_000,
      }),
      comment: Type.Optional(longText("Description of the work.")),
    },
    { additionalProperties: false },
  ),
  output: writtenWorklog.schema,
  example: { issueKey: "ENG-1", startedAt: "2026-03-10T09:00:00Z", timeSpentSeconds: 1800 },
  evidence: {
    strength: "strong",
    needs: ["worklogs.list"],
    async settle({ input: { issueKey: key = "", startedAt = "" }, marker, provider }) {
      const startedMs = Date.parse(startedAt);
      const query = { startAt: 0, maxResults: 100, startedAfter: startedMs - 1000, startedBefore: startedMs + 1000 };
      const { body } = await provider.read(worklogsRequest(key, query), { accept: [200] });
      const { entries, nextPageToken } = entriesOf(body, "worklogs");
      const found = entries.find((one) => hasMarker(one, marker.hex));
      if (found !== undefined) return { verdict: "applied", basis: "marker", output: worklog.read(found) };
      if (nextPageToken !== null)
        return { verdict: "undetermined", why: "There are too many entries with this start time." };
      // Someone may have deleted it, or changed its start time.
      return { verdict: "not_applied", basis: "absence", isAnchored: false };
    },
  },
  preview: {
    needs: ["issues.get"],
    read: async (input, provider) => await previewAddition("Logs work on", input, provider),
  },
  async run({ issueKey: key, startedAt, timeSpentSeconds, comment }, provider) {
    // Jira accepts neither `Z` nor a time without milliseconds.
    const started = startedAt.replace("Z", ".000+0000");
    const fields = { started, timeSpentSeconds, ...(comment === undefined ? {} : { comment: toAdf(comment) }) };
    const request = worklogRequest(key, fields, provider.marker.hex);
    return worklog.read((await provider.change(request, { accept: [201] })).body);
  },
});

export const worklogActions = [worklogsList, worklogsAdd];
