/** Example inputs for the kit's test suite. */
import type { ProviderExamples } from "@svc/provider-kit/testing";

const id = (number: number) => `00000000-0000-4000-a000-${String(number).padStart(12, "0")}`;
const key = `lin_api_${"0123456789".repeat(4)}`;
const page = { pageSize: 1 };
const badPages = [{ pageSize: 0 }, { pageSize: 101 }, { pageToken: "a b" }, { more: 1 }];
const link = { issueId: "ENG-1", url: "https://example.com/door", title: "Door manual" };

/** The provider's examples. */
export const linearExamples: ProviderExamples = {
  acceptedSubmissions: [{ api_key: key }],
  refusedSubmissions: [
    { submission: {}, explains: /missing/ },
    { submission: { api_key: `${key} ` }, explains: /space/ },
    { submission: { api_key: `lin_oauth_${"0".repeat(40)}` }, explains: /an app's token/ },
    { submission: { api_key: "hello" }, explains: /not an API key/ },
  ],
  errorBodies: (text) => [
    { data: null, errors: [{ message: text, extensions: { type: "invalid input", userPresentableMessage: text } }] },
    { errors: [{ message: text, extensions: { type: text, code: text } }] },
    { message: text },
  ],
  actions: {
    "issues.list": {
      inputs: [{}, { teamId: id(1), labelId: id(31), includeArchived: true, ...page }],
      refusedInputs: [...badPages, { teamId: "ENG" }, { filter: {} }],
    },
    "issues.get": { inputs: [{ issueId: "ENG-1" }, { issueId: id(102) }], refusedInputs: [{}, { issueId: "eng 1" }] },
    "issues.search": {
      inputs: [{ term: "door" }, { term: "door", teamId: id(1), ...page }],
      refusedInputs: [...badPages, { term: "" }],
    },
    "issues.create": {
      inputs: [
        { teamId: id(1), title: "The door squeaks" },
        {
          teamId: id(1),
          title: "Oil it",
          description: "With *oil*.",
          assigneeId: id(22),
          stateId: id(12),
          priority: 1,
          labelIds: [id(31)],
          projectId: id(41),
          parentId: id(101),
          dueDate: "2026-03-10",
        },
      ],
      refusedInputs: [
        { title: "x" },
        { teamId: id(1) },
        { teamId: id(1), title: "x", id: id(9) },
        { teamId: id(1), title: "" },
      ],
    },
    "issues.update": {
      inputs: [
        { issueId: "ENG-1", priority: 2 },
        { issueId: id(102), title: "Paint the back door", addLabelIds: [id(32)], removeLabelIds: [id(31)] },
      ],
      refusedInputs: [{ priority: 2 }, { issueId: "ENG-1", priority: 5 }, { issueId: "ENG-1", labelIds: [id(31)] }],
    },
    "issues.archive": { inputs: [{ issueId: "ENG-2" }], refusedInputs: [{}, { issueId: "ENG-2", trash: true }] },
    "comments.list": {
      inputs: [{ issueId: id(101) }, { issueId: id(101), ...page }],
      refusedInputs: [{}, { issueId: "ENG-1" }, { issueId: id(101), pageSize: 0 }],
    },
    "comments.create": {
      inputs: [
        { issueId: "ENG-1", body: "It needs oil." },
        { issueId: id(101), body: "Yes.", parentId: id(201) },
      ],
      refusedInputs: [{ issueId: "ENG-1" }, { issueId: "ENG-1", body: "" }, { issueId: "ENG-1", body: "x", id: id(9) }],
    },
    "attachments.list": {
      inputs: [{ url: link.url }, { url: "https://example.com/none", ...page }],
      refusedInputs: [{}, { url: "javascript:alert(1)" }],
    },
    "attachments.link": {
      inputs: [link, { ...link, subtitle: "Page 7" }],
      refusedInputs: [{ ...link, url: "javascript:alert(1)" }, { ...link, title: "" }, { issueId: "ENG-1" }],
    },
    "teams.list": { inputs: [{}, page], refusedInputs: badPages },
    "states.list": { inputs: [{}, { teamId: id(1), ...page }], refusedInputs: [...badPages, { teamId: "ENG" }] },
    "labels.list": { inputs: [{}, page], refusedInputs: badPages },
    "users.list": {
      inputs: [{}, { email: "robin@example.com" }, { email: "susan@sales.test" }],
      refusedInputs: [...badPages, { email: "robin" }, { email: "a b@example.com" }],
    },
    "projects.list": { inputs: [{}, page], refusedInputs: badPages },
  },
};
