/** Translations of the texts that end users read: the exact English text → BCP 47 language → its translation. */
export const translations = {
  "See the title and sheets of a spreadsheet": {
    de: "Titel und Tabellenblätter einer Tabelle sehen",
    es: "Ver el título y las hojas de una hoja de cálculo",
    fr: "Voir le titre et les feuilles d'une feuille de calcul",
    ja: "スプレッドシートのタイトルとシートを見る",
  },
  "Create spreadsheets in your Drive": {
    de: "Tabellen in Ihrem Drive anlegen",
    es: "Crear hojas de cálculo en su Drive",
    fr: "Créer des feuilles de calcul dans votre Drive",
    ja: "ドライブにスプレッドシートを作成する",
  },
  "Read your spreadsheets": {
    de: "Ihre Tabellen lesen",
    es: "Leer sus hojas de cálculo",
    fr: "Lire vos feuilles de calcul",
    ja: "スプレッドシートを読み取る",
  },
  "Change the values in your spreadsheets": {
    de: "Werte in Ihren Tabellen ändern",
    es: "Cambiar los valores de sus hojas de cálculo",
    fr: "Modifier les valeurs de vos feuilles de calcul",
    ja: "スプレッドシートの値を変更する",
  },
  "Append rows to tables in your spreadsheets": {
    de: "Zeilen an Bereiche in Ihren Tabellen anhängen",
    es: "Añadir filas a las tablas de sus hojas de cálculo",
    fr: "Ajouter des lignes aux tableaux de vos feuilles de calcul",
    ja: "スプレッドシート内の表に行を追加する",
  },
  "Append rows to your spreadsheets": {
    de: "Zeilen an Ihre Tabellen anhängen",
    es: "Añadir filas a sus hojas de cálculo",
    fr: "Ajouter des lignes à vos feuilles de calcul",
    ja: "スプレッドシートに行を追加する",
  },
  "Delete values from your spreadsheets": {
    de: "Werte aus Ihren Tabellen löschen",
    es: "Eliminar valores de sus hojas de cálculo",
    fr: "Supprimer des valeurs de vos feuilles de calcul",
    ja: "スプレッドシートの値を削除する",
  },
  "Add sheets to your spreadsheets": {
    de: "Tabellenblätter zu Ihren Tabellen hinzufügen",
    es: "Añadir hojas a sus hojas de cálculo",
    fr: "Ajouter des feuilles à vos feuilles de calcul",
    ja: "スプレッドシートにシートを追加する",
  },
  "Rename and hide sheets of your spreadsheets": {
    de: "Tabellenblätter Ihrer Tabellen umbenennen und ausblenden",
    es: "Cambiar el nombre de las hojas de sus hojas de cálculo y ocultarlas",
    fr: "Renommer et masquer les feuilles de vos feuilles de calcul",
    ja: "スプレッドシートのシートの名前を変更し、非表示にする",
  },
  "See the metadata that apps store in a spreadsheet": {
    de: "Sehen, was Apps zu einer Tabelle vermerken",
    es: "Ver lo que las aplicaciones anotan sobre una hoja de cálculo",
    fr: "Voir ce que les applications notent sur une feuille de calcul",
    ja: "アプリがスプレッドシートに付けたメモを見る",
  },
  "Delete this app's markers from your spreadsheets": {
    de: "Die Markierungen dieser App aus Ihren Tabellen löschen",
    es: "Eliminar las marcas de esta aplicación de sus hojas de cálculo",
    fr: "Supprimer les marqueurs de cette application de vos feuilles de calcul",
    ja: "スプレッドシートからこのアプリの目印を削除する",
  },
  "See all your spreadsheets": {
    de: "Alle Ihre Tabellen sehen",
    es: "Ver todas sus hojas de cálculo",
    fr: "Voir toutes vos feuilles de calcul",
    ja: "すべてのスプレッドシートを見る",
  },
  "See, create, change and delete all your spreadsheets": {
    de: "Alle Ihre Tabellen sehen, anlegen, ändern und löschen",
    es: "Ver, crear, modificar y eliminar todas sus hojas de cálculo",
    fr: "Voir, créer, modifier et supprimer toutes vos feuilles de calcul",
    ja: "すべてのスプレッドシートを見て、作成、変更、削除する",
  },
  "See, create, change and delete the files in your Drive that you use with this app": {
    de: "Die Dateien in Ihrem Drive, die Sie mit dieser App verwenden, sehen, anlegen, ändern und löschen",
    es: "Ver, crear, modificar y eliminar los archivos de su Drive que utiliza con esta aplicación",
    fr: "Voir, créer, modifier et supprimer les fichiers de votre Drive que vous utilisez avec cette application",
    ja: "このアプリで使用するドライブ内のファイルを見て、作成、変更、削除する",
  },
  "See your email address": {
    de: "Ihre E-Mail-Adresse sehen",
    es: "Ver su dirección de correo electrónico",
    fr: "Voir votre adresse e-mail",
    ja: "メールアドレスを見る",
  },
};
