/** Key numbers and charts. */

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
