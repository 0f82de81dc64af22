/** Values that are expensive to make and not always needed. */

/** Makes the value at the first call, and returns the same one at every call. */
export function once<Value>(make: () => Value): () => Value {
  let made: { value: Value } | undefined;
  return () => (made ??= { value: make() }).value;
}
