/** The provider's manifest: its origin, its authorization, its actions. */
import { defineProvider } from "@svc/provider-kit";
import { associationsList } from "./actions/associations.list.ts";
import { associationsSet } from "./actions/associations.set.ts";
import { companiesCreate } from "./actions/companies.create.ts";
import { companiesGet } from "./actions/companies.get.ts";
import { companiesSearch } from "./actions/companies.search.ts";
import { contactsGet } from "./actions/contacts.get.ts";
import { contactsSearch } from "./actions/contacts.search.ts";
import { contactsUpdate } from "./actions/contacts.update.ts";
import { contactsUpsert } from "./actions/contacts.upsert.ts";
import { dealsCreate } from "./actions/deals.create.ts";
import { dealsGet } from "./actions/deals.get.ts";
import { dealsSearch } from "./actions/deals.search.ts";
import { dealsUpdate } from "./actions/deals.update.ts";
import { notesCreate } from "./actions/notes.create.ts";
import { ownersList } from "./actions/owners.list.ts";
import { pipelinesList } from "./actions/pipelines.list.ts";
import { ticketsCreate } from "./actions/tickets.create.ts";
import { ticketsGet } from "./actions/tickets.get.ts";
import { ticketsSearch } from "./actions/tickets.search.ts";
import { oauth, privateApp } from "./auth.ts";
import { judge, refuse } from "./errors.ts";
import { logo } from "./logo.ts";
import { translations } from "./translations.ts";

/** HubSpot's CRM API, with the token of an OAuth app or a private app. */
export const hubspot = defineProvider({
  slug: "hubspot",
  name: "HubSpot",
  logo,
  description: "Contacts, companies, deals and tickets in the connected HubSpot account.",
  docsUrl: "https://developers.hubspot.com/docs/api-reference/overview",
  origin: "https://api.hubapi.com",
  auth: [oauth, privateApp],
  requestIdHeader: "x-hubspot-correlation-id",
  postReads: [{ path: ["crm", "v3", "objects", "*", "search"] }],
  limitStatuses: [423, 477],
  judge,
  refuse,
  actions: [
    contactsSearch,
    contactsGet,
    contactsUpsert,
    contactsUpdate,
    companiesSearch,
    companiesGet,
    companiesCreate,
    dealsSearch,
    dealsGet,
    dealsCreate,
    dealsUpdate,
    ticketsSearch,
    ticketsGet,
    ticketsCreate,
    notesCreate,
    associationsList,
    associationsSet,
    ownersList,
    pipelinesList,
  ],
  translations,
});
