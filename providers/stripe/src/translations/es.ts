/** Spanish for the texts that end users read: the exact English text → its translation. */
export const es: Readonly<Record<string, string>> = {
  "restricted key": "clave restringida",
  "See your customers": "Ver sus clientes",
  "See a customer": "Ver un cliente",
  "Create customers": "Crear clientes",
  "Change customers": "Modificar clientes",
  "See your products": "Ver sus productos",
  "Create products": "Crear productos",
  "See your prices": "Ver sus precios",
  "Create prices": "Crear precios",
  "See your payments": "Ver sus pagos",
  "See a payment": "Ver un pago",
  "See your refunds": "Ver sus reembolsos",
  "Refund payments": "Reembolsar pagos",
  "See your subscriptions": "Ver sus suscripciones",
  "See a subscription": "Ver una suscripción",
  "Cancel subscriptions": "Cancelar suscripciones",
  "See your balance": "Ver su saldo",
  "Restricted key": "Clave restringida",
  "Create a restricted key with only the permissions listed here.":
    "Cree una clave restringida solo con los permisos que se indican aquí.",
  "This is a restricted key.": "Esta es una clave restringida.",
  "This is a secret key, which can do everything. Use a restricted key.":
    "Esta es una clave secreta, que puede hacerlo todo. Use una clave restringida.",
  "This is a publishable key, which can't do this. Use a restricted key.":
    "Esta es una clave publicable, que no puede hacer esto. Use una clave restringida.",
  "Permissions that the restricted key needs. It needs no others.":
    "Permisos de la clave restringida. No se necesita nada más.",
};
