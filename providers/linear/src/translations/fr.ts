/** French for the texts that end users read: the exact English text → its translation. */
export const fr: Readonly<Record<string, string>> = {
  "See the issues in your workspace": "Voir les tickets de votre espace de travail",
  "Read your issues": "Lire vos tickets",
  "Search your issues": "Rechercher dans vos tickets",
  "Create issues": "Créer des tickets",
  "Change your issues": "Modifier vos tickets",
  "Archive your issues": "Archiver vos tickets",
  "See the comments on your issues": "Voir les commentaires de vos tickets",
  "Comment on issues": "Commenter des tickets",
  "See what your issues link to": "Voir vers quoi renvoient vos tickets",
  "Link pages to your issues": "Lier des pages à vos tickets",
  "See your teams": "Voir vos équipes",
  "See the states of your issues": "Voir les états de vos tickets",
  "See the labels of your issues": "Voir les étiquettes de vos tickets",
  "See who is in your workspace": "Voir qui est dans votre espace de travail",
  "See your projects": "Voir vos projets",
  "See everything in your workspace that you can see": "Voir tout ce que vous pouvez voir dans votre espace de travail",
  "Change everything in your workspace that you can change":
    "Modifier tout ce que vous pouvez modifier dans votre espace de travail",
  "API key": "Clé d’API",
  "A personal API key. It acts as you.": "Une clé d’API personnelle. Elle agit en votre nom.",
  "This is a personal API key.": "C’est une clé d’API personnelle.",
  "This is an app's token. An API key begins with lin_api_.":
    "C’est le jeton d’une application. Une clé commence par lin_api_.",
  "This is a webhook secret. An API key begins with lin_api_.":
    "C’est le secret d’un webhook. Une clé commence par lin_api_.",
};
