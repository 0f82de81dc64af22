/**
 * The console's only style sheet, in the look of the documentation and the Connect page. All directions are logical.
 */

/** The style sheet. From 320 px up: tables become cards if there is no room for columns. */
export const consoleStyle = `:root {
  color-scheme: light dark;
  --accent: #1d4ed8; --on-accent: #fff;
  --ground: #f3f4f6; --card: #fff; --text: #16181d; --muted: #545a66; --line: #dcdfe5; --edge: #7c8391; --soft: #f3f4f6;
  --link: #0b4fc4; --good: #11653b; --caution: #8a4a00; --bad: #b3261e; --bad-ground: #fdf1f0; --bad-line: #e9b8b4;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ground: #0f1115; --card: #191c22; --text: #eceef2; --muted: #abb1bd; --line: #31363f; --edge: #848b98; --soft: #22262e;
    --link: #8fb8ff; --good: #76d7a8; --caution: #f2c078; --bad: #ffb3ab; --bad-ground: #351a18; --bad-line: #71332d;
  }
}
*, ::before, ::after { box-sizing: border-box; }
[hidden] { display: none !important; }
html { text-size-adjust: 100%; }
body { margin: 0; background: var(--ground); color: var(--text); font: 0.9375rem/1.5 system-ui, sans-serif; overflow-wrap: anywhere; }
a { color: var(--link); text-underline-offset: 0.15em; }
:focus-visible { outline: 3px solid var(--text); outline-offset: 2px; }
.skip { position: absolute; inset-inline-start: 0.5rem; inset-block-start: -6rem; padding: 0.75rem 1rem; background: var(--card); border-radius: 0.5rem; z-index: 1; }
.skip:focus { inset-block-start: 0.5rem; }
.top { display: flex; flex-wrap: wrap; align-items: center; gap: 0.25rem 1rem; max-inline-size: 88rem; margin-inline: auto; padding: 0.625rem 1rem 0; }
.top .name { font-weight: 700; margin-inline-end: auto; }
.top form { margin: 0; }
.who { color: var(--muted); font-size: 0.875rem; }
.sandbox { margin: 0; padding-inline: 0.5rem; border: 1px dashed var(--edge); border-radius: 0.375rem; color: var(--muted); font-size: 0.8125rem; }
nav.parts ul { display: flex; flex-wrap: wrap; gap: 0.25rem; max-inline-size: 88rem; margin: 0.375rem auto 0.75rem; padding: 0 0.625rem; list-style: none; }
nav.parts a { display: block; padding: 0.3125rem 0.5rem; border-radius: 0.375rem; color: var(--text); text-decoration: none; }
nav.parts a:hover { background: var(--card); }
nav.parts [aria-current] { background: var(--card); box-shadow: inset 0 0 0 1px var(--line); font-weight: 600; }
main { max-inline-size: 88rem; margin: 0 auto 3rem; padding: 1rem; background: var(--card); border-block: 1px solid var(--line); border-block-start: 4px solid var(--accent); }
main:focus { outline: none; }
h1 { margin: 0 0 0.5rem; font-size: 1.375rem; line-height: 1.25; letter-spacing: -0.01em; }
h2 { margin: 1.75rem 0 0.5rem; font-size: 1.0625rem; line-height: 1.3; }
p { margin: 0.5rem 0; max-inline-size: 48rem; }
.muted, .hint { color: var(--muted); font-size: 0.875rem; }
code { font: 0.8125rem/1.5 ui-monospace, monospace; }
pre { margin: 0; padding: 0.625rem 0.75rem; border: 1px solid var(--line); border-radius: 0.5rem; background: var(--soft); font: 0.8125rem/1.5 ui-monospace, monospace; white-space: pre-wrap; }
.id { display: inline-flex; flex-wrap: wrap; align-items: center; gap: 0.125rem 0.375rem; }
.copy { min-block-size: 1.5rem; padding: 0 0.375rem; font-size: 0.75rem; font-weight: 500; border-color: var(--line); color: var(--muted); }
.badge { display: inline-block; padding-inline: 0.4375rem; border: 1px solid currentcolor; border-radius: 1rem; font-size: 0.8125rem; font-weight: 600; white-space: nowrap; color: var(--muted); }
.badge.good { color: var(--good); }
.badge.caution { color: var(--caution); }
.badge.bad { color: var(--bad); }
table { inline-size: 100%; border-collapse: collapse; font-size: 0.875rem; }
caption { text-align: start; padding-block: 0.25rem; color: var(--muted); font-size: 0.875rem; }
th, td { text-align: start; vertical-align: top; padding: 0.375rem 0.75rem 0.375rem 0; border-block-end: 1px solid var(--line); }
th { color: var(--muted); font-weight: 600; font-size: 0.8125rem; white-space: nowrap; }
td form { margin: 0; }
time { white-space: nowrap; font-variant-numeric: tabular-nums; }
.empty { padding: 1rem; border: 1px dashed var(--edge); border-radius: 0.5rem; color: var(--muted); }
.notice, .faults { margin: 0 0 1rem; padding: 0.625rem 0.875rem; border: 1px solid var(--edge); border-radius: 0.5rem; max-inline-size: 48rem; }
.notice { border-color: var(--good); color: var(--good); font-weight: 600; }
.faults { border-color: var(--bad-line); background: var(--bad-ground); }
.faults h2 { margin: 0; color: var(--bad); }
.faults ul { margin: 0.25rem 0 0; padding-inline-start: 1.25rem; }
dl { display: grid; grid-template-columns: minmax(8rem, max-content) minmax(0, 1fr); gap: 0.25rem 1rem; margin: 0.5rem 0; }
dt { color: var(--muted); font-size: 0.875rem; }
dd { margin: 0; }
form.filters { display: flex; flex-wrap: wrap; align-items: end; gap: 0.5rem 0.75rem; margin-block: 0.75rem; padding: 0.75rem; border-radius: 0.5rem; background: var(--soft); }
.field { display: grid; gap: 0.1875rem; min-inline-size: 0; }
.filters .field { flex: 0 1 13rem; }
.wide { max-inline-size: 40rem; margin-block: 0.75rem; }
label, legend { font-size: 0.8125rem; font-weight: 600; }
legend { padding: 0; }
fieldset { margin: 0.75rem 0; padding: 0; border: 0; }
.choice { display: flex; align-items: center; gap: 0.5rem; min-block-size: 2rem; font-weight: 400; font-size: 0.9375rem; }
.choice input { inline-size: 1.125rem; block-size: 1.125rem; min-block-size: 0; accent-color: var(--accent); }
input, select, textarea { inline-size: 100%; min-inline-size: 0; min-block-size: 2.125rem; padding: 0.25rem 0.5rem; border: 1px solid var(--edge); border-radius: 0.375rem; background: var(--card); color: inherit; font: inherit; }
textarea { min-block-size: 5rem; }
[aria-invalid="true"] { border-color: var(--bad); }
.actions { display: flex; flex-wrap: wrap; gap: 0.5rem; margin-block: 0.75rem; align-items: center; }
.actions form { margin: 0; }
button, .button { display: inline-flex; align-items: center; justify-content: center; min-block-size: 2.125rem; padding: 0.1875rem 0.75rem; border: 1px solid var(--edge); border-radius: 0.375rem; background: var(--card); color: var(--text); font: inherit; font-size: 0.875rem; font-weight: 600; text-decoration: none; cursor: pointer; }
button:hover, .button:hover { background: var(--soft); }
button.primary { border-color: var(--accent); background: var(--accent); color: var(--on-accent); }
button.grave { border-color: var(--bad); color: var(--bad); }
.pager { display: flex; flex-wrap: wrap; gap: 0.5rem; margin-block-start: 0.75rem; }
.unseen { position: absolute; inline-size: 1px; block-size: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.sign-in { max-inline-size: 26rem; margin-block-start: min(8vh, 5rem); border: 1px solid var(--line); border-block-start: 4px solid var(--accent); border-radius: 0.75rem; padding: 1.5rem; }
.sign-in input { font-family: ui-monospace, monospace; }
@media (max-width: 56rem) {
  table, caption, tbody, tr, td { display: block; }
  thead { position: absolute; inline-size: 1px; block-size: 1px; overflow: hidden; clip-path: inset(50%); }
  tr { padding-block: 0.5rem; border-block-end: 1px solid var(--line); }
  td { display: grid; grid-template-columns: 7rem minmax(0, 1fr); gap: 0.5rem; padding: 0.125rem 0; border: 0; }
  td::before { content: attr(data-label) / ""; color: var(--muted); font-size: 0.8125rem; }
  .filters .field { flex: 1 1 100%; }
}
@media (max-width: 30rem) {
  main { padding: 0.875rem 0.625rem; }
  .sign-in { margin: 0.75rem 0.5rem; }
  dl { grid-template-columns: minmax(0, 1fr); gap: 0; }
  dd { margin-block-end: 0.5rem; }
  .top { padding-inline: 0.625rem; }
}
@media (min-width: 90rem) {
  main { border-inline: 1px solid var(--line); border-radius: 0.75rem; padding: 1.25rem 1.5rem; }
}
@media (forced-colors: active) {
  button.primary { border-width: 2px; }
}
@media print {
  nav.parts, .skip, .copy, .filters, .pager { display: none; }
}
`;
