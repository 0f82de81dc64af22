/** `worklogs.add`: logs time on an issue. */
import { defineAction } from "@svc/provider-kit";
import { Type } from "typebox";
import { toAdf } from "../adf.ts";
import { worklogRequest, worklogsRequest } from "../client.ts";
import { hasMarker } from "../evidence.ts";
import { issueKey, longText } from "../fields.ts";
import { entriesOf } from "../pages.ts";
import { previewAddition } from "../previews.ts";
import { worklog } from "../resources.ts";
import { writing } from "../scopes.ts";

export const worklogsAdd = defineAction({
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
  output: worklog.schema,
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
