/** French for the texts that end users read: the exact English text → its translation. */
export const fr: Readonly<Record<string, string>> = {
  "See the title and sheets of a spreadsheet": "Voir le titre et les feuilles d'une feuille de calcul",
  "Create spreadsheets in your Drive": "Créer des feuilles de calcul dans votre Drive",
  "Read your spreadsheets": "Lire vos feuilles de calcul",
  "Change the values in your spreadsheets": "Modifier les valeurs de vos feuilles de calcul",
  "Append rows to tables in your spreadsheets": "Ajouter des lignes aux tableaux de vos feuilles de calcul",
  "Append rows to your spreadsheets": "Ajouter des lignes à vos feuilles de calcul",
  "Delete values from your spreadsheets": "Supprimer des valeurs de vos feuilles de calcul",
  "Add sheets to your spreadsheets": "Ajouter des feuilles à vos feuilles de calcul",
  "Rename and hide sheets of your spreadsheets": "Renommer et masquer les feuilles de vos feuilles de calcul",
  "See the metadata that apps store in a spreadsheet": "Voir ce que les applications notent sur une feuille de calcul",
  "Delete this app's markers from your spreadsheets":
    "Supprimer les marqueurs de cette application de vos feuilles de calcul",
  "See all your spreadsheets": "Voir toutes vos feuilles de calcul",
  "See, create, change and delete all your spreadsheets":
    "Voir, créer, modifier et supprimer toutes vos feuilles de calcul",
  "See, create, change and delete the files in your Drive that you use with this app":
    "Voir, créer, modifier et supprimer les fichiers de votre Drive que vous utilisez avec cette application",
  "See your email address": "Voir votre adresse e-mail",
};
