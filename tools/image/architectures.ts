/** The processors that the image is built for, and what they are called where its files come from. */

/** One of them, as Node names it. */
export type Architecture = "x64" | "arm64";

/** What others call a processor. */
export interface Names {
  /** Debian and the image format. */
  readonly debian: "amd64" | "arm64";
  /** The folder of its libraries. */
  readonly triplet: string;
  /** The path, without a slash, under which programs ask for the dynamic loader. */
  readonly loader: string;
  /** Its number in the header of a program (`e_machine`). */
  readonly machine: number;
}

/** By the name that Node gives it. */
export const architectures: Readonly<Record<Architecture, Names>> = {
  x64: { debian: "amd64", triplet: "x86_64-linux-gnu", loader: "lib64/ld-linux-x86-64.so.2", machine: 62 },
  arm64: { debian: "arm64", triplet: "aarch64-linux-gnu", loader: "lib/ld-linux-aarch64.so.1", machine: 183 },
};

/** The names of the architectures. */
export const allArchitectures = Object.keys(architectures) as readonly Architecture[];
