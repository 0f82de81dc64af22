/** French for the texts that end users read: the exact English text → its translation. */
export const fr: Readonly<Record<string, string>> = {
  "See the list of your repositories": "Voir la liste de vos dépôts",
  "See a repository's settings and description": "Voir les paramètres et la description d’un dépôt",
  "See a repository's issues": "Voir les tickets (issues) d’un dépôt",
  "Read an issue": "Lire un ticket (issue)",
  "See the comments on an issue": "Voir les commentaires d’un ticket (issue)",
  "Open issues on your behalf": "Ouvrir des tickets (issues) en votre nom",
  "Change, close and reopen issues on your behalf": "Modifier, fermer et rouvrir des tickets (issues) en votre nom",
  "Comment on issues and pull requests on your behalf":
    "Commenter des tickets (issues) et des pull requests en votre nom",
  "See a repository's pull requests": "Voir les pull requests d’un dépôt",
  "Read a pull request": "Lire une pull request",
  "Read a repository's files": "Lire les fichiers d’un dépôt",
  "Search issues and pull requests that you can see":
    "Rechercher parmi les tickets (issues) et les pull requests que vous pouvez voir",
  "Read your profile": "Lire votre profil",
  "Read and change the public and private repositories that you have access to":
    "Lire et modifier les dépôts auxquels vous avez accès, publics et privés",
};
