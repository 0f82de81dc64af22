/** The style of the API reference's header, which looks like that of the other pages. */

/** The style sheet. Scalar reserves the header's height, which a variable sets. */
export const referenceStyle = `:root {
  --scalar-custom-header-height: 64px;
  --ground: #fff;
  --text: #3c3c43;
  --line: #e2e2e3;
  --accent: #1d4ed8;
}
:root.dark {
  --ground: #1b1b1f;
  --text: #dfdfd6;
  --line: #2e2e32;
  --accent: #93b4ff;
}
body { margin: 0; background: var(--ground); }
.top {
  position: sticky;
  inset-block-start: 0;
  z-index: 10;
  display: flex;
  align-items: center;
  gap: 1.5rem;
  box-sizing: border-box;
  block-size: 64px;
  padding-inline: 1.5rem;
  overflow-x: auto;
  border-block-end: 1px solid var(--line);
  background: var(--ground);
  font: 500 0.875rem/1.5 system-ui, sans-serif;
  white-space: nowrap;
}
.top a { padding-block: 0.5rem; color: var(--text); text-decoration: none; }
.top .form { padding-inline-start: 1.5rem; border-inline-start: 1px solid var(--line); }
.top a:hover, .top [aria-current] { color: var(--accent); }
.top .name { font-weight: 600; font-size: 1rem; margin-inline-end: auto; }
/* Scalar's own colors are too light on their ground. */
.light-mode {
  --scalar-color-2: #4b5563;
  --scalar-color-3: #5a6170;
  --scalar-color-green: #15692f;
  --scalar-color-red: #b3261e;
  --scalar-color-yellow: #7a5200;
  --scalar-color-blue: #0b57a4;
  --scalar-color-orange: #9a4300;
  --scalar-color-purple: #6d28d9;
}
.dark-mode {
  --scalar-color-2: #c3c8d2;
  --scalar-color-3: #a9b0bd;
  --scalar-color-green: #6fdd8b;
  --scalar-color-red: #ff9e94;
  --scalar-color-yellow: #f2c078;
  --scalar-color-blue: #8fb8ff;
  --scalar-color-orange: #ffb074;
  --scalar-color-purple: #c4b5fd;
}
/* Scalar's list of client libraries names libraries that don't exist. */
div:has(> .client-libraries-heading), .client-libraries-heading, .client-libraries-content { display: none; }
@media (max-width: 640px) {
  .top .form { display: none; }
  .top { gap: 1rem; }
}
@media print {
  .top { display: none; }
}
`;
