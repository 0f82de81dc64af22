/** Reduces a response to the members that a request keeps. */

/**
 * Returns a copy with only the named members. Nothing is kept of a value that isn't an object or a list.
 * @param keep names with dots, such as `secret.id`; a name keeps its whole value.
 */
export function keepMembers(value: unknown, keep: readonly string[]): unknown {
  return kept(
    value,
    keep.map((name) => name.split(".")),
  );
}

function kept(value: unknown, paths: readonly (readonly string[])[]): unknown {
  if (Array.isArray(value)) return value.map((item) => kept(item, paths));
  if (typeof value !== "object" || value === null) return undefined;
  const names = new Set(paths.flatMap(([name]) => (name !== undefined && Object.hasOwn(value, name) ? [name] : [])));
  const members = value as Readonly<Record<string, unknown>>;
  const pairs = [...names].map((name) => {
    const inner = paths.filter(([first]) => first === name).map(([, ...rest]) => rest);
    const isWhole = inner.some((rest) => rest.length === 0);
    return [name, isWhole ? members[name] : kept(members[name], inner)] as const;
  });
  return Object.fromEntries(pairs);
}
