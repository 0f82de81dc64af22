/** German for what end users read: the English text as it stands in the code → its translation. */
export const de: Readonly<Record<string, string>> = {
  "See the list of your repositories": "Die Liste Ihrer Repositories sehen",
  "See a repository's settings and description": "Einstellungen und Beschreibung eines Repositorys sehen",
  "See the issues of a repository": "Die Issues eines Repositorys sehen",
  "Read an issue": "Ein Issue lesen",
  "Open issues in your name": "In Ihrem Namen Issues anlegen",
  "Change, close and reopen issues in your name": "In Ihrem Namen Issues ändern, schließen und wieder öffnen",
  "Comment on issues and pull requests in your name": "In Ihrem Namen Issues und Pull Requests kommentieren",
  "See the pull requests of a repository": "Die Pull Requests eines Repositorys sehen",
  "Read a pull request": "Einen Pull Request lesen",
  "Read files of a repository": "Dateien eines Repositorys lesen",
  "Search issues and pull requests that you can see": "Issues und Pull Requests durchsuchen, die Sie sehen können",
  "Read your profile": "Ihr Profil lesen",
  "Read and change the repositories that you can reach, public and private ones":
    "Die Repositories lesen und ändern, auf die Sie Zugriff haben, öffentliche und private",
};
