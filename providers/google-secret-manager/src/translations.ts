/** Translations of the texts that end users read: the exact English text → BCP 47 language → its translation. */
export const translations = {
  "service account key": {
    de: "Dienstkontoschlüssel",
    es: "clave de cuenta de servicio",
    fr: "clé de compte de service",
    ja: "サービス アカウント キー",
  },
  "See the names and descriptions of your projects": {
    de: "Namen und Beschreibungen Ihrer Projekte sehen",
    es: "Ver los nombres y las descripciones de sus proyectos",
    fr: "Voir les noms et les descriptions de vos projets",
    ja: "プロジェクトの名前と説明を見る",
  },
  "See the names of a project's configs": {
    de: "Namen der Konfigurationen eines Projekts sehen",
    es: "Ver los nombres de las configuraciones de un proyecto",
    fr: "Voir les noms des configurations d’un projet",
    ja: "プロジェクトの設定の名前を見る",
  },
  "See the names of a config's secrets, but not their values": {
    de: "Namen der Geheimnisse einer Konfiguration sehen, aber nicht ihre Werte",
    es: "Ver los nombres de los secretos de una configuración, pero no sus valores",
    fr: "Voir les noms des secrets d’une configuration, mais pas leurs valeurs",
    ja: "設定にあるシークレットの名前を見る（値は見ない）",
  },
  "Read the value of a secret": {
    de: "Den Wert eines Geheimnisses lesen",
    es: "Leer el valor de un secreto",
    fr: "Lire la valeur d’un secret",
    ja: "シークレットの値を読む",
  },
  "Create and replace secrets": {
    de: "Geheimnisse anlegen und ersetzen",
    es: "Crear y reemplazar secretos",
    fr: "Créer et remplacer des secrets",
    ja: "シークレットを作成し、置き換える",
  },
  "Delete secrets": {
    de: "Geheimnisse löschen",
    es: "Eliminar secretos",
    fr: "Supprimer des secrets",
    ja: "シークレットを削除する",
  },
  "Create secrets that have no value yet": {
    de: "Geheimnisse anlegen, die noch keinen Wert haben",
    es: "Crear secretos que aún no tienen valor",
    fr: "Créer des secrets qui n’ont pas encore de valeur",
    ja: "まだ値のないシークレットを作成する",
  },
  "Service account key": {
    de: "Dienstkontoschlüssel",
    es: "Clave de cuenta de servicio",
    fr: "Clé de compte de service",
    ja: "サービス アカウント キー",
  },
  "The JSON file that the Google Cloud console downloads when you create a key. Paste all of it.": {
    de: "Die JSON-Datei, die die Google Cloud Console beim Erstellen eines Schlüssels herunterlädt. Fügen Sie sie ganz ein.",
    es: "El archivo JSON que la consola de Google Cloud descarga al crear una clave. Péguelo completo.",
    fr: "Le fichier JSON que la console Google Cloud télécharge à la création d’une clé. Collez-le en entier.",
    ja: "キーを作成したときに Google Cloud コンソールからダウンロードされる JSON ファイルです。全体を貼り付けてください。",
  },
  "This is an API key. Use the whole JSON file of a service account key.": {
    de: "Das ist ein API-Schlüssel. Verwenden Sie die ganze JSON-Datei eines Dienstkontoschlüssels.",
    es: "Es una clave de API. Use el archivo JSON completo de una clave de cuenta de servicio.",
    fr: "C’est une clé d’API. Utilisez le fichier JSON complet d’une clé de compte de service.",
    ja: "これは API キーです。サービス アカウント キーの JSON ファイル全体を使ってください。",
  },
  "This is an access token, which expires within an hour. Use the whole JSON file of a service account key.": {
    de: "Das ist ein Zugriffstoken, das nach einer Stunde abläuft. Verwenden Sie die ganze JSON-Datei eines Dienstkontoschlüssels.",
    es: "Es un token de acceso, que caduca en una hora. Use el archivo JSON completo de una clave de cuenta de servicio.",
    fr: "C’est un jeton d’accès, qui expire au bout d’une heure. Utilisez le fichier JSON complet d’une clé de compte de service.",
    ja: "これはアクセストークンで、1 時間で期限が切れます。サービス アカウント キーの JSON ファイル全体を使ってください。",
  },
  "This is only the private key of a service account. Use the whole JSON file of a service account key.": {
    de: "Das ist nur der private Schlüssel eines Dienstkontos. Verwenden Sie die ganze JSON-Datei eines Dienstkontoschlüssels.",
    es: "Es solo la clave privada de una cuenta de servicio. Use el archivo JSON completo de una clave de cuenta de servicio.",
    fr: "C’est seulement la clé privée d’un compte de service. Utilisez le fichier JSON complet d’une clé de compte de service.",
    ja: "これはサービス アカウントの秘密鍵だけです。サービス アカウント キーの JSON ファイル全体を使ってください。",
  },
  "A key of a service account with these roles": {
    de: "Ein Schlüssel eines Dienstkontos mit diesen Rollen",
    es: "Una clave de una cuenta de servicio con estos roles",
    fr: "Une clé d’un compte de service avec ces rôles",
    ja: "これらのロールを持つサービス アカウントのキー",
  },
  "Replace the project and the service account's email address. With an IAM condition on the resource name, you can limit a role to the secrets of one config. Only listing needs access to the whole project.":
    {
      de: "Ersetzen Sie das Projekt und die E-Mail-Adresse des Dienstkontos. Mit einer IAM-Bedingung für den Namen der Ressource können Sie eine Rolle auf die Geheimnisse einer Konfiguration begrenzen; nur das Auflisten braucht das ganze Projekt.",
      es: "Sustituya el proyecto y la dirección de correo de la cuenta de servicio. Con una condición de IAM sobre el nombre del recurso puede limitar un rol a los secretos de una configuración; solo la lista necesita el proyecto entero.",
      fr: "Remplacez le projet et l’adresse e-mail du compte de service. Avec une condition IAM sur le nom de la ressource, vous pouvez limiter un rôle aux secrets d’une configuration ; seule la liste a besoin du projet entier.",
      ja: "プロジェクトとサービス アカウントのメールアドレスを置き換えてください。リソース名に対する IAM の条件を使うと、ロールを 1 つの設定のシークレットに限定できます。プロジェクト全体が必要なのは一覧だけです。",
    },
};
