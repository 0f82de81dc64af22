/**
 * Adding a remote MCP server, accepting what changed there, and removing it. Adding one enables nothing: each tool is
 * reviewed afterwards. A token that is entered is used once, and neither stored nor shown.
 */
import { ServiceError, slugPattern } from "@svc/contract";
import { InspectionFault, reviewFrom, type Inspection } from "@svc/mcp-provider";
import { acceptHints, toolStates } from "../../../domain/providers/reviewed.ts";
import { reviewVersion } from "../../../domain/providers/reviews.ts";
import { auditActor, readField, type ConsoleRequest, type ConsoleResponse, type ConsoleRoute } from "../console.ts";
import { card, facts, pageHead } from "../elements.ts";
import { entryPage, readVersion, submit, type EntryForm } from "../entered.ts";
import { confirmPage } from "../frame.ts";
import { linkButton } from "../forms.ts";
import { isolated, joined, markup, type Html } from "../../html/markup.ts";

/** Pages and forms for admins only. */
export const mcpServerFormRoutes: readonly ConsoleRoute[] = [
  { method: "GET", role: "admin", path: "/mcp-servers/add", respond: (request) => showAdd(request) },
  { method: "POST", role: "admin", path: "/mcp-servers/add", respond: add },
  { method: "POST", role: "admin", path: "/providers/:slug/accept", respond: accept },
  { method: "POST", role: "admin", path: "/providers/:slug/accept-hints", respond: enableReads },
  { method: "POST", role: "admin", path: "/providers/:slug/register-app", respond: register },
  { method: "POST", role: "admin", path: "/providers/:slug/remove", respond: remove },
];

const addForm: EntryForm = {
  title: "Add an MCP server",
  intro:
    "svc asks the server what it is, how users sign in, and which tools it has. Nothing can be called until you have reviewed it, tool by tool.",
  of: { name: "Providers", path: "/providers" },
  path: "/mcp-servers/add",
  label: "Add",
  fields: [
    {
      name: "slug",
      label: "Slug",
      value: "",
      isRequired: true,
      hint: "The provider's name in URLs and policies, such as notes. It can't be changed later.",
    },
    { name: "url", label: "Address", value: "", isRequired: true, hint: "Such as https://mcp.example.com/mcp." },
    {
      name: "token",
      label: "Bearer token",
      kind: "secret",
      value: "",
      hint: "Only if the server lists its tools to no one without a token. It is used once and not stored.",
    },
  ],
  version: "",
};

function showAdd(request: ConsoleRequest): Promise<ConsoleResponse> {
  return Promise.resolve(entryPage(request, addForm));
}

async function add(request: ConsoleRequest): Promise<ConsoleResponse> {
  const { services, form } = request;
  const work = async (): Promise<ConsoleResponse> => {
    const [slug, url] = [readField(form, "slug") ?? "", readField(form, "url") ?? ""];
    if (!new RegExp(slugPattern).test(slug)) throw refused("The slug must be lowercase words, joined by hyphens.");
    await services.providerReviews.checkNew(slug, url);
    const found = await inspected(request, url, readField(form, "token"));
    const review = reviewFrom(slug, found.facts);
    await services.administration(auditActor(request)).setMcpServer({
      params: { provider: slug },
      body: { review: { ...review } },
      expectedVersion: null,
    });
    const notes = notesOn(found);
    return notes.length === 0 ? { location: `/providers/${slug}?done=added` } : addedPage(slug, notes);
  };
  return await submit(request, work, () => Promise.resolve(addForm));
}

/** @throws ServiceError INVALID_REQUEST with why the server can't be added. */
async function inspected(
  { services }: ConsoleRequest,
  url: string,
  token: string | null,
): Promise<Extract<Inspection, { kind: "facts" }>> {
  let found: Inspection;
  try {
    found = await services.inspectServer(url, token);
  } catch (error) {
    if (!(error instanceof InspectionFault)) throw error;
    throw refused(`${url} can't be inspected. ${error.message}`);
  }
  if (found.kind === "facts") return found;
  if (token !== null) throw refused(`${url} doesn't accept this token.`);
  throw refused(`${url} lists its tools only with a credential: enter a bearer token.`);
}

/** What an operator has to know about a server besides its review. */
function notesOn({ leftOut, authorizationFault }: Extract<Inspection, { kind: "facts" }>): Html[] {
  const notes = leftOut.map(({ name, reason }) => markup`Left out: ${isolated(name)}. ${reason}`);
  if (authorizationFault === null) return notes;
  return [...notes, markup`Users can't sign in at its authorization server. ${authorizationFault}`];
}

function addedPage(slug: string, notes: readonly Html[]): ConsoleResponse {
  const items = joined(notes.map((note) => markup`<li>${note}</li>`));
  const main = markup`${pageHead(`Added ${slug}`, linkButton("Review its tools", `/providers/${slug}`), { of: addForm.of })}
${card("What svc doesn't use of this server", markup`<ul>${items}</ul>`)}`;
  return { title: `Added ${slug}`, main, status: 201 };
}

/** What a provider's confirmations have in common. */
type Deed = { slug: string; back: string; version: string | undefined; isConfirmed: boolean };

function deedOf({ params, form }: ConsoleRequest): Deed {
  const slug = params["slug"] ?? "";
  return {
    slug,
    back: `/providers/${slug}`,
    version: readVersion(form),
    isConfirmed: readField(form, "confirm") === "yes",
  };
}

async function accept(request: ConsoleRequest): Promise<ConsoleResponse> {
  const { services, form, forms } = request;
  const { slug, back, version = "", isConfirmed } = deedOf(request);
  const tool = readField(form, "tool") ?? "";
  if (!isConfirmed) {
    const text = markup`<p>A tool that was enabled can be called again, as the server describes it now. What was decided about it, such as its
effect, stays. A new tool joins the review, and can't be called before you review it. A tool that is gone leaves the review.</p>
${facts([
  ["Provider", slug],
  ["Tool", tool],
])}`;
    const page = { title: "Accept this tool?", text, path: `${back}/accept`, forms, back, tone: "grave" } as const;
    return confirmPage({ ...page, label: "Accept", fields: { tool, version } });
  }
  await services.administration(auditActor(request)).acceptMcpTool({
    params: { provider: slug },
    body: { tool },
    expectedVersion: version,
  });
  return { location: `${back}?done=accepted` };
}

async function enableReads(request: ConsoleRequest): Promise<ConsoleResponse> {
  const { services, forms } = request;
  const { slug, back, version, isConfirmed } = deedOf(request);
  const { row, review, seen } = await services.providerReviews.find(slug);
  const accepted = acceptHints(review);
  if (!isConfirmed) {
    const was = new Map(toolStates(review, seen).map(({ name, state }) => [name, state]));
    const names = toolStates(accepted, seen).flatMap(({ name, state }) =>
      state === "enabled" && was.get(name) !== "enabled" ? [markup`<li>${isolated(name)}</li>`] : [],
    );
    const text = markup`<p>The server says that these tools only read, and svc can't check that. Callers that your policies allow, and agents, can
then call them.</p>
${names.length === 0 ? markup`<p>No other tool says so.</p>` : markup`<ul>${joined(names)}</ul>`}`;
    const page = {
      title: "Enable the tools that say they only read?",
      text,
      path: `${back}/accept-hints`,
      forms,
    } as const;
    return confirmPage({ ...page, label: "Enable", back, fields: { version: reviewVersion(row) }, tone: "grave" });
  }
  await services.administration(auditActor(request)).setMcpServer({
    params: { provider: slug },
    body: { review: { ...accepted } },
    expectedVersion: version ?? "",
  });
  return { location: `${back}?done=reviewed` };
}

async function register(request: ConsoleRequest): Promise<ConsoleResponse> {
  const { services, forms } = request;
  const { slug, back, isConfirmed } = deedOf(request);
  const { review } = await services.providerReviews.find(slug);
  if (!isConfirmed) {
    const issuer = review.auth.kind === "oauth" ? review.auth.issuer : "";
    const text = markup`<p>svc registers an app there, which users then agree to. Its secret is stored encrypted, and never shown.</p>
${facts([
  ["Provider", slug],
  ["Authorization server", issuer],
])}`;
    const page = {
      title: "Register an app?",
      text,
      path: `${back}/register-app`,
      forms,
      back,
      tone: "primary",
    } as const;
    return confirmPage({ ...page, label: "Register" });
  }
  await services.registerApp(slug, auditActor(request));
  return { location: `${back}?done=registered` };
}

async function remove(request: ConsoleRequest): Promise<ConsoleResponse> {
  const { services, forms } = request;
  const { slug, back, version, isConfirmed } = deedOf(request);
  if (!isConfirmed) {
    const { row } = await services.providerReviews.find(slug);
    const text = markup`<p>Its actions end, and its connections can't be used. If you add the same address under this slug again, they work
as before.</p>
${facts([
  ["Provider", slug],
  ["Address", row.url],
])}`;
    const page = {
      title: "Remove this MCP server?",
      text,
      path: `${back}/remove`,
      forms,
      back,
      tone: "grave",
    } as const;
    return confirmPage({ ...page, label: "Remove", fields: { version: reviewVersion(row) } });
  }
  await services.administration(auditActor(request)).removeMcpServer({
    params: { provider: slug },
    expectedVersion: version ?? "",
  });
  return { location: "/providers?done=removed" };
}

function refused(detail: string): ServiceError {
  return new ServiceError("INVALID_REQUEST", { detail });
}
