/** Buttons, forms, filters and tabs. */

/** The accent color marks the primary button. Red is only for destructive actions. */
export const controlStyle = `
button, .button { display: inline-flex; align-items: center; justify-content: center; gap: 0.375rem; min-block-size: 2rem; padding: 0.1875rem 0.75rem; border: 1px solid color-mix(in srgb, var(--edge) 55%, var(--line)); border-radius: 0.375rem; background: var(--card); color: var(--text); font: inherit; font-size: 0.8125rem; font-weight: 600; cursor: pointer; }
button:hover, .button:hover { background: var(--soft); text-decoration: none; }
button.primary { border-color: var(--accent); background: var(--accent); color: var(--on-accent); }
button.primary:hover { background: var(--accent-strong); }
button.grave { color: var(--bad); border-color: var(--bad-line); }
button.grave:hover { background: var(--bad-soft); }
.confirm button.grave { border-color: var(--bad); }
.copy { display: none; min-block-size: 1.5rem; inline-size: 1.5rem; padding: 0; border-color: transparent; background: none; color: var(--muted); }
.copies .copy { display: inline-flex; }
.copy svg { inline-size: 0.875rem; block-size: 0.875rem; fill: none; stroke: currentcolor; stroke-width: 1.4; stroke-linejoin: round; }
.copied { color: var(--good); }
.field { display: grid; gap: 0.25rem; min-inline-size: 0; }
.field.end { align-self: end; }
.resolve { max-inline-size: 40rem; }
.resolve .field { margin-block: 0.75rem; }
label, legend { font-size: 0.8125rem; font-weight: 600; }
legend { padding: 0; }
fieldset { margin: 0.75rem 0; padding: 0; border: 0; }
.choice { display: flex; align-items: center; gap: 0.5rem; min-block-size: 2rem; font-weight: 400; font-size: 0.875rem; }
.choice input { inline-size: 1.125rem; block-size: 1.125rem; min-block-size: 0; accent-color: var(--accent); }
input, select, textarea { inline-size: 100%; min-inline-size: 0; min-block-size: 2.125rem; padding: 0.25rem 0.5rem; border: 1px solid var(--edge); border-radius: 0.375rem; background: var(--card); color: inherit; font: inherit; }
textarea { min-block-size: 5rem; }
[aria-invalid="true"] { border-color: var(--bad); }
.bar { display: flex; flex-wrap: wrap; align-items: start; justify-content: space-between; gap: 0.5rem 1rem; margin-block-end: 0.75rem; }
.filtering { display: flex; flex-wrap: wrap; align-items: start; gap: 0.5rem; flex: 1 1 auto; }
.bar .filtering:first-child { justify-content: start; }
.bar .filtering { justify-content: end; }
.filters[open] { flex: 1 1 100%; order: 1; }
.filters summary { display: inline-flex; align-items: center; min-block-size: 2rem; padding: 0.1875rem 0.75rem; border: 1px solid color-mix(in srgb, var(--edge) 55%, var(--line)); border-radius: 0.375rem; background: var(--card); font-size: 0.8125rem; font-weight: 600; list-style: none; cursor: pointer; }
.filters summary::-webkit-details-marker { display: none; }
.filters summary:hover { background: var(--soft); }
.filters form { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(12rem, 100%), 1fr)); gap: 0.75rem; margin-block-start: 0.5rem; padding: 1rem 1.25rem; border: 1px solid var(--line); border-radius: 0.75rem; background: var(--card); }
.chip { display: inline-flex; align-items: center; gap: 0.25rem; min-block-size: 2rem; padding: 0.125rem 0.75rem; border-radius: 1rem; background: var(--accent-soft); color: var(--link); font-size: 0.8125rem; font-weight: 600; }
.chip.plain { background: none; }
.tabs ul { display: flex; flex-wrap: wrap; gap: 0.125rem; margin: 0; padding: 0.1875rem; border-radius: 0.5rem; background: color-mix(in srgb, var(--line) 60%, var(--ground)); list-style: none; }
.tabs a { display: block; padding: 0.1875rem 0.625rem; border-radius: 0.3125rem; color: var(--muted); font-size: 0.8125rem; font-weight: 600; line-height: 1.25rem; }
.tabs a:hover { color: var(--text); text-decoration: none; }
.tabs [aria-current] { background: var(--card); color: var(--text); box-shadow: var(--shadow); }
.pager { display: flex; flex-wrap: wrap; gap: 0.5rem; padding: 0.75rem 1.25rem; border-block-start: 1px solid var(--line); }
.live { display: inline-flex; align-items: center; gap: 0.5rem; font-size: 0.8125rem; }
.dot { inline-size: 0.5rem; block-size: 0.5rem; border-radius: 50%; border: 1.5px solid currentcolor; }
[aria-pressed="true"] .dot { border-color: var(--good); background: var(--good); }
[aria-pressed="false"] { color: var(--muted); }
`;
