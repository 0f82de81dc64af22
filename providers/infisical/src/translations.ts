/** Translations of the texts that end users read: the exact English text → BCP 47 language → its translation. */
export const translations = {
  credential: {
    de: "Zugangsdaten",
    es: "credencial",
    fr: "identifiants",
    ja: "認証情報",
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
  Server: {
    de: "Name des Servers",
    es: "Servidor",
    fr: "Serveur",
    ja: "サーバー",
  },
  "Infisical's cloud in your region or your own server, by the name that the operator of this service has given it.": {
    de: "Die Cloud von Infisical in Ihrer Region oder Ihr eigener Server, so wie ihn der Betreiber dieses Dienstes benannt hat.",
    es: "La nube de Infisical en su región o su propio servidor, tal como lo ha nombrado el operador de este servicio.",
    fr: "Le cloud d’Infisical de votre région ou votre propre serveur, tel que l’opérateur de ce service l’a nommé.",
    ja: "このサービスの運営者が名前を付けた、お使いのリージョンの Infisical クラウド、またはご自身のサーバーです。",
  },
  "Client ID (Universal Auth)": {
    de: "Client-ID (Universal Auth)",
    es: "ID de cliente (Universal Auth)",
    fr: "ID client (Universal Auth)",
    ja: "クライアント ID（Universal Auth）",
  },
  "Shown under Universal Auth in your machine identity.": {
    de: "Universal Auth Ihrer Machine Identity zeigt sie an.",
    es: "Lo muestra Universal Auth de su identidad de máquina.",
    fr: "Universal Auth de votre identité machine l’affiche.",
    ja: "マシン ID の Universal Auth に表示されます。",
  },
  "Client secret (Universal Auth)": {
    de: "Client-Secret (Universal Auth)",
    es: "Secreto de cliente (Universal Auth)",
    fr: "Secret client (Universal Auth)",
    ja: "クライアントシークレット（Universal Auth）",
  },
  "Create one for this client ID, with unlimited uses. Infisical shows it only once.": {
    de: "Erstellen Sie eines für diese Client-ID, ohne die Zahl der Verwendungen zu begrenzen. Infisical zeigt es nur einmal.",
    es: "Cree uno para este ID de cliente, sin límite de usos. Infisical lo muestra una sola vez.",
    fr: "Créez-en un pour cet ID client, sans limite d’utilisations. Infisical ne l’affiche qu’une fois.",
    ja: "このクライアント ID に対して、使用回数を制限せずに作成してください。Infisical では一度だけ表示されます。",
  },
  "Access token (Token Auth)": {
    de: "Access-Token (Token Auth)",
    es: "Token de acceso (Token Auth)",
    fr: "Jeton d’accès (Token Auth)",
    ja: "アクセストークン（Token Auth）",
  },
  "Only if you have no client ID: create one with Token Auth for the machine identity. It isn't renewed, so choose a long lifetime.":
    {
      de: "Nur ohne Client-ID: Erstellen Sie es mit Token Auth für die Machine Identity. Es wird nicht verlängert; geben Sie ihm daher eine lange Gültigkeit.",
      es: "Solo si no tiene un ID de cliente: créelo con Token Auth para la identidad de máquina. No se renueva, así que dele una duración larga.",
      fr: "Seulement sans ID client : créez-le avec Token Auth pour l’identité machine. Il n’est pas renouvelé : donnez-lui une longue durée de vie.",
      ja: "クライアント ID がない場合のみ、マシン ID に対して Token Auth で作成してください。更新は行われないので、有効期間を長くしてください。",
    },
  "An access token.": {
    de: "Ein Access-Token.",
    es: "Es un token de acceso.",
    fr: "C’est un jeton d’accès.",
    ja: "アクセストークンです。",
  },
  "This is an access token, which has a field of its own.": {
    de: "Das ist ein Access-Token. Dafür gibt es ein eigenes Feld.",
    es: "Es un token de acceso, que tiene su propio campo.",
    fr: "C’est un jeton d’accès, qui a son propre champ.",
    ja: "これはアクセストークンです。専用の欄に入力してください。",
  },
  "This is a service token. Use a machine identity's client ID and client secret (Universal Auth), or its access token (eyJ…, Token Auth).":
    {
      de: "Das ist ein Service-Token. Verwenden Sie Client-ID und Client-Secret einer Machine Identity (Universal Auth) oder ihr Access-Token (eyJ…, Token Auth).",
      es: "Es un token de servicio. Use el ID de cliente y el secreto de cliente de una identidad de máquina (Universal Auth) o su token de acceso (eyJ…, Token Auth).",
      fr: "C’est un jeton de service. Utilisez l’ID client et le secret client d’une identité machine (Universal Auth), ou son jeton d’accès (eyJ…, Token Auth).",
      ja: "これはサービストークンです。マシン ID のクライアント ID とクライアントシークレット（Universal Auth）、またはそのアクセストークン（eyJ…、Token Auth）を使ってください。",
    },
  "This is a user's API key. Use a machine identity's client ID and client secret (Universal Auth), or its access token (eyJ…, Token Auth).":
    {
      de: "Das ist ein API-Schlüssel eines Benutzers. Verwenden Sie Client-ID und Client-Secret einer Machine Identity (Universal Auth) oder ihr Access-Token (eyJ…, Token Auth).",
      es: "Es una clave de API de un usuario. Use el ID de cliente y el secreto de cliente de una identidad de máquina (Universal Auth) o su token de acceso (eyJ…, Token Auth).",
      fr: "C’est une clé d’API d’un utilisateur. Utilisez l’ID client et le secret client d’une identité machine (Universal Auth), ou son jeton d’accès (eyJ…, Token Auth).",
      ja: "これはユーザーの API キーです。マシン ID のクライアント ID とクライアントシークレット（Universal Auth）、またはそのアクセストークン（eyJ…、Token Auth）を使ってください。",
    },
  "A machine identity with this role": {
    de: "Eine Machine Identity mit dieser Rolle",
    es: "Una identidad de máquina con este rol",
    fr: "Une identité machine avec ce rôle",
    ja: "このロールを持つマシン ID",
  },
  "Create a project role with these permissions, and assign it to the identity. Replace prod with your environment and /payments with your folder. Listing projects and folders needs no permission.":
    {
      de: "Legen Sie im Projekt eine Rolle mit diesen Berechtigungen an und geben Sie sie der Machine Identity. Ersetzen Sie prod durch Ihre Umgebung und /payments durch Ihren Ordner. Projekte und Ordner aufzulisten braucht keine eigene Berechtigung.",
      es: "Cree en el proyecto un rol con estos permisos y asígnelo a la identidad. Sustituya prod por su entorno y /payments por su carpeta. Ver la lista de proyectos y carpetas no requiere ningún permiso propio.",
      fr: "Créez dans le projet un rôle avec ces permissions et attribuez-le à l’identité. Remplacez prod par votre environnement et /payments par votre dossier. Voir la liste des projets et des dossiers ne nécessite aucune permission particulière.",
      ja: "プロジェクトにこれらの権限を持つロールを作り、マシン ID に割り当ててください。prod を使う環境に、/payments を使うフォルダーに置き換えてください。プロジェクトとフォルダーの一覧には、個別の権限は不要です。",
    },
};
