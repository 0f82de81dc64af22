/** The style sheets of the modal, constructed for each use. */

const sheets = {
  dialog: `
    :host { all: initial }
    dialog {
      box-sizing: border-box; width: min(30rem, 100vw); height: min(51rem, calc(100vh - 2rem)); height: min(51rem, calc(100dvh - 2rem));
      max-width: none; max-height: none; margin: auto; padding: 0; border: 1px solid rgb(128 128 128 / 35%); border-radius: 14px; overflow: hidden;
      background: Canvas; color: CanvasText; color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif;
      box-shadow: 0 24px 64px rgb(0 0 0 / 35%);
    }
    dialog::backdrop { background: rgb(10 12 20 / 55%) }
    @media (max-width: 32rem), (max-height: 30rem) {
      dialog { width: 100vw; height: 100vh; height: 100dvh; border: 0; border-radius: 0 }
    }
    @media (forced-colors: active) { dialog { border: 1px solid CanvasText } }
    iframe { display: block; width: 100%; height: 100%; border: 0; color-scheme: light dark }
    /* Over the page, which leaves this corner free. */
    button {
      all: unset; box-sizing: border-box; position: absolute; z-index: 1; inset-block-start: 2px; inset-inline-end: 8px; width: 44px; height: 44px;
      text-align: center; font-size: 24px; line-height: 44px; cursor: pointer; border-radius: 50%;
    }
    button:hover { background: rgb(128 128 128 / 20%) }
    button:focus-visible { outline: 2px solid; outline-offset: -6px }
    p { position: absolute; inset: 40% 0 auto; margin: 0; padding: 0 2rem; text-align: center; pointer-events: none }
    p[hidden] { display: none }
  `,
  lock: "html { overflow: hidden !important }",
  "lock-keeping-gutter": "html { overflow: hidden !important; scrollbar-gutter: stable !important }",
};

/** Creates a sheet for `adoptedStyleSheets`, which no content security policy counts as inline style. */
export function createStyleSheet(name: keyof typeof sheets): CSSStyleSheet {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(sheets[name]);
  return sheet;
}
