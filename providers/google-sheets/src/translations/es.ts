/** Spanish for the texts that end users read: the exact English text → its translation. */
export const es: Readonly<Record<string, string>> = {
  "See the title and sheets of a spreadsheet": "Ver el título y las hojas de una hoja de cálculo",
  "Create spreadsheets in your Drive": "Crear hojas de cálculo en su Drive",
  "Read your spreadsheets": "Leer sus hojas de cálculo",
  "Change the values in your spreadsheets": "Cambiar los valores de sus hojas de cálculo",
  "Append rows to tables in your spreadsheets": "Añadir filas a las tablas de sus hojas de cálculo",
  "Append rows to your spreadsheets": "Añadir filas a sus hojas de cálculo",
  "Delete values from your spreadsheets": "Eliminar valores de sus hojas de cálculo",
  "Add sheets to your spreadsheets": "Añadir hojas a sus hojas de cálculo",
  "Rename and hide sheets of your spreadsheets": "Cambiar el nombre de las hojas de sus hojas de cálculo y ocultarlas",
  "See the metadata that apps store in a spreadsheet": "Ver lo que las aplicaciones anotan sobre una hoja de cálculo",
  "Delete this app's markers from your spreadsheets": "Eliminar las marcas de esta aplicación de sus hojas de cálculo",
  "See all your spreadsheets": "Ver todas sus hojas de cálculo",
  "See, create, change and delete all your spreadsheets": "Ver, crear, modificar y eliminar todas sus hojas de cálculo",
  "See, create, change and delete the files in your Drive that you use with this app":
    "Ver, crear, modificar y eliminar los archivos de su Drive que utiliza con esta aplicación",
  "See your email address": "Ver su dirección de correo electrónico",
};
