/** Shows an action: what it is, and its input and output as outlines. */
import type { Action } from "@svc/contract";
import { bold, markText, outlineLines, recordLines, wrapped } from "@svc/contract/terminal";
import type { Context } from "../../context.ts";
import { lostResponseWords, repeatWords } from "./words.ts";

/** Prints an action. For programs it's the document as the server sent it. */
export function showAction(context: Context, action: Action): void {
  if (context.options.format === "json") {
    context.show(action);
    return;
  }
  const { io } = context;
  const surface = io.surface();
  const heading = (text: string): string => (surface.color ? bold(text) : text);
  const { provider, id, title, description, effect, idempotency, evidence, requiredScopes, mcp } = action;
  const facts = {
    effect,
    "if sent twice": repeatWords[idempotency],
    "if its response is lost": lostResponseWords(action),
    ...(evidence.needs.length === 0 ? {} : { "svc looks with": evidence.needs.map((need) => `${provider}/${need}`) }),
    ...(requiredScopes.length === 0 ? {} : { scopes: requiredScopes }),
    "for agents": mcp ? "yes, over MCP" : "no",
  };
  const lines = [
    heading(`${provider}/${id} · ${title}`),
    ...wrapped(description, surface.width),
    "",
    ...recordLines(facts, surface),
    "",
    heading(`Input${markText(action.inputSchema)}`),
    ...outlineLines(action.inputSchema, surface),
    "",
    heading(`Output${markText(action.outputSchema)}`),
    ...outlineLines(action.outputSchema, surface),
  ];
  for (const line of lines) io.out(`${line}\n`);
}
