/** The documentation's only style sheet, in the look of the Connect page. All directions are logical. */

/** The style sheet. From 320 px up; the list of pages is beside the text if there is room, otherwise below it. */
export const docsStyle = `:root {
  color-scheme: light dark;
  --accent: #1d4ed8;
  --ground: #f3f4f6;
  --card: #fff;
  --text: #16181d;
  --muted: #545a66;
  --line: #dcdfe5;
  --edge: #7c8391;
  --soft: #f3f4f6;
  --link: #0b4fc4;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ground: #0f1115;
    --card: #191c22;
    --text: #eceef2;
    --muted: #abb1bd;
    --line: #31363f;
    --edge: #848b98;
    --soft: #22262e;
    --link: #8fb8ff;
  }
}
*, ::before, ::after { box-sizing: border-box; }
html { text-size-adjust: 100%; scroll-padding-block-start: 1rem; }
body { margin: 0; background: var(--ground); color: var(--text); font: 1rem/1.6 system-ui, sans-serif; overflow-wrap: anywhere; }
a { color: var(--link); text-underline-offset: 0.15em; }
:focus-visible { outline: 3px solid var(--text); outline-offset: 2px; }
.skip { position: absolute; inset-inline-start: 0.5rem; inset-block-start: -6rem; padding: 0.75rem 1rem; background: var(--card); border-radius: 0.5rem; }
.skip:focus { inset-block-start: 0.5rem; z-index: 1; }
.top { display: flex; flex-wrap: wrap; align-items: center; gap: 0.25rem 1.25rem; max-inline-size: 80rem; margin-inline: auto; padding: 0.75rem 1rem; }
.top a, .pages a { display: inline-block; padding-block: 0.375rem; }
.top .name { font-weight: 700; color: var(--text); text-decoration: none; margin-inline-end: auto; padding-inline: 0.25rem; }
.frame { display: grid; grid-template-columns: minmax(0, 1fr); gap: 1.5rem; max-inline-size: 80rem; margin-inline: auto; padding: 0 0.5rem 3rem; }
main { background: var(--card); border: 1px solid var(--line); border-block-start: 4px solid var(--accent); border-radius: 0.875rem; padding: 1.125rem 1rem 2rem; }
main:focus { outline: none; }
.pages { padding-inline: 0.75rem; font-size: 0.9375rem; }
.pages h2 { margin: 1rem 0 0.25rem; font-size: 0.8125rem; color: var(--muted); font-weight: 600; border: 0; padding: 0; }
.pages ul { list-style: none; margin: 0; padding: 0; }
.pages [aria-current] { color: var(--text); font-weight: 600; text-decoration: none; }
.contents { margin-block: 1rem; padding: 0.75rem 0.875rem; border-radius: 0.625rem; background: var(--soft); font-size: 0.9375rem; }
.contents ul { margin: 0; padding-inline-start: 1.25rem; }
.contents h2 { margin: 0 0 0.25rem; padding: 0; border: 0; font-size: 0.8125rem; color: var(--muted); }
h1, h2, h3 { line-height: 1.25; text-wrap: balance; }
h1 { margin: 0.25rem 0 0.75rem; font-size: 1.75rem; letter-spacing: -0.01em; }
main h2 { margin: 2rem 0 0.5rem; padding-block-start: 1rem; border-block-start: 1px solid var(--line); font-size: 1.25rem; }
main .contents h2 { border: 0; }
h3 { margin: 1.25rem 0 0.25rem; font-size: 1rem; }
.anchor { margin-inline-start: 0.375rem; color: var(--muted); text-decoration: none; font-weight: 400; }
.source { margin-block-start: 2rem; color: var(--muted); font-size: 0.875rem; }
code, pre { font: 0.875em/1.5 ui-monospace, monospace; }
code { padding: 0.0625rem 0.25rem; border-radius: 0.25rem; background: var(--soft); }
pre { overflow-x: auto; padding: 0.75rem 1rem; border: 1px solid var(--line); border-radius: 0.625rem; background: var(--soft); overflow-wrap: normal; }
pre code { padding: 0; background: none; font-size: 1em; }
.table { overflow-x: auto; margin-block: 0.75rem; }
table { border-collapse: collapse; font-size: 0.9375rem; }
th, td { min-inline-size: 6rem; text-align: start; vertical-align: top; padding: 0.375rem 1rem 0.375rem 0; border-block-end: 1px solid var(--line); }
th { color: var(--muted); font-weight: 600; }
@media (min-width: 60rem) {
  .frame { grid-template-columns: 15rem minmax(0, 1fr); padding-inline: 1rem; }
  main { grid-column: 2; grid-row: 1; padding: 1.5rem 2.25rem 2.5rem; }
  main > * { max-inline-size: 52rem; }
  .pages { grid-column: 1; grid-row: 1; position: sticky; inset-block-start: 0; align-self: start; max-block-size: 100dvh; overflow-y: auto; padding-block-end: 2rem; }
  .to-pages { display: none !important; }
}
@media print {
  .pages, .top, .skip, .anchor { display: none; }
}
`;
