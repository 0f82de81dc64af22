/** German for the texts that end users read: the exact English text → its translation. */
export const de: Readonly<Record<string, string>> = {
  "See the list of your repositories": "Die Liste Ihrer Repositories sehen",
  "See a repository's settings and description": "Einstellungen und Beschreibung eines Repositorys sehen",
  "See a repository's issues": "Die Issues eines Repositorys sehen",
  "Read an issue": "Ein Issue lesen",
  "See the comments on an issue": "Die Kommentare zu einem Issue sehen",
  "Open issues on your behalf": "In Ihrem Namen Issues anlegen",
  "Change, close and reopen issues on your behalf": "In Ihrem Namen Issues ändern, schließen und wieder öffnen",
  "Comment on issues and pull requests on your behalf": "In Ihrem Namen Issues und Pull Requests kommentieren",
  "See a repository's pull requests": "Die Pull Requests eines Repositorys sehen",
  "Read a pull request": "Einen Pull Request lesen",
  "Read a repository's files": "Dateien eines Repositorys lesen",
  "Search issues and pull requests that you can see": "Issues und Pull Requests durchsuchen, die Sie sehen können",
  "Read your profile": "Ihr Profil lesen",
  "Read and change the public and private repositories that you have access to":
    "Die Repositories lesen und ändern, auf die Sie Zugriff haben, öffentliche und private",
};
