/** The icons of the navigation: 16 by 16, drawn with lines in the text's color, and hidden from screen readers. */
import { markup, type Html } from "../html/markup.ts";

const icon = (shapes: Html): Html => markup`<svg class="icon" viewBox="0 0 16 16" aria-hidden="true">${shapes}</svg>`;

/** One per section of the console. */
export const icons = {
  overview: icon(markup`<path d="M2 14V8h3v6zM6.5 14V2h3v12zM11 14V5.500h3V14z"/>`),
  unknown: icon(
    markup`<circle cx="8" cy="8" r="6.25"/><path d="M6.100 6.200a2 2 0 1 1 2.700 1.900c-.5.2-.8.6-.8 1.100M8 11.500v.1"/>`,
  ),
  proposals: icon(
    markup`<path d="M3.500 1.750h9M3.500 14.250h9M5 1.750v2.500L8 8l3-3.750v-2.500M5 14.250v-2.500L8 8l3 3.750v2.500"/>`,
  ),
  executions: icon(markup`<path d="M9 1.750 3 9h4.500L7 14.250 13 7H8.500z"/>`),
  connections: icon(
    markup`<path d="M6.500 9.500l3-3M7 4.500l1.200-1.200a3.200 3.200 0 0 1 4.500 4.500L11.500 9M9 11.500l-1.200 1.200a3.200 3.200 0 0 1-4.500-4.500L4.500 7"/>`,
  ),
  tenants: icon(markup`<path d="M2.500 14V2.500h7V14M9.500 6.500h4V14M1.500 14h13M5 5.500h2M5 8.500h2M5 11.500h2"/>`),
  keys: icon(markup`<circle cx="5" cy="11" r="3"/><path d="M7.200 8.800 13.500 2.500M11 5l2 2M9 7l1.500 1.500"/>`),
  tokens: icon(
    markup`<path d="M1.750 5.500v-2h12.500v2a2.500 2.500 0 0 0 0 5v2H1.750v-2a2.500 2.500 0 0 0 0-5zM9.500 6v4"/>`,
  ),
  webhooks: icon(markup`<path d="M8 2.500v6M5.500 6 8 8.500 10.500 6M2.500 9.500v4h11v-4"/>`),
  audit: icon(markup`<path d="M3.500 1.750h9v12.500h-9zM6 5h4M6 8h4M6 11h2.500"/>`),
} as const;

/** The mark in front of the console's name. */
export const mark = markup`<svg class="mark" viewBox="0 0 24 24" aria-hidden="true"><rect width="24" height="24" rx="6"/><path d="M7 8.500h6.500a2.500 2.500 0 0 1 0 5H10.500M17 15.500h-6.500a2.500 2.500 0 0 1 0-5H13.500"/></svg>`;
