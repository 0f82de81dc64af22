/** German for the texts that end users read: the exact English text → its translation. */
export const de: Readonly<Record<string, string>> = {
  "restricted key": "eingeschränkter Schlüssel",
  "See your customers": "Ihre Kunden sehen",
  "See a customer": "Einen Kunden sehen",
  "Create customers": "Kunden anlegen",
  "Change customers": "Kunden ändern",
  "See your products": "Ihre Produkte sehen",
  "Create products": "Produkte anlegen",
  "See your prices": "Ihre Preise sehen",
  "Create prices": "Preise anlegen",
  "See your payments": "Ihre Zahlungen sehen",
  "See a payment": "Eine Zahlung sehen",
  "See your refunds": "Ihre Erstattungen sehen",
  "Refund payments": "Zahlungen erstatten",
  "See your subscriptions": "Ihre Abonnements sehen",
  "See a subscription": "Ein Abonnement sehen",
  "Cancel subscriptions": "Abonnements kündigen",
  "See your balance": "Ihr Guthaben sehen",
  "Restricted key": "Eingeschränkter Schlüssel",
  "Create a restricted key with only the permissions listed here.":
    "Erstellen Sie einen eingeschränkten Schlüssel, der nur die hier genannten Rechte hat.",
  "This is a restricted key.": "Das ist ein eingeschränkter Schlüssel.",
  "This is a secret key, which can do everything. Use a restricted key.":
    "Das ist ein geheimer Schlüssel, der alles kann. Verwenden Sie einen eingeschränkten Schlüssel.",
  "This is a publishable key, which can't do this. Use a restricted key.":
    "Das ist ein veröffentlichbarer Schlüssel, der das nicht kann. Verwenden Sie einen eingeschränkten Schlüssel.",
  "Permissions that the restricted key needs. It needs no others.":
    "Rechte des eingeschränkten Schlüssels. Mehr ist nicht nötig.",
};
