/**
 * The console's only style sheet, in the look of the documentation and the Connect page. All directions are logical.
 * From 320 px up: the navigation becomes a popover, and tables become cards, if there is no room for them.
 */
import { chartStyle, partStyle, controlStyle } from "./parts-style.ts";

/** On a narrow screen the navigation is a popover; on a wide screen the same element is next to the page. */
export const frameStyle = `
.brand { display: flex; align-items: center; gap: 0.5rem; }
.name { display: inline-flex; align-items: center; gap: 0.5rem; margin-inline-end: auto; color: var(--text); font-weight: 700; }
.name:hover { text-decoration: none; }
.name .muted { font-weight: 500; }
.mark { inline-size: 1.5rem; block-size: 1.5rem; }
.mark rect { fill: var(--accent); }
.mark path { fill: none; stroke: var(--on-accent); stroke-width: 2; stroke-linecap: round; }
.sandbox { padding-inline: 0.4375rem; border-radius: 0.25rem; background: var(--caution-soft); color: var(--caution); font-size: 0.75rem; font-weight: 600; line-height: 1.25rem; }
.side .brand { padding: 0.625rem 1rem; background: var(--card); border-block-end: 1px solid var(--line); }
.search { position: relative; padding: 0.5rem 1rem 0.625rem; background: var(--card); border-block-end: 1px solid var(--line); }
.search input { padding-inline-end: 2rem; }
.search kbd { position: absolute; inset-block-start: 0.9375rem; inset-inline-end: 1.5rem; padding-inline: 0.375rem; border: 1px solid var(--line); border-radius: 0.25rem; color: var(--muted); font: 0.75rem/1.25rem ui-monospace, monospace; pointer-events: none; }
.search input:focus + kbd { display: none; }
.side .brand:has(+ .search) { border: 0; }
[popover] { position: fixed; inset: 3.5rem 0.5rem auto auto; inline-size: min(18rem, calc(100vw - 1rem)); margin: 0; padding: 0.5rem; border: 1px solid var(--line); border-radius: 0.75rem; background: var(--card); color: var(--text); box-shadow: 0 8px 28px rgb(16 24 40 / 18%); }
nav.parts ul { display: grid; gap: 0.125rem; margin: 0; padding: 0; list-style: none; }
nav.parts a { display: flex; align-items: center; gap: 0.625rem; padding: 0.4375rem 0.625rem; border-radius: 0.375rem; color: var(--text); font-weight: 500; }
nav.parts a:hover { background: var(--soft); text-decoration: none; }
nav.parts [aria-current] { background: var(--accent-soft); color: var(--link); font-weight: 600; }
.icon { inline-size: 1rem; block-size: 1rem; flex: none; fill: none; stroke: currentcolor; stroke-width: 1.4; stroke-linecap: round; stroke-linejoin: round; }
.who { display: flex; align-items: center; justify-content: space-between; gap: 0.5rem; margin-block-start: 0.5rem; padding: 0.75rem 0.625rem 0.25rem; border-block-start: 1px solid var(--line); font-size: 0.8125rem; }
.who form { margin: 0; flex: none; }
main { inline-size: 100%; max-inline-size: 80rem; margin-inline: auto; padding: 1.25rem 1rem 4rem; }
main:focus { outline: none; }
.head { display: flex; flex-wrap: wrap; align-items: center; gap: 0.5rem 1rem; margin-block-end: 1rem; }
.title { flex: 1 1 auto; min-inline-size: 0; }
.way { display: block; color: var(--muted); font-size: 0.8125rem; font-weight: 600; }
.tools { display: flex; flex-wrap: wrap; align-items: center; gap: 0.5rem; }
.tools:empty, #live-note:empty { display: none; }
.tools form { margin: 0; }
.intro { margin-block: -0.5rem 1rem; color: var(--muted); }
.grid { display: grid; grid-template-columns: minmax(0, 1fr); gap: 1rem; margin-block-end: 1rem; }
.sign-in { max-inline-size: 24rem; margin: 0 auto; padding: 1.25rem 1rem; }
.sign-in form { display: grid; gap: 0.75rem; margin-block: 1rem; }
.sign-in h1 { margin-block: 1.25rem 0.75rem; font-size: 1.25rem; }
.sign-in input { font-family: ui-monospace, monospace; }
.sign-in .company, .sign-in .company .button { display: grid; text-align: center; }
.sign-in .company { margin-block-start: 1rem; }
.or { display: flex; align-items: center; gap: 0.75rem; margin-block: 1.25rem 0; color: var(--muted); font-size: 0.8125rem; }
.or::before, .or::after { content: ""; flex: 1; border-block-start: 1px solid var(--line); }
.sign-in .hint { padding-block-start: 1rem; border-block-start: 1px solid var(--line); }
@media (min-width: 40rem) {
  .sign-in { margin-block-start: 12vh; padding: 2rem; border: 1px solid var(--line); border-radius: 0.75rem; background: var(--card); box-shadow: var(--shadow); }
}
@media (min-width: 64rem) {
  .frame { display: grid; grid-template-columns: 15rem minmax(0, 1fr); min-block-size: 100vh; }
  .side { position: sticky; inset-block-start: 0; block-size: 100vh; display: flex; flex-direction: column; border-inline-end: 1px solid var(--line); background: var(--card); }
  .side .brand { padding: 1rem 1.25rem; border: 0; }
  .search { padding: 0 0.75rem 0.75rem; border: 0; }
  .search kbd { inset-block-start: 0.4375rem; inset-inline-end: 1.25rem; }
  .menu { display: none; }
  [popover] { position: static; display: flex; flex: 1; flex-direction: column; justify-content: space-between; inline-size: auto; padding: 0.25rem 0.75rem 1rem; border: 0; border-radius: 0; box-shadow: none; overflow-y: auto; }
  main { padding: 1.75rem 2rem 4rem; }
}
@media print {
  .side, .skip, .copy, .bar, .filtering, .pager, .tabs, .live { display: none; }
}
`;

/** One accent color. Green, amber and red only show a state. */
export const baseStyle = `:root {
  color-scheme: light dark;
  --accent: #1d4ed8; --accent-strong: #1a44bd; --on-accent: #fff; --accent-soft: #e9effe;
  --ground: #f6f7f9; --card: #fff; --text: #1a1d24; --muted: #565d6b; --line: #e3e6eb; --edge: #858d9b; --soft: #f1f3f6;
  --link: #1a4fc4; --good: #0f6238; --good-soft: #e4f4ea; --caution: #7d4600; --caution-soft: #fcf0da;
  --bad: #ab231b; --bad-soft: #fceae8; --bad-line: #e6b3af; --shadow: 0 1px 2px rgb(16 24 40 / 5%);
  --bar-good: #7b9cf0; --bar-running: #b6bdc9; --bar-unknown: #d9912b; --bar-failed: #cf3f36;
}
@media (prefers-color-scheme: dark) {
  :root {
    --accent: #2f62e8; --accent-strong: #2a57cf; --accent-soft: #1d2a4a;
    --ground: #0e1014; --card: #16191f; --text: #eceef2; --muted: #a5acb9; --line: #2a2f38; --edge: #7d8592; --soft: #1f232b;
    --link: #93b8ff; --good: #7bd9ac; --good-soft: #12301f; --caution: #f0c17d; --caution-soft: #36280f;
    --bad: #ffb0a8; --bad-soft: #3a1a18; --bad-line: #71332d; --shadow: none;
    --bar-good: #5b82e6; --bar-running: #5b6371; --bar-unknown: #d59a3d; --bar-failed: #e0645b;
  }
}
*, ::before, ::after { box-sizing: border-box; }
[hidden] { display: none !important; }
html { text-size-adjust: 100%; }
body { margin: 0; background: var(--ground); color: var(--text); font: 0.875rem/1.5 system-ui, sans-serif; overflow-wrap: anywhere; }
a { color: var(--link); text-decoration: none; }
a:hover { text-decoration: underline; text-underline-offset: 0.15em; }
p a { text-decoration: underline; text-underline-offset: 0.15em; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
h1 { margin: 0; font-size: 1.5rem; line-height: 1.25; font-weight: 700; letter-spacing: -0.015em; }
h2 { margin: 0; font-size: 0.9375rem; line-height: 1.4; font-weight: 650; }
p { margin: 0 0 0.5rem; max-inline-size: 44rem; }
.muted { color: var(--muted); }
.hint { color: var(--muted); font-size: 0.8125rem; }
code, pre { font: 0.8125rem/1.5 ui-monospace, SFMono-Regular, Menlo, monospace; }
pre { margin: 0; padding: 0.625rem 0.75rem; border: 1px solid var(--line); border-radius: 0.5rem; background: var(--soft); white-space: pre-wrap; }
time { white-space: nowrap; font-variant-numeric: tabular-nums; }
.unseen { position: absolute; inline-size: 1px; block-size: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
body > .unseen { inset-block-start: 0; }
.skip { position: absolute; inset-inline-start: 0.5rem; inset-block-start: -6rem; padding: 0.75rem 1rem; background: var(--card); border-radius: 0.5rem; z-index: 1; }
.skip:focus { inset-block-start: 0.5rem; }
@media (forced-colors: active) {
  button.primary { border-width: 2px; }
  .chart rect, .meter rect { forced-color-adjust: none; }
}
`;

/** The style sheet, which is inline in each page and allowed by its hash. */
export const consoleStyle = [baseStyle, frameStyle, partStyle, controlStyle, chartStyle].join("");
