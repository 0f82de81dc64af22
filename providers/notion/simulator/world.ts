/** The simulated workspace: its notes and the one key that opens it. */

/** A note as it is kept. */
export type SimulatedNote = { id: string; title: string; text: string };

/** All that the simulated API knows. */
export type NotionWorld = { key: string; notes: Map<string, SimulatedNote> };

/** A fresh workspace with one note. */
export function notionWorld(key: string): NotionWorld {
  const welcome = { id: "welcome", title: "Welcome", text: "This note is simulated." };
  return { key, notes: new Map([[welcome.id, welcome]]) };
}
