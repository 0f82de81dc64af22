/** Translations of the texts that end users read: the exact English text → BCP 47 language → its translation. */
export const translations = {
  "See the list of your repositories": {
    de: "Die Liste Ihrer Repositories sehen",
    es: "Ver la lista de sus repositorios",
    fr: "Voir la liste de vos dépôts",
    ja: "リポジトリの一覧を見る",
  },
  "See a repository's settings and description": {
    de: "Einstellungen und Beschreibung eines Repositorys sehen",
    es: "Ver la configuración y la descripción de un repositorio",
    fr: "Voir les paramètres et la description d’un dépôt",
    ja: "リポジトリの設定と説明を見る",
  },
  "See a repository's issues": {
    de: "Die Issues eines Repositorys sehen",
    es: "Ver las incidencias (issues) de un repositorio",
    fr: "Voir les tickets (issues) d’un dépôt",
    ja: "リポジトリの Issue を見る",
  },
  "Read an issue": {
    de: "Ein Issue lesen",
    es: "Leer una incidencia (issue)",
    fr: "Lire un ticket (issue)",
    ja: "Issue を読み取る",
  },
  "See the comments on an issue": {
    de: "Die Kommentare zu einem Issue sehen",
    es: "Ver los comentarios de una incidencia (issue)",
    fr: "Voir les commentaires d’un ticket (issue)",
    ja: "Issue のコメントを見る",
  },
  "Open issues on your behalf": {
    de: "In Ihrem Namen Issues anlegen",
    es: "Abrir incidencias (issues) en su nombre",
    fr: "Ouvrir des tickets (issues) en votre nom",
    ja: "あなたの名前で Issue を作成する",
  },
  "Change, close and reopen issues on your behalf": {
    de: "In Ihrem Namen Issues ändern, schließen und wieder öffnen",
    es: "Modificar, cerrar y reabrir incidencias (issues) en su nombre",
    fr: "Modifier, fermer et rouvrir des tickets (issues) en votre nom",
    ja: "あなたの名前で Issue を変更し、閉じ、再び開く",
  },
  "Comment on issues and pull requests on your behalf": {
    de: "In Ihrem Namen Issues und Pull Requests kommentieren",
    es: "Comentar incidencias (issues) y pull requests en su nombre",
    fr: "Commenter des tickets (issues) et des pull requests en votre nom",
    ja: "あなたの名前で Issue とプルリクエストにコメントする",
  },
  "See a repository's pull requests": {
    de: "Die Pull Requests eines Repositorys sehen",
    es: "Ver las pull requests de un repositorio",
    fr: "Voir les pull requests d’un dépôt",
    ja: "リポジトリのプルリクエストを見る",
  },
  "Read a pull request": {
    de: "Einen Pull Request lesen",
    es: "Leer una pull request",
    fr: "Lire une pull request",
    ja: "プルリクエストを読み取る",
  },
  "Read a repository's files": {
    de: "Dateien eines Repositorys lesen",
    es: "Leer archivos de un repositorio",
    fr: "Lire les fichiers d’un dépôt",
    ja: "リポジトリのファイルを読み取る",
  },
  "Search issues and pull requests that you can see": {
    de: "Issues und Pull Requests durchsuchen, die Sie sehen können",
    es: "Buscar entre las incidencias (issues) y pull requests que usted puede ver",
    fr: "Rechercher parmi les tickets (issues) et les pull requests que vous pouvez voir",
    ja: "あなたが見られる Issue とプルリクエストを検索する",
  },
  "Read your profile": {
    de: "Ihr Profil lesen",
    es: "Leer su perfil",
    fr: "Lire votre profil",
    ja: "プロフィールを読み取る",
  },
  "Read and change the public and private repositories that you have access to": {
    de: "Die Repositories lesen und ändern, auf die Sie Zugriff haben, öffentliche und private",
    es: "Leer y modificar los repositorios a los que usted tiene acceso, públicos y privados",
    fr: "Lire et modifier les dépôts auxquels vous avez accès, publics et privés",
    ja: "あなたがアクセスできる公開・非公開のリポジトリを読み取り、変更する",
  },
};
