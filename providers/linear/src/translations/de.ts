/** German for the texts that end users read: the exact English text → its translation. */
export const de: Readonly<Record<string, string>> = {
  "See the issues in your workspace": "Die Issues in Ihrem Workspace sehen",
  "Read your issues": "Ihre Issues lesen",
  "Search your issues": "Ihre Issues durchsuchen",
  "Create issues": "Issues anlegen",
  "Change your issues": "Ihre Issues ändern",
  "Archive your issues": "Ihre Issues archivieren",
  "See the comments on your issues": "Die Kommentare zu Ihren Issues sehen",
  "Comment on issues": "Issues kommentieren",
  "See what your issues link to": "Sehen, worauf Ihre Issues verweisen",
  "Link pages to your issues": "Seiten mit Ihren Issues verknüpfen",
  "See your teams": "Ihre Teams sehen",
  "See the states of your issues": "Die Status Ihrer Issues sehen",
  "See the labels of your issues": "Die Labels Ihrer Issues sehen",
  "See who is in your workspace": "Sehen, wer in Ihrem Workspace ist",
  "See your projects": "Ihre Projekte sehen",
  "See everything in your workspace that you can see": "Alles in Ihrem Workspace sehen, was Sie sehen können",
  "Change everything in your workspace that you can change": "Alles in Ihrem Workspace ändern, was Sie ändern können",
  "API key": "API-Schlüssel",
  "A personal API key. It acts as you.": "Ein persönlicher API-Schlüssel. Er handelt in Ihrem Namen.",
  "This is a personal API key.": "Das ist ein persönlicher API-Schlüssel.",
  "This is an app's token. An API key begins with lin_api_.":
    "Das ist das Token einer App. Ein Schlüssel beginnt mit lin_api_.",
  "This is a webhook secret. An API key begins with lin_api_.":
    "Das ist das Geheimnis eines Webhooks. Ein Schlüssel beginnt mit lin_api_.",
};
