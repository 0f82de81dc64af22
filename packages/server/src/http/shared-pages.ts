/**
 * One page for all who ask for the same while it is being made: nobody gets one that was begun before they asked, so whoever
 * has changed something sees it. While a page is made, those who come meanwhile wait for its end and share the next.
 */

/** The page that is being made, and the one that follows for those who came since. */
type Line = { readonly current: Promise<Buffer>; next: Promise<Buffer> | null };

/** Makes the lines, one a key. A key stands for what a page depends on, and for who may see it. */
export function createSharedPages(): (key: string, make: () => Promise<Buffer>) => Promise<Buffer> {
  const lines = new Map<string, Line>();
  const begin = (key: string, make: () => Promise<Buffer>): Promise<Buffer> => {
    const line: Line = { current: make(), next: null };
    lines.set(key, line);
    const end = (): void => {
      if (line.next === null) lines.delete(key);
    };
    line.current.then(end, end);
    return line.current;
  };
  return (key, make) => {
    const line = lines.get(key);
    if (line === undefined) return begin(key, make);
    const follow = (): Promise<Buffer> => begin(key, make);
    // What became of the one before is no matter of those who follow.
    line.next ??= line.current.then(follow, follow);
    return line.next;
  };
}
