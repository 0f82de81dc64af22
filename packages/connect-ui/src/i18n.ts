/** The page's texts, in the language in which it was served. */

/** Returns texts by key, with their placeholders filled. */
export type Texts = {
  /** As plain text. */
  text(key: string, values?: Readonly<Record<string, string>>): string;
  /** As nodes: placeholder values are emphasized, and can't change the direction of the text around them. */
  nodes(key: string, values?: Readonly<Record<string, string>>): Node[];
};

/** Creates the texts. A missing key shows the key itself. @param fixed placeholder values available to every text. */
export function createTexts(
  messages: Readonly<Record<string, string>>,
  fixed: Readonly<Record<string, string>>,
): Texts {
  const valueOf = (name: string, values: Readonly<Record<string, string>>): string =>
    values[name] ?? fixed[name] ?? (name === "noun" ? (messages[name] ?? "") : "");
  const parts = (key: string): string[] => (messages[key] ?? key).split(/\{(\w+)\}/);
  return {
    text: (key, values = {}) =>
      parts(key)
        .map((part, index) => (index % 2 === 0 ? part : valueOf(part, values)))
        .join(""),
    nodes: (key, values = {}) =>
      parts(key).map((part, index) => {
        if (index % 2 === 0) return document.createTextNode(part);
        // A common noun isn't a name.
        if (part === "noun") return document.createTextNode(valueOf(part, values));
        const value = document.createElement("bdi");
        value.textContent = valueOf(part, values);
        return value;
      }),
  };
}
