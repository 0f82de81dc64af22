/** German for the texts that end users read: the exact English text → its translation. */
export const de: Readonly<Record<string, string>> = {
  "See the title and sheets of a spreadsheet": "Titel und Tabellenblätter einer Tabelle sehen",
  "Create spreadsheets in your Drive": "Tabellen in Ihrem Drive anlegen",
  "Read your spreadsheets": "Ihre Tabellen lesen",
  "Change the values in your spreadsheets": "Werte in Ihren Tabellen ändern",
  "Append rows to tables in your spreadsheets": "Zeilen an Bereiche in Ihren Tabellen anhängen",
  "Append rows to your spreadsheets": "Zeilen an Ihre Tabellen anhängen",
  "Delete values from your spreadsheets": "Werte aus Ihren Tabellen löschen",
  "Add sheets to your spreadsheets": "Tabellenblätter zu Ihren Tabellen hinzufügen",
  "Rename and hide sheets of your spreadsheets": "Tabellenblätter Ihrer Tabellen umbenennen und ausblenden",
  "See the metadata that apps store in a spreadsheet": "Sehen, was Apps zu einer Tabelle vermerken",
  "Delete this app's markers from your spreadsheets": "Die Markierungen dieser App aus Ihren Tabellen löschen",
  "See all your spreadsheets": "Alle Ihre Tabellen sehen",
  "See, create, change and delete all your spreadsheets": "Alle Ihre Tabellen sehen, anlegen, ändern und löschen",
  "See, create, change and delete the files in your Drive that you use with this app":
    "Die Dateien in Ihrem Drive, die Sie mit dieser App verwenden, sehen, anlegen, ändern und löschen",
  "See your email address": "Ihre E-Mail-Adresse sehen",
};
