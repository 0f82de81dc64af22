/** The style of cards, tables, badges, facts, notices, controls and charts. */

/** If there is no room for columns, each row of a table becomes a card. */
export const partStyle = `
.card { min-inline-size: 0; margin-block-end: 1rem; padding: 1rem 1.25rem; border: 1px solid var(--line); border-radius: 0.75rem; background: var(--card); box-shadow: var(--shadow); }
.grid > .card { margin: 0; }
h2.part { margin-block: 1.5rem 0.75rem; }
.card-head { display: flex; flex-wrap: wrap; align-items: center; justify-content: space-between; gap: 0.25rem 1rem; margin-block-end: 0.75rem; }
.card > .empty { padding-block: 1.25rem; }
.card.list { padding: 0; overflow: clip; }
.card.list > .card-head { margin: 0; padding: 0.75rem 1.25rem; border-block-end: 1px solid var(--line); }
.words { white-space: pre-wrap; }
.inset { padding: 0.75rem 1.25rem; }
.tail-note { padding: 0 1.25rem 0.5rem; }
.card.confirm { max-inline-size: 44rem; padding: 1.5rem; }
.card.confirm h1 { margin-block-end: 0.75rem; font-size: 1.25rem; }
.id { display: inline-flex; align-items: center; gap: 0.125rem; color: var(--muted); }
dd .id { color: inherit; }
.badge { display: inline-block; padding: 0.0625rem 0.5rem; border-radius: 0.375rem; background: var(--soft); color: var(--muted); font-size: 0.75rem; font-weight: 600; line-height: 1.25rem; white-space: nowrap; }
.badge.good { background: var(--good-soft); color: var(--good); }
.badge.caution { background: var(--caution-soft); color: var(--caution); }
.badge.bad { background: var(--bad-soft); color: var(--bad); }
table { inline-size: 100%; border-collapse: collapse; }
th, td { text-align: start; vertical-align: middle; padding: 0.5625rem 0.75rem; border-block-end: 1px solid var(--line); }
th:first-child, td:first-child { padding-inline-start: 1.25rem; }
th:last-child, td:last-child { padding-inline-end: 1.25rem; }
tbody tr:last-child td { border-block-end: 0; }
tbody tr:hover { background: color-mix(in srgb, var(--soft) 55%, transparent); }
th { color: var(--muted); font-weight: 500; font-size: 0.75rem; white-space: nowrap; }
td .muted { font-size: 0.8125rem; }
td form { margin: 0; }
td .id, td.number, td .strong + br + .muted { white-space: nowrap; }
.cards td:first-child { min-inline-size: 12.5rem; }
.tail { white-space: nowrap; }
.detail { display: block; }
dd :is(.badge, time) { white-space: normal; }
td.number, th.number { text-align: end; font-variant-numeric: tabular-nums; }
.strong { font-weight: 600; }
.logo { inline-size: 1em; block-size: 1em; vertical-align: -0.125em; fill: currentcolor; }
.empty { padding: 2rem 1.25rem; color: var(--muted); text-align: center; }
.empty p { margin-inline: auto; }
.empty-title { margin-block-end: 0.25rem; color: var(--text); font-weight: 600; }
.notice, .faults, .alert { margin-block-end: 1rem; padding: 0.75rem 1rem; border: 1px solid transparent; border-radius: 0.5rem; }
.notice { max-inline-size: none; background: var(--good-soft); color: var(--good); font-weight: 600; }
.notice.quiet { background: var(--soft); color: var(--text); font-weight: 400; }
.faults, .alert.bad { border-color: var(--bad-line); background: var(--bad-soft); }
.alert.caution { background: var(--caution-soft); color: var(--text); }
.alert p { margin: 0; max-inline-size: none; }
.alert strong { margin-inline-end: 0.25rem; }
.alert.bad strong, .faults h2 { color: var(--bad); }
.alert.caution strong { color: var(--caution); }
.faults ul { margin: 0.25rem 0 0; padding-inline-start: 1.25rem; }
dl { display: grid; grid-template-columns: minmax(8rem, max-content) minmax(0, 1fr); gap: 0.5rem 1.5rem; margin: 0; }
dt { color: var(--muted); }
dd { margin: 0; }
.facts { display: grid; grid-template-columns: minmax(0, 1fr); gap: 0.5rem; }
.facts > div { display: grid; gap: 0.125rem; min-inline-size: 0; }
.facts dt { font-size: 0.8125rem; }
.facts .facts { padding-inline-start: 0.75rem; border-inline-start: 2px solid var(--line); }
.facts ol { margin: 0; padding-inline-start: 1.5rem; }
.facts summary { padding-block: 0.25rem; cursor: pointer; }
.rows { overflow-x: auto; }
.rows table { inline-size: auto; font-size: 0.8125rem; }
.rows :is(th, td) { padding: 0.1875rem 0.5rem; border: 1px solid var(--line); text-align: start; vertical-align: top; }
.timeline { margin: 0; padding: 0; list-style: none; }
.timeline li { position: relative; margin-inline-start: 0.375rem; padding-block: 0 0.875rem; padding-inline: 1.25rem 0; border-inline-start: 2px solid var(--line); }
.timeline li:last-child { padding-block-end: 0; border-color: transparent; }
.timeline li::before { content: "" / ""; position: absolute; inset-block-start: 0.3125rem; inset-inline-start: -0.4375rem; inline-size: 0.75rem; block-size: 0.75rem; border: 2px solid var(--edge); border-radius: 50%; background: var(--card); }
.timeline .when { display: block; color: var(--muted); font-size: 0.8125rem; }
.timeline p { margin: 0; }
.actions { display: flex; flex-wrap: wrap; gap: 0.5rem; margin-block: 1rem 0; align-items: center; }
.actions form { margin: 0; }
@media (min-width: 64rem) {
  .two { grid-template-columns: minmax(0, 1fr) minmax(0, 1fr); align-items: start; }
  .wide-left { grid-template-columns: minmax(0, 1.7fr) minmax(0, 1fr); align-items: start; }
}
@media (min-width: 56rem) {
  .action { white-space: nowrap; }
}
@media (max-width: 56rem) {
  table.cards, .cards tbody { display: block; }
  .cards thead { position: absolute; inline-size: 1px; block-size: 1px; overflow: hidden; clip-path: inset(50%); }
  .cards tr { display: grid; grid-template-columns: minmax(0, 1fr) auto; gap: 0.125rem 0.75rem; padding: 0.75rem 1.25rem; border-block-end: 1px solid var(--line); }
  .cards tr:last-child { border: 0; }
  .cards td, .cards td:last-child, .cards td.number { display: grid; grid-template-columns: 6rem minmax(0, 1fr); grid-column: 1 / -1; gap: 0.5rem; padding: 0; border: 0; text-align: start; white-space: normal; }
  .cards td::before { content: attr(data-label) / ""; color: var(--muted); font-size: 0.8125rem; }
  .cards td:first-child { display: block; grid-column: 1; margin-block-end: 0.125rem; padding: 0; min-inline-size: 0; font-weight: 600; }
  .cards td:first-child .muted { font-weight: 400; }
  .cards td:first-child:not(:has(+ .status)) { grid-column: 1 / -1; }
  .cards td.status { display: block; grid-column: 2; text-align: end; }
  .cards td.status .muted { display: block; }
  .cards td:first-child::before, .cards td.status::before { content: none; }
  .cards td.minor { display: none; }
  .cards td:not(:first-child) br { display: none; }
  .cards td:not(:first-child) br + .muted { margin-inline-start: 0.375rem; }
}
@media (max-width: 34rem) {
  dl { grid-template-columns: 7rem minmax(0, 1fr); gap: 0.5rem 0.75rem; }
  dt { font-size: 0.8125rem; line-height: 1.25rem; }
  dd { overflow-wrap: anywhere; }
  dd:has(> pre) { grid-column: 1 / -1; }
  .columns th, .columns td { padding-inline: 0.25rem; }
  .columns .meter { display: none; }
  .columns th:first-child, .columns td:first-child { padding-inline-start: 1rem; }
  .columns th:last-child, .columns td:last-child { padding-inline-end: 1rem; }
  .numbers .columns :first-child { padding-inline-start: 0; white-space: normal; }
  .numbers .columns :last-child { padding-inline-end: 0; }
  .columns th { font-size: 0.6875rem; white-space: normal; overflow-wrap: break-word; }
  .columns td:first-child { white-space: nowrap; }
  .card { padding-inline: 1rem; }
  .cards tr { padding-inline: 1rem; }
  .card.list > .card-head { padding-inline: 1rem; }
}
@media (max-width: 22rem) {
  dl { grid-template-columns: minmax(0, 1fr); gap: 0; }
  dd { margin-block-end: 0.5rem; }
  .columns th { overflow-wrap: anywhere; }
}
`;

/** The chart's drawing is stretched to its box; its labels are text next to it. */
export const chartStyle = `
.tiles { grid-template-columns: repeat(2, minmax(0, 1fr)); }
.tile { display: grid; align-content: start; gap: 0.125rem; padding: 0.875rem 1.25rem 1rem; }
.tile h2 { color: var(--muted); font-size: 0.8125rem; font-weight: 500; }
.tile .value { font-size: 1.625rem; font-weight: 650; line-height: 1.3; letter-spacing: -0.02em; font-variant-numeric: tabular-nums; }
.tile .value a { color: inherit; }
.tile.bad .value { color: var(--bad); }
.tile.caution .value { color: var(--caution); }
.tile p { margin: 0; color: var(--muted); font-size: 0.8125rem; }
.legend { display: flex; flex-wrap: wrap; gap: 0.25rem 1rem; margin: 0 0 0.75rem; padding: 0; list-style: none; color: var(--muted); font-size: 0.8125rem; }
.legend li { display: inline-flex; align-items: center; gap: 0.375rem; }
.key { inline-size: 0.625rem; block-size: 0.625rem; border-radius: 0.125rem; }
.key.succeeded { background: var(--bar-good); }
.key.running { background: var(--bar-running); }
.key.unknown { background: var(--bar-unknown); }
.key.failed { background: var(--bar-failed); }
.plot { display: grid; grid-template-columns: auto minmax(0, 1fr); gap: 0.25rem 0.625rem; }
.plot svg { display: block; inline-size: 100%; block-size: 12rem; overflow: visible; }
.scale, .ticks { display: flex; justify-content: space-between; color: var(--muted); font-size: 0.75rem; line-height: 1; font-variant-numeric: tabular-nums; }
.scale { flex-direction: column; text-align: end; margin-block: -0.375rem; }
.ticks { grid-column: 2; display: grid; grid-auto-flow: column; grid-auto-columns: minmax(0, 1fr); padding-block-start: 0.125rem; }
.rule { stroke: var(--line); stroke-width: 1; vector-effect: non-scaling-stroke; }
.rule.base { stroke: var(--edge); }
rect.succeeded { fill: var(--bar-good); }
rect.running { fill: var(--bar-running); }
rect.unknown { fill: var(--bar-unknown); }
rect.failed { fill: var(--bar-failed); }
rect.track { fill: var(--soft); }
rect.hit { fill: transparent; }
g:hover > rect.hit { fill: color-mix(in srgb, var(--line) 60%, transparent); }
.meter { display: block; inline-size: 100%; min-inline-size: 2rem; block-size: 0.25rem; margin-block-start: 0.25rem; border-radius: 0.125rem; }
.numbers { margin-block-start: 0.75rem; font-size: 0.8125rem; }
.numbers summary { display: inline-block; padding-block: 0.125rem; color: var(--link); cursor: pointer; }
.numbers table { margin-block-start: 0.5rem; }
.numbers th, .numbers td { padding-block: 0.25rem; }
@media (min-width: 64rem) {
  .tiles { grid-template-columns: repeat(4, minmax(0, 1fr)); }
}
@media (max-width: 34rem) {
  .tile { padding-inline: 1rem; }
  .plot svg { block-size: 9rem; }
  .ticks span:nth-child(even) { visibility: hidden; }
}
`;

/** The accent color marks the primary button. Red is only for destructive actions. */
export const controlStyle = `
button, .button { display: inline-flex; align-items: center; justify-content: center; gap: 0.375rem; min-block-size: 2rem; padding: 0.1875rem 0.75rem; border: 1px solid color-mix(in srgb, var(--edge) 55%, var(--line)); border-radius: 0.375rem; background: var(--card); color: var(--text); font: inherit; font-size: 0.8125rem; font-weight: 600; white-space: nowrap; cursor: pointer; }
button:hover, .button:hover { background: var(--soft); text-decoration: none; }
button.primary, .button.primary { border-color: var(--accent); background: var(--accent); color: var(--on-accent); }
button.primary:hover, .button.primary:hover { background: var(--accent-strong); }
button.grave { color: var(--bad); border-color: var(--bad-line); }
button.grave:hover { background: var(--bad-soft); }
.confirm button.grave { border-color: var(--bad); }
.copy { display: none; min-block-size: 1.5rem; inline-size: 1.5rem; padding: 0; border-color: transparent; background: none; color: var(--muted); }
.copies .copy { display: inline-flex; }
.copy svg { inline-size: 0.875rem; block-size: 0.875rem; fill: none; stroke: currentcolor; stroke-width: 1.4; stroke-linejoin: round; }
.copied { color: var(--good); }
.field { display: grid; gap: 0.25rem; min-inline-size: 0; }
.field.end { align-self: end; }
.entry { max-inline-size: 44rem; }
.entry .field { margin-block-end: 1rem; }
.code { font: 0.8125rem/1.5 ui-monospace, monospace; }
.secret { margin-block: 0.75rem; padding: 0.625rem 0.75rem; border: 1px solid var(--line); border-radius: 0.5rem; background: var(--soft); overflow-wrap: anywhere; }
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
.bar { position: relative; display: flex; flex-wrap: wrap; align-items: start; justify-content: space-between; gap: 0.5rem 1rem; margin-block-end: 0.75rem; }
.filtering { display: flex; flex-wrap: wrap; align-items: start; gap: 0.5rem; flex: 1 1 auto; }
.filters summary { display: inline-flex; align-items: center; min-block-size: 2rem; padding: 0.1875rem 0.75rem; border: 1px solid color-mix(in srgb, var(--edge) 55%, var(--line)); border-radius: 0.375rem; background: var(--card); font-size: 0.8125rem; font-weight: 600; list-style: none; cursor: pointer; }
.filters summary::-webkit-details-marker { display: none; }
.filters summary:hover, .filters[open] summary { background: var(--soft); }
.filters form { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(12rem, 100%), 1fr)); gap: 0.75rem; position: absolute; z-index: 2; inset-block-start: 2.5rem; inset-inline-start: 0; inline-size: min(46rem, 100%); padding: 1rem 1.25rem; border: 1px solid var(--line); border-radius: 0.75rem; background: var(--card); box-shadow: 0 8px 28px rgb(16 24 40 / 18%); }
.chip { display: inline-flex; align-items: center; gap: 0.25rem; min-block-size: 2rem; padding: 0.125rem 0.75rem; border-radius: 1rem; background: var(--accent-soft); color: var(--link); font-size: 0.8125rem; font-weight: 600; }
.chip.plain { background: none; }
.chip.bad { background: var(--bad-soft); color: var(--bad); }
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
