/** Translations of the texts that end users read: the exact English text → BCP 47 language → its translation. */
export const translations = {
  "See the names, folders and sharing of your files": {
    de: "Namen, Ordner und Freigaben Ihrer Dateien sehen",
    es: "Ver los nombres, las carpetas y el uso compartido de sus archivos",
    fr: "Voir les noms, les dossiers et le partage de vos fichiers",
    ja: "ファイルの名前、フォルダ、共有設定を見る",
  },
  "Search the contents of your files": {
    de: "Die Inhalte Ihrer Dateien durchsuchen",
    es: "Buscar en el contenido de sus archivos",
    fr: "Rechercher dans le contenu de vos fichiers",
    ja: "ファイルの内容を検索する",
  },
  "See the name, folder and times of a file": {
    de: "Name, Ordner und Zeiten einer Datei sehen",
    es: "Ver el nombre, la carpeta y las fechas de un archivo",
    fr: "Voir le nom, le dossier et les dates d'un fichier",
    ja: "ファイルの名前、フォルダ、日時を見る",
  },
  "Read the text of your files": {
    de: "Den Text Ihrer Dateien lesen",
    es: "Leer el texto de sus archivos",
    fr: "Lire le texte de vos fichiers",
    ja: "ファイルのテキストを読み取る",
  },
  "Create folders in your Drive": {
    de: "Ordner in Ihrem Drive anlegen",
    es: "Crear carpetas en su Drive",
    fr: "Créer des dossiers dans votre Drive",
    ja: "ドライブにフォルダを作成する",
  },
  "Create files in your Drive": {
    de: "Dateien in Ihrem Drive anlegen",
    es: "Crear archivos en su Drive",
    fr: "Créer des fichiers dans votre Drive",
    ja: "ドライブにファイルを作成する",
  },
  "Create Google documents in your Drive": {
    de: "Google-Dokumente in Ihrem Drive anlegen",
    es: "Crear documentos de Google en su Drive",
    fr: "Créer des documents Google dans votre Drive",
    ja: "ドライブに Google ドキュメントを作成する",
  },
  "Rename, move and trash your files": {
    de: "Ihre Dateien umbenennen, verschieben und in den Papierkorb legen",
    es: "Cambiar el nombre de sus archivos, moverlos y enviarlos a la papelera",
    fr: "Renommer, déplacer et mettre à la corbeille vos fichiers",
    ja: "ファイルの名前を変更し、移動し、ゴミ箱に入れる",
  },
  "Copy files in your Drive": {
    de: "Dateien in Ihrem Drive kopieren",
    es: "Copiar archivos en su Drive",
    fr: "Copier des fichiers dans votre Drive",
    ja: "ドライブのファイルをコピーする",
  },
  "See who can open a file": {
    de: "Sehen, wer eine Datei öffnen kann",
    es: "Ver quién puede abrir un archivo",
    fr: "Voir qui peut ouvrir un fichier",
    ja: "ファイルを開くことができるユーザーを見る",
  },
  "Share your files with others": {
    de: "Ihre Dateien für andere freigeben",
    es: "Compartir sus archivos con otras personas",
    fr: "Partager vos fichiers avec d'autres personnes",
    ja: "ファイルを共有する",
  },
  "Stop sharing your files with others": {
    de: "Freigaben Ihrer Dateien beenden",
    es: "Dejar de compartir sus archivos con otras personas",
    fr: "Cesser de partager vos fichiers avec d'autres personnes",
    ja: "ファイルの共有を停止する",
  },
  "See your name, your address and how much storage you use": {
    de: "Ihren Namen, Ihre Adresse und Ihren belegten Speicherplatz sehen",
    es: "Ver su nombre, su dirección y cuánto almacenamiento utiliza",
    fr: "Voir votre nom, votre adresse et l'espace de stockage que vous utilisez",
    ja: "名前、メールアドレス、ストレージ使用量を見る",
  },
  "See, create, change and delete the files in your Drive that you use with this app": {
    de: "Die Dateien in Ihrem Drive, die Sie mit dieser App verwenden, sehen, anlegen, ändern und löschen",
    es: "Ver, crear, modificar y eliminar los archivos de su Drive que utiliza con esta aplicación",
    fr: "Voir, créer, modifier et supprimer les fichiers de votre Drive que vous utilisez avec cette application",
    ja: "このアプリで使用するドライブ内のファイルを見て、作成、変更、削除する",
  },
  "See the names, folders and sharing of all your files, but not their contents": {
    de: "Namen, Ordner und Freigaben aller Ihrer Dateien sehen, aber nicht ihre Inhalte",
    es: "Ver los nombres, las carpetas y el uso compartido de todos sus archivos, pero no su contenido",
    fr: "Voir les noms, les dossiers et le partage de tous vos fichiers, mais pas leur contenu",
    ja: "すべてのファイルの名前、フォルダ、共有設定を見る（内容を除く）",
  },
  "See and download all your files": {
    de: "Alle Ihre Dateien sehen und herunterladen",
    es: "Ver y descargar todos sus archivos",
    fr: "Voir et télécharger tous vos fichiers",
    ja: "すべてのファイルを見て、ダウンロードする",
  },
};
