/** The API reference in three columns: navigation, what an operation does, and its samples next to that. */

/** A request in several languages, or the response below it: what the right column shows. */
const sample = /^<!-- code-group -->$[^]*?^<!-- \/code-group -->$|^Response \(\d+\):\n\n```json\n[^]*?^```$/gm;

/**
 * Returns the page of a group of operations with each operation's samples in an element of their own, after its text. The
 * Markdown that readers and agents get stays as it is.
 */
export function withSamplesBeside(markdown: string): string {
  const [head = "", ...sections] = markdown.split(/^(?=## )/m);
  return [head, ...sections.map(besideText)].join("");
}

function besideText(section: string): string {
  const samples = section.match(sample) ?? [];
  if (samples.length === 0) return section;
  const [heading = "", ...rest] = section.split("\n");
  const text = rest
    .join("\n")
    .replaceAll(sample, "")
    .replaceAll(/\n{3,}/g, "\n\n")
    .trim();
  return [
    heading,
    "",
    '<div class="operation">\n<div class="operation-text">',
    text,
    '</div>\n<div class="operation-samples">',
    ...samples,
    "</div>\n</div>\n\n",
  ].join("\n\n");
}
