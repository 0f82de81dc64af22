/** Formats amounts of money for people. Pure. https://docs.stripe.com/currencies#minor-units */

/** Currencies without decimals. */
const withoutDecimals = new Set("bif clp djf gnf jpy kmf krw mga pyg rwf vnd vuv xaf xof xpf".split(" "));

const withThreeDecimals = new Set("bhd jod kwd omr tnd".split(" "));

/** Formats an amount with its currency: "12.50 EUR". @param amount in the smallest unit. */
export function moneyText(amount: number, currency: string): string {
  return `${amountText(amount, currency)} ${currency.toUpperCase()}`;
}

/** Formats an amount: "12.50". @param amount in the smallest unit. */
export function amountText(amount: number, currency: string): string {
  const decimals = withoutDecimals.has(currency) ? 0 : withThreeDecimals.has(currency) ? 3 : 2;
  return (amount / 10 ** decimals).toFixed(decimals);
}
