/**
 * Bounds of inputs for which an API's documentation states none. They are svc's own: replace one with the API's own as
 * soon as you know it.
 */
export const unstated = {
  /** A segment of a path: characters that need no escaping, so that a value can't lead to another path. */
  segment: { minLength: 1, maxLength: 200, pattern: "^[A-Za-z0-9_~-][A-Za-z0-9._~-]*$" },
  /** A text with a pattern, which is then never matched against a longer one. */
  text: { maxLength: 4096 },
  /** How many items a request may have. */
  list: { maxItems: 100 },
} as const;
