/** The navigation next to the page, the page's grid, and the sign-in page. */

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
.sign-in .hint { padding-block-start: 1rem; border-block-start: 1px solid var(--line); }
@media (min-width: 40rem) {
  .sign-in { margin-block-start: 12vh; padding: 2rem; border: 1px solid var(--line); border-radius: 0.75rem; background: var(--card); box-shadow: var(--shadow); }
}
@media (min-width: 64rem) {
  .frame { display: grid; grid-template-columns: 15rem minmax(0, 1fr); min-block-size: 100vh; }
  .side { position: sticky; inset-block-start: 0; block-size: 100vh; display: flex; flex-direction: column; border-inline-end: 1px solid var(--line); background: var(--card); }
  .side .brand { padding: 1rem 1.25rem; border: 0; }
  .menu { display: none; }
  [popover] { position: static; display: flex; flex: 1; flex-direction: column; justify-content: space-between; inline-size: auto; padding: 0.25rem 0.75rem 1rem; border: 0; border-radius: 0; box-shadow: none; overflow-y: auto; }
  main { padding: 1.75rem 2rem 4rem; }
}
@media print {
  .side, .skip, .copy, .filtering, .pager, .tabs, .live { display: none; }
}
`;
