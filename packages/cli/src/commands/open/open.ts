/** `svc open`: opens a page in the browser. Prints the URL as well, because there may be no browser. */
import { apiUrlFault } from "../../base-url.ts";
import type { Context } from "../../context.ts";
import { CommandFailure } from "../../failure.ts";
import { readInput } from "../../input.ts";

/** Opens a page. */
export async function run(context: Context, [page = ""]: readonly string[]): Promise<void> {
  const url = urlOf(context, page);
  if (context.options.format === "json") context.show({ url });
  else context.io.out(`${url}\n`);
  const isOpen = await context.io.openUrl(url);
  context.say(isOpen ? "Opened in your browser." : "There is no browser here. Open this URL on another machine.");
}

function urlOf(context: Context, page: string): string {
  const { apiUrl, docsUrl } = context.io;
  if (page === "connect") return connectLink(context);
  if (page === "docs") return `${required(docsUrl, "SVC_DOCS_URL", "the origin of the docs, or SVC_API_URL")}/`;
  return `${required(apiUrl, "SVC_API_URL", "the server's base URL")}/docs/api`;
}

function required(value: string | null, name: string, meaning: string): string {
  if (value === null) throw new CommandFailure(2, `${name} is not set. Export ${meaning}.`);
  const fault = apiUrlFault(name, value);
  if (fault !== null) throw new CommandFailure(2, fault);
  return value;
}

/** Returns the one-time link of the session that `connect-sessions create` printed. */
function connectLink({ io }: Context): string {
  const { connectUrl, token } = readInput(io, "-", "Standard input");
  if (typeof connectUrl !== "string" || typeof token !== "string" || !/^https?:\/\//.test(connectUrl)) {
    const message =
      "Standard input has no connectUrl and token. Pipe in what `svc connect-sessions create … --format json` prints.";
    throw new CommandFailure(5, message, { code: "INPUT_INVALID" });
  }
  return `${connectUrl}#token=${encodeURIComponent(token)}`;
}
