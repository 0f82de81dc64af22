/** Example inputs for the kit's test suite. */
import type { ActionExamples, ProviderExamples } from "@svc/provider-kit/testing";

const token = "pat-eu1-01234567-89ab-cdef-0123-456789abcdef";
const none = { total: 0, results: [] };
const badPages = [{ pageSize: 0 }, { pageSize: 101 }, { pageToken: "a b" }, { more: 1 }];
const badValues = [
  { values: [] },
  { values: [{ name: "A b", value: "x" }] },
  { values: [{ name: "phone", value: 7 }] },
];
const value = (name: string, own: string) => ({ name, value: own });
const marker = { markerProperty: "svc_execution" };

const search = (...inputs: [object, ...object[]]): ActionExamples => ({
  inputs: [...inputs, {}],
  refusedInputs: [...badPages, { query: "" }, { filters: [] }, { filters: [{ property: "x", operator: "LIKE" }] }],
  emptyResponse: none,
});
const get = (id: string): ActionExamples => ({
  inputs: [{ id }, { id, properties: ["hs_object_id"] }],
  refusedInputs: [{}, { id: "x" }, { id, properties: [] }, { id, properties: ["A b"] }],
});
const link = { from: "contacts", id: "101", to: "companies", toId: "202" };

/** The provider's examples. */
export const hubspotExamples: ProviderExamples = {
  acceptedSubmissions: [{ access_token: token }],
  refusedSubmissions: [
    { submission: {}, explains: /missing/ },
    { submission: { access_token: `${token} ` }, explains: /space/ },
    { submission: { access_token: "hello" }, explains: /not the token/ },
  ],
  errorBodies: (text) => [
    { status: "error", message: text, category: text, correlationId: text },
    { message: text, errors: [{ message: text }] },
  ],
  actions: {
    "contacts.search": search({ query: "rivera" }, { properties: ["email"], pageSize: 1 }),
    "contacts.get": get("101"),
    "contacts.upsert": {
      inputs: [
        { email: "robin@example.com", values: [value("firstname", "Robin"), value("lastname", "Rivers")] },
        { email: "new@example.com", values: [value("firstname", "New")] },
      ],
      refusedInputs: [...badValues, { email: "robin", values: [value("phone", "x")] }, { email: "robin@example.com" }],
    },
    "contacts.update": {
      inputs: [{ id: "101", values: [value("phone", "+41 44 000 00 00")] }],
      refusedInputs: [...badValues.map((bad) => ({ id: "101", ...bad })), { id: "x", values: [value("phone", "x")] }],
    },
    "companies.search": search({ filters: [{ property: "domain", operator: "EQ", value: "example.com" }] }),
    "companies.get": get("201"),
    "companies.create": {
      inputs: [{ values: [value("name", "Door & Co")], ...marker }, { values: [value("name", "Door & Co")] }],
      refusedInputs: [...badValues, {}, { values: [value("name", "x")], id: "1" }],
    },
    "deals.search": search({ filters: [{ property: "amount", operator: "GT", value: "200" }] }, { query: "door" }),
    "deals.get": get("301"),
    "deals.create": {
      inputs: [{ values: [value("dealname", "Ten doors"), value("amount", "900")], ...marker }],
      refusedInputs: [...badValues, {}, { values: [value("dealname", "x")], markerProperty: "A b" }],
    },
    "deals.update": {
      inputs: [{ id: "301", values: [value("dealstage", "closedwon")] }],
      refusedInputs: badValues.map((bad) => ({ id: "301", ...bad })),
    },
    "tickets.search": search({ query: "door" }),
    "tickets.get": get("401"),
    "tickets.create": {
      inputs: [{ values: [value("subject", "It squeaks"), value("hs_pipeline_stage", "1")], ...marker }],
      refusedInputs: [...badValues, {}],
    },
    "notes.create": {
      inputs: [
        { on: "contact", id: "101", text: "Called.", at: "2026-03-10T09:00:00Z" },
        { on: "deal", id: "301", text: "<b>Sent</b>", at: "2026-03-10T09:00:00.000Z" },
      ],
      refusedInputs: [
        { on: "ticket", id: "401", text: "x", at: "2026-03-10T09:00:00Z" },
        { on: "contact", id: "101", text: "", at: "2026-03-10T09:00:00Z" },
        { on: "contact", id: "101", text: "x", at: "yesterday" },
      ],
    },
    "associations.list": {
      inputs: [
        { from: "contacts", id: "101", to: "companies" },
        { from: "companies", id: "201", to: "contacts", pageSize: 1 },
      ],
      refusedInputs: [{}, { from: "notes", id: "1", to: "contacts" }, { from: "contacts", id: "x", to: "deals" }],
      emptyResponse: { results: [] },
    },
    "associations.set": {
      inputs: [link, { from: "deals", id: "301", to: "contacts", toId: "102" }],
      refusedInputs: [{}, { ...link, toId: "x" }, { ...link, label: "Boss" }],
    },
    "owners.list": {
      inputs: [{}, { email: "alex@example.com", pageSize: 1 }],
      refusedInputs: [...badPages, { email: "alex" }],
      emptyResponse: { results: [] },
    },
    "pipelines.list": { inputs: [{}], refusedInputs: [{ objectType: "deals" }], emptyResponse: { results: [] } },
  },
};
