/** Plants an error into a file as it is loaded: `node --import plant.ts` with `SVC_TEST_PLANTED`. The file itself isn't touched. */
import { registerHooks } from "node:module";

/** An error: a text of one file, and what takes its place. */
export type Planted = { readonly file: string; readonly from: string; readonly to: string };

const given = process.env["SVC_TEST_PLANTED"];
if (given !== undefined) {
  const { file, from, to } = JSON.parse(given) as Planted;
  registerHooks({
    load(url, context, next) {
      const loaded = next(url, context);
      if (!url.endsWith(`/${file}`)) return loaded;
      const text = typeof loaded.source === "string" ? loaded.source : new TextDecoder().decode(loaded.source);
      if (!text.includes(from)) throw new Error(`${file} has no ${from}`);
      return { ...loaded, source: text.replace(from, to) };
    },
  });
}
