/** The Issues page: a GitHub repository's open issues, and a form to open one. */
import type { ActionInput } from "@svc/sdk";
import { connectionOf } from "./connecting.ts";
import { html, type Html, type Part } from "./html.ts";
import { field, page } from "./http.ts";
import { external, layout, nameOf, time } from "./layout.ts";
import { judgeRead } from "./problems.ts";
import type { Handler, Visit } from "./visit.ts";
import { connectFirst, earlierNotice, fieldError, problemPanel, writeFields } from "./write-pages.ts";
import { formState, submit, type FormState } from "./writes.ts";

type Repository = Pick<ActionInput<"github/issues.list">, "owner" | "repo">;

/** The repository to show first. A real app stores which repository belongs to which of its services. */
const firstRepository: Repository = { owner: "octocat", repo: "hello-world" };

/** The handlers, by method and path. */
export const issueRoutes: Readonly<Record<string, Handler>> = {
  "GET /issues": async (visit) => {
    const connection = await connectionOf(visit, "github");
    if (connection === null) return page(frame(visit, connectFirst("github")));
    const form = formState(visit);
    const repository = repositoryOf(visit, form);
    const { view, isUsable } = await readIssues(visit, connection.id, repository);
    return page(frame(visit, [repositoryForm(repository), isUsable && writeForm(visit, form, repository), view]));
  },

  "POST /issues": async (visit) => {
    const { form } = visit;
    const fields = {
      owner: field(form, "owner"),
      repo: field(form, "repo"),
      title: field(form, "title"),
      body: form.get("body") ?? "",
    };
    return await submit(visit, {
      provider: "github",
      formPath: "/issues",
      fields,
      send: async (connection, idempotencyKey) => {
        const { execution, output } = await connection.execute("github/issues.create", fields, { idempotencyKey });
        return { executionId: execution.id, link: output?.htmlUrl ?? "" };
      },
    });
  },
};

function frame(visit: Visit, body: Part): Html {
  return layout(visit, {
    title: "Issues",
    path: "/issues",
    body: html`<h1>Issues</h1>
      <p class="lead">What went wrong with your services, where your team sees it.</p>
      ${body}`,
  });
}

function repositoryOf({ query }: Visit, { earlier }: FormState): Repository {
  const { owner = firstRepository.owner, repo = firstRepository.repo } = earlier?.fields ?? {};
  return { owner: query.get("owner") ?? owner, repo: query.get("repo") ?? repo };
}

function repositoryForm({ owner, repo }: Repository): Html {
  return html`<form class="row filter" method="get" action="/issues" aria-label="Which repository">
    <label>Owner <input name="owner" required value="${owner}" /></label>
    <label>Repository <input name="repo" required value="${repo}" /></label>
    <button class="quiet">Show</button>
  </form>`;
}

/** `isUsable`: whether the connection can be used. If it can't, a form is pointless. */
async function readIssues(
  visit: Visit,
  connectionId: string,
  repository: Repository,
): Promise<{ view: Html; isUsable: boolean }> {
  try {
    const input = { ...repository, perPage: 10 };
    const { output } = await visit.tenant.connection(connectionId).execute("github/issues.list", input);
    const issues = output?.issues ?? [];
    const view = html`<section class="card" aria-labelledby="open">
      <h2 id="open">Open in ${repository.owner} / ${repository.repo}</h2>
      ${issues.length === 0 && html`<p class="quiet">There are none.</p>`}
      <ul class="log">
        ${issues.map(
          ({ number, title, htmlUrl, createdAt }) =>
            html`<li>
              <span><a href="${external(htmlUrl)}">${title}</a> #${number}</span> ${time(createdAt)}
            </li>`,
        )}
      </ul>
    </section>`;
    return { view, isUsable: true };
  } catch (error) {
    const { problem, retryAt } = judgeRead(error, nameOf("github"), visit.now);
    return { view: problemPanel(visit, problem, retryAt), isUsable: problem.next !== "reconnect" };
  }
}

function writeForm(visit: Visit, form: FormState, { owner, repo }: Repository): Html {
  const { earlier } = form;
  return html`<section class="card" aria-labelledby="create" id="form">
    <h2 id="create">Open an issue</h2>
    ${earlierNotice(visit, form)}
    <form
      class="stack"
      method="post"
      action="/issues"
      ${earlier !== null && html`data-wait="${earlier.retryAt - visit.now}"`}
    >
      ${writeFields(visit, form)}
      <input type="hidden" name="owner" value="${owner}" />
      <input type="hidden" name="repo" value="${repo}" />
      <label>
        Title
        <input
          name="title"
          required
          maxlength="250"
          autocomplete="off"
          value="${earlier?.fields["title"]}"
          ${fieldError(form, "title") && html`aria-invalid="true" aria-describedby="title-error"`}
        />
      </label>
      ${fieldError(form, "title")}
      <label>
        What happened
        <textarea name="body" rows="4">${earlier?.fields["body"]}</textarea>
      </label>
      <button class="main">Open in ${owner} / ${repo}</button>
    </form>
  </section>`;
}
