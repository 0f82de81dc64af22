/** Colors and text. */

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
.skip { position: absolute; inset-inline-start: 0.5rem; inset-block-start: -6rem; padding: 0.75rem 1rem; background: var(--card); border-radius: 0.5rem; z-index: 1; }
.skip:focus { inset-block-start: 0.5rem; }
@media (forced-colors: active) {
  button.primary { border-width: 2px; }
  .chart rect, .meter rect { forced-color-adjust: none; }
}
`;
