/** French for what end users read: the English text as it stands in the code → its translation. */
export const fr: Readonly<Record<string, string>> = {
  "See the list of your repositories": "Voir la liste de vos dépôts",
  "See a repository's settings and description": "Voir les paramètres et la description d’un dépôt",
  "See the issues of a repository": "Voir les tickets (issues) d’un dépôt",
  "Read an issue": "Lire un ticket (issue)",
  "Open issues in your name": "Ouvrir des tickets (issues) en votre nom",
  "Change, close and reopen issues in your name": "Modifier, fermer et rouvrir des tickets (issues) en votre nom",
  "Comment on issues and pull requests in your name":
    "Commenter des tickets (issues) et des pull requests en votre nom",
  "See the pull requests of a repository": "Voir les pull requests d’un dépôt",
  "Read a pull request": "Lire une pull request",
  "Read files of a repository": "Lire les fichiers d’un dépôt",
  "Search issues and pull requests that you can see":
    "Rechercher parmi les tickets (issues) et les pull requests que vous pouvez voir",
  "Read your profile": "Lire votre profil",
  "Read and change the repositories that you can reach, public and private ones":
    "Lire et modifier les dépôts auxquels vous avez accès, publics et privés",
};
