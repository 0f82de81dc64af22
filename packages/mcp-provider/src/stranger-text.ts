/** Texts of a server, as svc shows them: data on one line, without markup and without hidden characters. */
import { quoted, shortened } from "@svc/provider-kit";

/** Shortens a text. Tags, links and images in it are only text, in HTML and in Markdown. */
export function plainText(text: string, charsMax?: number): string {
  return withoutMarkup(shortened(text, charsMax));
}

/** Quotes a text, without its own quotation marks. */
export function quotedText(text: string, charsMax?: number): string {
  return withoutMarkup(quoted(text, charsMax));
}

function withoutMarkup(text: string): string {
  return text.replaceAll("<", "‹").replaceAll(/\](?=[([:])/g, "] ");
}
