/** Example inputs for the kit's test suite. */
import type { ProviderExamples } from "@svc/provider-kit/testing";

const door = { issueKey: "ENG-1" };
const other = "5b10a2844c20165700ede22g";
const page = { pageSize: 1 };
const badPages = [{ pageSize: 0 }, { pageToken: "x" }, { more: 1 }];
const task = { projectKey: "ENG", issueType: "Task", summary: "The door squeaks" };
const work = { ...door, startedAt: "2026-03-10T09:00:00Z", timeSpentSeconds: 1800 };
const link = { ...door, url: "https://example.com/door", title: "Door manual" };
const none = { startAt: 0, maxResults: 50, total: 0 };

/** The provider's examples. */
export const jiraExamples: ProviderExamples = {
  acceptedSubmissions: [],
  refusedSubmissions: [],
  errorBodies: (text) => [
    { errorMessages: [text], errors: { [text]: text } },
    { code: 401, message: text },
  ],
  actions: {
    "issues.search": {
      inputs: [{ jql: "project = ENG" }, { jql: 'text ~ "door" AND status = "To Do" ORDER BY created ASC', ...page }],
      refusedInputs: [
        {},
        { jql: "" },
        { jql: "project = ENG", pageSize: 101 },
        { jql: "project = ENG", fields: ["x"] },
      ],
      emptyResponse: { issues: [], isLast: true },
    },
    "issues.get": {
      inputs: [door, { issueKey: "10002" }],
      refusedInputs: [{}, { issueKey: "eng-1" }, { issueKey: "../x" }],
    },
    "issues.create": {
      inputs: [
        task,
        {
          ...task,
          issueType: "Subtask",
          description: "It squeaks.\n\nEvery\nmorning.",
          assigneeId: other,
          priority: "High",
          labels: ["door"],
          dueDate: "2026-03-10",
          parentKey: "ENG-1",
        },
      ],
      refusedInputs: [
        { ...task, summary: "" },
        { ...task, summary: "a\nb" },
        { ...task, labels: ["a b"] },
        { ...task, properties: [] },
        { summary: "x" },
      ],
    },
    "issues.update": {
      inputs: [
        { ...door, priority: "High" },
        {
          issueKey: "ENG-2",
          summary: "Paint it",
          description: "In blue.",
          addLabels: ["paint"],
          removeLabels: ["door"],
        },
      ],
      refusedInputs: [{}, { ...door, labels: ["x"] }, { ...door, summary: "a\nb" }],
    },
    "issues.assign": {
      inputs: [
        { ...door, assigneeId: other },
        { issueKey: "ENG-2", assigneeId: null },
      ],
      refusedInputs: [door, { ...door, assigneeId: "a b" }],
    },
    "issues.transition": {
      inputs: [
        { ...door, transitionId: "21" },
        { issueKey: "ENG-2", transitionId: "31" },
      ],
      refusedInputs: [door, { ...door, transitionId: "done" }],
    },
    "transitions.list": {
      inputs: [door],
      refusedInputs: [{}, { issueKey: "eng-1" }],
      emptyResponse: { transitions: [] },
    },
    "comments.list": {
      inputs: [door, { issueKey: "ENG-2", ...page }],
      refusedInputs: [{}, ...badPages.map((bad) => ({ ...door, ...bad }))],
      emptyResponse: { comments: [], ...none },
    },
    "comments.get": {
      inputs: [{ commentIds: ["10001"] }],
      refusedInputs: [{}, { commentIds: [] }, { commentIds: ["x"] }],
      emptyResponse: { values: [], ...none, isLast: true },
    },
    "comments.add": {
      inputs: [
        { ...door, body: "It needs oil." },
        { ...door, body: "Two\n\nparagraphs." },
      ],
      refusedInputs: [door, { ...door, body: "" }, { ...door, body: "x", visibility: {} }],
    },
    "worklogs.list": {
      inputs: [door, { issueKey: "ENG-2", ...page }],
      refusedInputs: [{}, ...badPages.map((bad) => ({ ...door, ...bad }))],
      emptyResponse: { worklogs: [], ...none },
    },
    "worklogs.add": {
      inputs: [work, { ...work, comment: "Oiled." }],
      refusedInputs: [door, { ...work, timeSpentSeconds: 59 }, { ...work, startedAt: "2026-03-10T09:00:00+01:00" }],
    },
    "links.list": { inputs: [door], refusedInputs: [{}, { ...door, globalId: "x" }], emptyResponse: [] },
    "links.add": {
      inputs: [link],
      refusedInputs: [
        door,
        { ...link, url: "javascript:alert(1)" },
        { ...link, title: "" },
        { ...link, globalId: "x" },
      ],
    },
    "projects.list": {
      inputs: [{}, { query: "eng", ...page }],
      refusedInputs: badPages,
      emptyResponse: { values: [], ...none, isLast: true },
    },
    "issueTypes.list": {
      inputs: [{ projectKey: "ENG" }, { projectKey: "ENG", ...page }],
      refusedInputs: [{}, { projectKey: "eng" }],
      emptyResponse: { issueTypes: [], ...none },
    },
    "users.find": { inputs: [{ query: "robin" }], refusedInputs: [{}, { query: "" }], emptyResponse: [] },
  },
};
