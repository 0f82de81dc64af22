/** The texts of the frame around the hosted page, in its languages. The page has its own. */

/** Texts of the modal. */
export type Labels = { language: string; title: string; close: string; loading: string; slow: string };

const texts: Readonly<Record<string, readonly [title: string, close: string, loading: string, slow: string]>> = {
  en: [
    "Connect an account",
    "Close",
    "Loading…",
    "This is taking longer than usual. You can wait, or close it and try again.",
  ],
  de: [
    "Konto verbinden",
    "Schließen",
    "Wird geladen …",
    "Das dauert länger als gewöhnlich. Sie können warten oder das Fenster schließen und es erneut versuchen.",
  ],
  fr: [
    "Connecter un compte",
    "Fermer",
    "Chargement…",
    "Cela prend plus de temps que d’habitude. Vous pouvez patienter, ou fermer et réessayer.",
  ],
  es: [
    "Conectar una cuenta",
    "Cerrar",
    "Cargando…",
    "Está tardando más de lo habitual. Puede esperar, o cerrar e intentarlo de nuevo.",
  ],
  ja: ["アカウントを接続", "閉じる", "読み込み中…", "時間がかかっています。このまま待つか、閉じてやり直してください。"],
};

/** The texts in the first of the requested languages that exists, otherwise in English. */
export function labelsFor(languages: readonly string[]): Labels {
  const known = languages.map((tag) => tag.toLowerCase().split("-")[0] ?? "").find((tag) => Object.hasOwn(texts, tag));
  const language = known ?? "en";
  const [title = "", close = "", loading = "", slow = ""] = texts[language] ?? [];
  return { language, title, close, loading, slow };
}
