/** The read methods. */
import { fieldsOf, pageByCursor, pageByOffset, Refusal, type Call, type Result } from "@svc/simulator";
import { commentBody, issueBody, linkBody, personBody, statusBody, worklogBody } from "./bodies.ts";
import { searchIssues } from "./jql.ts";
import { issueTypes, statuses } from "./model.ts";
import { siteIds, userIds, type JiraWorld } from "./world.ts";

/** The caller of a method. */
export interface Caller {
  readonly scopes: readonly string[];
}

/** A call to this API. */
export type JiraCall = Call<JiraWorld, Caller>;

/** Returns the site in a path. Throws `Refusal` 404 if the user hasn't given the app access to it. */
export function siteOf({ store, params }: JiraCall): string {
  const opened = siteIds.slice(0, store.switches.openedSites);
  const site = opened.find((id) => id === params["site"]);
  if (site === undefined) throw new Refusal(404, "No message available");
  return site;
}

/** `GET /oauth/token/accessible-resources` */
export function listSites({ store, caller }: JiraCall): Result {
  const opened = siteIds.slice(0, store.switches.openedSites).map((id) => store.sites.find(id));
  const scopes = caller.scopes.filter((scope) => scope !== "offline_access");
  return {
    json: opened.map(({ id, name }) => ({ id, name, url: `https://${name}.atlassian.net`, scopes, avatarUrl: "" })),
  };
}

/** `GET /myself` */
export function getMyself(call: JiraCall): Result {
  return { json: personBody(call.store, siteOf(call), userIds.me) };
}

/** `GET /search/jql` */
export function search(call: JiraCall): Result {
  const { request, store } = call;
  const { query } = request;
  const site = siteOf(call);
  const found = searchIssues(store.issues.in(site).values(), query.get("jql") ?? "", request.timeMs);
  const said = { cursor: query.get("nextPageToken"), limit: query.get("maxResults") };
  const { items, next } = pageByCursor(found, said, { absent: 50, max: 5000, id: ({ id }) => id });
  const fields = query.get("fields") ?? "id";
  const issues = items.map((issue) => issueBody(store, site, issue, { fields, properties: query.get("properties") }));
  return { json: { issues, isLast: next === null, ...(next === null ? {} : { nextPageToken: next }) } };
}

/** `GET /issue/{key}` */
export function getIssue(call: JiraCall): Result {
  const { request, store, params } = call;
  const site = siteOf(call);
  const asked = { fields: request.query.get("fields"), properties: request.query.get("properties") };
  return { json: issueBody(store, site, store.issue(site, params["issue"] ?? ""), asked) };
}

/** `GET /issue/{key}/transitions`: to every other status. */
export function listTransitions(call: JiraCall): Result {
  const { store, params } = call;
  const { statusId } = store.issue(siteOf(call), params["issue"] ?? "");
  const transitions = statuses
    .map(({ id, name }, at) => ({ id: String((at + 1) * 10 + 1), name, to: statusBody(id), toId: id }))
    .filter(({ toId }) => toId !== statusId)
    .map(({ id, name, to }) => ({ id, name, to, hasScreen: false, isAvailable: true }));
  return { json: { expand: "transitions", transitions } };
}

/** `GET /issue/{key}/comment` */
export function listComments(call: JiraCall): Result {
  const { request, store, params } = call;
  const site = siteOf(call);
  const { id } = store.issue(site, params["issue"] ?? "");
  const descending = request.query.get("orderBy")?.startsWith("-") === true;
  const all = store.comments.in(site).list({ where: ({ issueId }) => issueId === id });
  if (descending) all.reverse();
  const { items, ...page } = paged(request.query, all);
  return { json: { comments: items.map((comment) => commentBody(store, site, comment, false)), ...page } };
}

/** `POST /comment/list` */
export function listCommentsById(call: JiraCall): Result {
  const { request, store } = call;
  const site = siteOf(call);
  const { ids } = fieldsOf(request);
  if (!Array.isArray(ids)) throw new Refusal(400, "ids are required");
  const found = ids.flatMap((id) => store.comments.in(site).get(String(id)) ?? []);
  const expands = request.query.get("expand")?.split(",").includes("properties") === true;
  const values = found.map((comment) => commentBody(store, site, comment, expands));
  return { json: { values, startAt: 0, maxResults: 1048576, total: values.length, isLast: true } };
}

/** `GET /issue/{key}/worklog` */
export function listWorklogs(call: JiraCall): Result {
  const { request, store, params } = call;
  const { query } = request;
  const site = siteOf(call);
  const { id } = store.issue(site, params["issue"] ?? "");
  const after = Number(query.get("startedAfter") ?? "-1");
  const before = Number(query.get("startedBefore") ?? Number.MAX_SAFE_INTEGER);
  const all = store.worklogs.in(site).list({
    where: ({ issueId, startedMs }) => issueId === id && startedMs > after && startedMs < before,
  });
  const { items, ...page } = paged(query, all, 5000);
  const expands = query.get("expand")?.split(",").includes("properties") === true;
  return { json: { worklogs: items.map((worklog) => worklogBody(store, site, worklog, expands)), ...page } };
}

/** `GET /issue/{key}/remotelink`: a list, or one. */
export function listLinks(call: JiraCall): Result {
  const { request, store, params } = call;
  const site = siteOf(call);
  const { id } = store.issue(site, params["issue"] ?? "");
  const links = store.links.in(site).list({ where: ({ issueId }) => issueId === id });
  const globalId = request.query.get("globalId");
  if (globalId === null) return { json: links.map(linkBody) };
  const found = links.find((link) => link.globalId === globalId);
  if (found === undefined) throw new Refusal(404, "No remote issue link with that global id");
  return { json: linkBody(found) };
}

/** `GET /project/search` */
export function searchProjects(call: JiraCall): Result {
  const { request, store } = call;
  const words = (request.query.get("query") ?? "").toLowerCase();
  const keys = request.query.getAll("keys");
  const found = store.projects
    .in(siteOf(call))
    .values()
    .filter(({ key, name }) => `${key} ${name}`.toLowerCase().includes(words))
    .filter(({ key }) => keys.length === 0 || keys.includes(key));
  const { items, ...page } = paged(request.query, found);
  const values = items.map((project) => ({
    ...project,
    projectTypeKey: "software",
    simplified: true,
    style: "next-gen",
  }));
  return { json: { values, ...page, isLast: page.startAt + items.length >= page.total } };
}

/** `GET /issue/createmeta/{project}/issuetypes` */
export function listIssueTypes(call: JiraCall): Result {
  const { request, store, params } = call;
  if (!store.projects.in(siteOf(call)).has(params["project"] ?? ""))
    throw new Refusal(404, "No project could be found");
  const { items, ...page } = paged(request.query, issueTypes);
  return { json: { issueTypes: items, ...page } };
}

/** `GET /user/search` */
export function searchUsers(call: JiraCall): Result {
  const { request, store } = call;
  const words = (request.query.get("query") ?? "").toLowerCase();
  const accountId = request.query.get("accountId");
  const site = siteOf(call);
  const found = store.users
    .in(site)
    .values()
    .filter((user) => accountId === null || user.accountId === accountId)
    .filter(({ displayName, emailAddress = "" }) => `${displayName} ${emailAddress}`.toLowerCase().includes(words));
  const { items } = paged(request.query, found, 1_000);
  return { json: items.map(({ accountId }) => personBody(store, site, accountId)) };
}

function paged<Item>(query: URLSearchParams, all: readonly Item[], max = 100) {
  const said = { offset: query.get("startAt"), limit: query.get("maxResults") };
  const { items, offset, limit, total } = pageByOffset(all, said, { absent: 50, max });
  return { items, startAt: offset, maxResults: limit, total };
}
