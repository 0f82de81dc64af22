/** Example inputs for the kit's test suite. */
import type { ProviderExamples } from "@svc/provider-kit/testing";

const id = (number: number) => `00000000-0000-4000-a000-${String(number).padStart(12, "0")}`;
const [page, inDoors, doors] = [{ pageId: id(1) }, { pageId: id(11) }, { dataSourceId: id(51) }];
const token = `ntn_${"0123456789".repeat(4)}`;
const short = { pageSize: 1 };
const badPages = [{ pageSize: 0 }, { pageSize: 101 }, { pageToken: "a b" }, { more: 1 }];
const none = { object: "list", results: [], next_cursor: null, has_more: false };
const everyType = [
  { name: "Notes", text: "It squeaks." },
  { name: "Width", number: 91.5 },
  { name: "Kind", select: "Wood" },
  { name: "Status", status: "Open" },
  { name: "Rooms", multiSelect: ["Hall", "Kitchen"] },
  { name: "Due", date: "2026-03-10", end: "2026-03-12" },
  { name: "Painted", checkbox: true },
  { name: "Link", url: "https://example.com/door" },
  { name: "Contact", email: "robin@example.com" },
  { name: "Phone", phone: "+41 44 000 00 00" },
];

/** The provider's examples. */
export const notionExamples: ProviderExamples = {
  acceptedSubmissions: [{ access_token: token }, { access_token: `secret_${"a".repeat(40)}` }],
  refusedSubmissions: [
    { submission: {}, explains: /missing/ },
    { submission: { access_token: `${token} ` }, explains: /space/ },
    { submission: { access_token: "hello" }, explains: /isn't a Notion token/ },
  ],
  errorBodies: (text) => [
    { object: "error", status: 400, code: "validation_error", message: text },
    { object: "error", status: 400, code: text, message: text },
  ],
  actions: {
    "pages.search": {
      inputs: [{}, { query: "door", object: "page", ...short }],
      refusedInputs: [...badPages, { object: "database" }, { query: "" }],
      emptyResponse: none,
    },
    "pages.get": { inputs: [page, { pageId: id(11).replaceAll("-", "") }], refusedInputs: [{}, { pageId: "x" }] },
    "pages.markdown": { inputs: [page], refusedInputs: [{}, { pageId: "../x" }] },
    "pages.create": {
      inputs: [
        { ...doors, title: "Side", properties: everyType, markerProperty: "Execution id" },
        { ...doors, title: "Attic" },
        { parentPageId: id(1), title: "The door squeaks", markdown: "# State\nIt squeaks." },
      ],
      refusedInputs: [
        { parentPageId: id(1) },
        { parentPageId: id(1), title: "" },
        { ...doors, title: "x", properties: [{ name: "Width", number: "9" }] },
        { ...doors, title: "x", properties: [{ name: "Width", number: 9, text: "9" }] },
        { ...doors, title: "x", children: [] },
      ],
    },
    "pages.update": {
      inputs: [
        { ...inDoors, properties: [{ name: "Status", status: "Done" }] },
        { ...inDoors, properties: [{ name: "Name", title: "Front door" }, ...everyType] },
      ],
      refusedInputs: [inDoors, { ...inDoors, properties: [] }, { ...inDoors, properties: [{ Status: "Done" }] }],
    },
    "pages.trash": { inputs: [{ pageId: id(2) }], refusedInputs: [{}, { pageId: "x" }, { ...page, inTrash: false }] },
    "blocks.list": {
      inputs: [{ blockId: id(1) }, { blockId: id(1), ...short }],
      refusedInputs: [{}, { blockId: "x" }, { blockId: id(1), pageSize: 0 }],
      emptyResponse: none,
    },
    "blocks.append": {
      inputs: [
        { blockId: id(1), text: "It needs oil." },
        { blockId: id(1), text: "One\nline\n\nTwo 🎉" },
      ],
      refusedInputs: [{ blockId: id(1) }, { blockId: id(1), text: " " }, { blockId: id(1), children: [] }],
    },
    "databases.get": { inputs: [{ databaseId: id(50) }], refusedInputs: [{}, { databaseId: "x" }] },
    "dataSources.get": { inputs: [doors], refusedInputs: [{}, { dataSourceId: "x" }] },
    "dataSources.query": {
      inputs: [
        doors,
        { ...doors, filter: { property: "Status", type: "status", equals: "Open" }, ...short },
        { ...doors, filter: { property: "Painted", type: "checkbox", equals: true } },
        { ...doors, filter: { property: "Width", type: "number", equals: 90 } },
        { ...doors, createdFrom: "2026-03-02T08:00:00.000Z" },
      ],
      refusedInputs: [
        {},
        { ...doors, createdFrom: "yesterday" },
        { ...doors, filter: { or: [] } },
        { ...doors, filter: { property: "Status", equals: "Open" } },
      ],
      emptyResponse: none,
    },
    "comments.list": {
      inputs: [{ blockId: id(1) }, { blockId: id(1), ...short }],
      refusedInputs: [{}, { blockId: "x" }, { blockId: id(1), pageSize: 0 }],
      emptyResponse: none,
    },
    "comments.create": {
      inputs: [
        { ...page, text: "Who has the oil?" },
        { discussionId: id(71), text: "I do." },
      ],
      refusedInputs: [page, { ...page, text: "" }, { ...page, text: "x", rich_text: [] }],
    },
    "users.list": { inputs: [{}, short], refusedInputs: badPages, emptyResponse: none },
  },
};
