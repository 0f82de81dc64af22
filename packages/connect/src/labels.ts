/** The few words of the frame around the hosted page, in its languages. The page brings its own. */

/** Words of the modal. */
export type Labels = { language: string; title: string; close: string; loading: string; slow: string };

const words: Readonly<Record<string, readonly [title: string, close: string, loading: string, slow: string]>> = {
  en: [
    "Connect an account",
    "Close",
    "Loading…",
    "This takes longer than usual. You can wait, or close and try again.",
  ],
  de: [
    "Konto verbinden",
    "Schließen",
    "Wird geladen …",
    "Das dauert länger als sonst. Warten Sie, oder schließen Sie und versuchen Sie es erneut.",
  ],
  fr: [
    "Connecter un compte",
    "Fermer",
    "Chargement…",
    "Cela prend plus de temps que d’habitude. Patientez, ou fermez et réessayez.",
  ],
  es: ["Conectar una cuenta", "Cerrar", "Cargando…", "Tarda más de lo normal. Espere, o cierre e inténtelo de nuevo."],
  ja: ["アカウントを接続", "閉じる", "読み込み中…", "時間がかかっています。このまま待つか、閉じてやり直してください。"],
};

/** The words of the first language asked for that there is; English where there is none. */
export function labelsFor(languages: readonly string[]): Labels {
  const known = languages.map((tag) => tag.toLowerCase().split("-")[0] ?? "").find((tag) => Object.hasOwn(words, tag));
  const language = known ?? "en";
  const [title = "", close = "", loading = "", slow = ""] = words[language] ?? [];
  return { language, title, close, loading, slow };
}
