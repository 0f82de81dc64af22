/** Walks an npm lockfile as Node resolves: from a folder's own node_modules upwards. Pure. */

/** What is read of a lockfile (npm's documentation, package-lock.json, lockfileVersion 3). */
export interface Lockfile {
  readonly packages: Readonly<Record<string, LockedPackage>>;
}

interface LockedPackage {
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  /** For a link: the folder that it leads to. */
  readonly resolved?: string;
  readonly link?: boolean;
}

/** The packages of others that the given folders reach by `dependencies`, as places in node_modules. */
export function packagesReached(lockfile: Lockfile, folders: readonly string[]): ReadonlySet<string> {
  const reached = new Set<string>();
  const seen = new Set<string>();
  const visit = (place: string): void => {
    if (seen.has(place)) return;
    seen.add(place);
    const found = lockfile.packages[place];
    if (found === undefined) return;
    if (/(?:^|\/)node_modules\//.test(place)) reached.add(place);
    for (const name of Object.keys({ ...found.dependencies, ...found.optionalDependencies })) {
      const next = resolved(lockfile, place, name);
      if (next !== null) visit(next);
    }
  };
  for (const folder of folders) visit(folder);
  return reached;
}

function resolved(lockfile: Lockfile, from: string, name: string): string | null {
  for (let folder = from; ; folder = parentOf(folder)) {
    const place = folder === "" ? `node_modules/${name}` : `${folder}/node_modules/${name}`;
    const found = lockfile.packages[place];
    if (found !== undefined) return found.link === true ? (found.resolved ?? null) : place;
    if (folder === "") return null;
  }
}

/** The folder in whose node_modules it is looked for next. */
function parentOf(folder: string): string {
  const nested = folder.lastIndexOf("/node_modules/");
  return nested === -1 ? "" : folder.slice(0, nested);
}
