/** The page's own texts, in the one language that it was served in. */

/** A text by its key, with what stands in its braces. */
export type Words = {
  /** As plain text. */
  text(key: string, values?: Readonly<Record<string, string>>): string;
  /** As nodes: what stands in the braces is emphasised, and cannot change the direction of the text around it. */
  nodes(key: string, values?: Readonly<Record<string, string>>): Node[];
};

/** Makes the texts. A key that is not there shows itself. */
export function createWords(messages: Readonly<Record<string, string>>): Words {
  const parts = (key: string): string[] => (messages[key] ?? key).split(/\{(\w+)\}/);
  return {
    text: (key, values = {}) =>
      parts(key)
        .map((part, index) => (index % 2 === 0 ? part : (values[part] ?? "")))
        .join(""),
    nodes: (key, values = {}) =>
      parts(key).map((part, index) => {
        if (index % 2 === 0) return document.createTextNode(part);
        const value = document.createElement("bdi");
        value.textContent = values[part] ?? "";
        return value;
      }),
  };
}
