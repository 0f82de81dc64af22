/**
 * `jira.js` against the simulator: it has the same effects as the actions, and agrees with them on every common field.
 */
import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import { Version3Client, type Version3Models } from "../../../judges/vendors/jira.ts";
import { siteIds, tokens, userIds } from "../simulator/index.ts";
import { textOfAdf } from "../src/adf.ts";
import { openSimulated } from "./simulated.ts";

async function open(t: TestContext) {
  const world = await openSimulated();
  t.after(() => world.close());
  const client = new Version3Client({
    host: `${world.simulator.url}/ex/jira/${siteIds[0]}`,
    authentication: { oauth2: { accessToken: tokens.everything } },
  });
  const run = async (id: string, input: unknown) => {
    const end = await world.run(id, input);
    assert.equal(end.kind, "output", JSON.stringify(end));
    return end.kind === "output" ? (end.output as Record<string, unknown>) : {};
  };
  return { client, run };
}

const person = (user: { accountId?: string; displayName?: string } | null | undefined) =>
  user === null || user === undefined ? null : { accountId: user.accountId, displayName: user.displayName };

/** Converts the client's issue to the form of our output. */
function ours({ id, key, fields }: Version3Models.Issue) {
  const { status } = fields;
  return {
    id,
    key,
    summary: fields.summary,
    description: textOfAdf(fields.description),
    status: { id: status.id, name: status.name, category: status.statusCategory?.key },
    issueType: fields.issuetype?.name,
    projectKey: (fields["project"] as { key: string }).key,
    priority: fields.priority?.name ?? null,
    assignee: person(fields.assignee),
    reporter: person(fields.reporter),
    labels: fields.labels,
    dueDate: fields.duedate ?? null,
    parentKey: fields.parent?.key ?? null,
    createdAt: fields.created,
    updatedAt: fields.updated,
  };
}

test("the actions and the client read the same issues, comments, work logs, links, projects, types, transitions and users", async (t) => {
  const { client, run } = await open(t);
  const jql = "project = ENG ORDER BY created ASC";
  const { issues = [] } = await client.issueSearch.searchForIssuesUsingJqlEnhancedSearch({
    jql,
    fields: ["*all"].concat([
      "summary",
      "description",
      "status",
      "issuetype",
      "project",
      "priority",
      "assignee",
      "reporter",
      "labels",
      "duedate",
      "parent",
      "created",
      "updated",
    ]),
  });
  assert.equal(issues.length, 2);
  assert.deepEqual((await run("issues.search", { jql }))["issues"], issues.map(ours));
  const issueIdOrKey = "ENG-1";
  const door = { issueKey: issueIdOrKey };
  assert.deepEqual(await run("issues.get", door), ours(await client.issues.getIssue({ issueIdOrKey })));
  const { comments = [] } = await client.issueComments.getComments({ issueIdOrKey });
  const said = comments.map(({ id, author, body, created, updated }) => {
    return { id, author: person(author), body: textOfAdf(body), createdAt: created, updatedAt: updated };
  });
  assert.ok(said.length > 0);
  assert.deepEqual((await run("comments.list", door))["comments"], said);
  assert.deepEqual((await run("comments.get", { commentIds: [said[0]?.id] }))["comments"], said.slice(0, 1));
  const { worklogs } = await client.issueWorklogs.getIssueWorklog({ issueIdOrKey });
  const logged = worklogs.map(({ id, author, comment, started, timeSpentSeconds }) => {
    return { id, author: person(author), comment: textOfAdf(comment), startedAt: started, timeSpentSeconds };
  });
  assert.ok(logged.length > 0);
  assert.deepEqual((await run("worklogs.list", door))["worklogs"], logged);
  const { values } = await client.projects.searchProjects({});
  assert.deepEqual(
    (await run("projects.list", {}))["projects"],
    values.map(({ id, key, name, projectTypeKey }) => ({ id, key, name, type: projectTypeKey })),
  );
  const types = await client.issues.getCreateIssueMetaIssueTypes({ projectIdOrKey: "ENG" });
  assert.deepEqual(
    (await run("issueTypes.list", { projectKey: "ENG" }))["issueTypes"],
    types.issueTypes?.map(({ id, name, subtask }) => ({ id, name, subtask })),
  );
  const { transitions = [] } = await client.issues.getTransitions({ issueIdOrKey });
  assert.deepEqual(
    ((await run("transitions.list", door))["transitions"] as { id: string; name: string; to: { id: string } }[]).map(
      ({ id, name, to }) => [id, name, to.id],
    ),
    transitions.map(({ id, name, to }) => [id, name, to?.id]),
  );
  const users = await client.userSearch.findUsers({ query: "rivera" });
  assert.deepEqual(
    (await run("users.find", { query: "rivera" }))["users"],
    users.map(({ accountId, displayName, emailAddress = null, active }) => {
      return { accountId, displayName, email: emailAddress, active };
    }),
  );
});

test("the client reads what the actions write, and vice versa", async (t) => {
  const { client, run } = await open(t);
  const made = await run("issues.create", {
    projectKey: "ENG",
    issueType: "Bug",
    summary: "Made",
    description: "A\n\nB\nC",
  });
  const issueKey = String(made["key"]);
  const read = async () => ours(await client.issues.getIssue({ issueIdOrKey: issueKey }));
  assert.deepEqual(await run("issues.get", { issueKey }), await read());
  assert.equal((await read()).description, "A\n\nB\nC");
  await run("issues.update", {
    issueKey,
    summary: "Changed",
    priority: "High",
    dueDate: "2026-04-01",
    addLabels: ["x"],
  });
  const changed = await read();
  assert.deepEqual(
    [changed.summary, changed.priority, changed.dueDate, changed.labels],
    ["Changed", "High", "2026-04-01", ["x"]],
  );
  await run("issues.assign", { issueKey, assigneeId: userIds.other });
  assert.equal((await read()).assignee?.accountId, userIds.other);
  const moved = await run("issues.transition", { issueKey, transitionId: "31" });
  assert.equal((await read()).status.id, moved["statusId"]);
  const comment = await run("comments.add", { issueKey, body: "Said." });
  const { comments = [] } = await client.issueComments.getComments({ issueIdOrKey: issueKey });
  assert.deepEqual(
    comments.map(({ id, body }) => [id, textOfAdf(body)]),
    [[comment["id"], "Said."]],
  );
  await client.issueComments.addComment({ issueIdOrKey: issueKey, comment: "By the client" });
  const said = (await run("comments.list", { issueKey }))["comments"] as { body: string }[];
  assert.deepEqual(
    said.map(({ body }) => body),
    ["By the client", "Said."],
  );
  const work = await run("worklogs.add", { issueKey, startedAt: "2026-03-10T09:00:00Z", timeSpentSeconds: 600 });
  const { worklogs } = await client.issueWorklogs.getIssueWorklog({ issueIdOrKey: issueKey });
  assert.deepEqual(
    worklogs.map(({ id, started }) => [id, started]),
    [[work["id"], work["startedAt"]]],
  );
  const link = await run("links.add", { issueKey, url: "https://example.com/a", title: "A" });
  const links = await client.issueRemoteLinks.getRemoteIssueLinks({ issueIdOrKey: issueKey });
  assert.deepEqual(
    links.map(({ id, object }) => [id, object?.url, object?.title]),
    [[link["id"], "https://example.com/a", "A"]],
  );
  const { key } = await client.issues.createIssue({
    fields: { project: { key: "OPS" }, issuetype: { name: "Task" }, summary: "By the client" },
  });
  assert.equal((await run("issues.get", { issueKey: key }))["summary"], "By the client");
});
