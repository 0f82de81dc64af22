/** Reads what V8's sampling profiler wrote: where the processor was, by function and by file. Pure. */

/** The parts of a `.cpuprofile` that are read (Chrome DevTools Protocol, `Profiler.Profile`). Times are microseconds. */
export interface CpuProfile {
  readonly nodes: readonly {
    readonly id: number;
    readonly children?: readonly number[];
    readonly callFrame: { readonly functionName: string; readonly url: string; readonly lineNumber: number };
  }[];
  readonly startTime: number;
  readonly samples: readonly number[];
  readonly timeDeltas: readonly number[];
}

/** A share of the time in which the processor was not idle. */
export interface Share {
  readonly name: string;
  readonly share: number;
}

/** Where the time went. */
export interface ProfileSummary {
  /** Share of the window in which there was nothing to do. */
  readonly idle: number;
  readonly functions: readonly Share[];
  /** Functions of the project, each with everything that it called. */
  readonly whole: readonly Share[];
  readonly files: readonly Share[];
  /** Packages of others, Node's own code, and folders of the project. */
  readonly places: readonly Share[];
}

/** @param window microseconds on the profile's clock; samples outside, such as those of the start, are left out. */
export function summariseProfile(profile: CpuProfile, window: { from: number; to: number }): ProfileSummary {
  const frames = new Map(profile.nodes.map(({ id, callFrame }) => [id, callFrame]));
  const callers = new Map(
    profile.nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id] as const)),
  );
  const whole = new Map<string, number>();
  const [functions, files, places] = [new Map<string, number>(), new Map<string, number>(), new Map<string, number>()];
  let [idle, busy, at] = [0, 0, profile.startTime];
  const add = (to: Map<string, number>, name: string, time: number) => to.set(name, (to.get(name) ?? 0) + time);
  for (const [index, id] of profile.samples.entries()) {
    at += profile.timeDeltas[index] ?? 0;
    const time = profile.timeDeltas[index + 1] ?? 0;
    const frame = frames.get(id);
    if (frame === undefined || at < window.from || at > window.to) continue;
    if (frame.functionName === "(idle)") {
      idle += time;
      continue;
    }
    busy += time;
    const file = fileOf(frame.url);
    add(functions, nameOf(frame), time);
    for (const name of ownFunctions(id, frames, callers)) add(whole, name, time);
    add(files, file === "" ? frame.functionName : file, time);
    add(places, placeOf(file, frame.functionName), time);
  }
  const shares = (from: Map<string, number>): Share[] =>
    [...from].map(([name, time]) => ({ name, share: time / busy })).sort((a, b) => b.share - a.share);
  return {
    idle: idle / (idle + busy),
    functions: shares(functions),
    whole: shares(whole),
    files: shares(files),
    places: shares(places),
  };
}

type Frame = CpuProfile["nodes"][number]["callFrame"];

function nameOf({ functionName, url, lineNumber }: Frame): string {
  const line = url === "" ? "" : `:${lineNumber + 1}`;
  return `${functionName === "" ? "(anonymous)" : functionName} ${fileOf(url)}${line}`;
}

/** The project's functions on the stack that ends in a node, each once. */
function ownFunctions(
  id: number,
  frames: ReadonlyMap<number, Frame>,
  callers: ReadonlyMap<number, number>,
): Set<string> {
  const found = new Set<string>();
  for (let at: number | undefined = id; at !== undefined; at = callers.get(at)) {
    const frame = frames.get(at);
    if (frame !== undefined && /^(?:packages|providers)\//.test(fileOf(frame.url))) found.add(nameOf(frame));
  }
  return found;
}

/** The path from node_modules or from the project's root on. */
function fileOf(url: string): string {
  return url
    .replace(/^file:\/\//, "")
    .replace(/^.*\/node_modules\//, "node_modules/")
    .replace(/^.*\/((?:packages|providers|bench)\/)/, "$1");
}

function placeOf(file: string, functionName: string): string {
  const [, dependency] = /^node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(file) ?? [];
  if (dependency !== undefined) return dependency;
  if (file.startsWith("node:")) return file.split("/", 2).join("/");
  if (file === "") return functionName === "(garbage collector)" ? functionName : "(native code)";
  return file.split("/").slice(0, -1).join("/");
}
