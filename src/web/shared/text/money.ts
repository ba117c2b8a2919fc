import { locale } from './format.ts';

/**
 * A decimal as money in the reader's form. Prices of tokens are small, so an amount below a hundredth keeps its first
 * two digits instead of becoming nothing.
 */
export function formatMoney(amount: string, currency: string): string {
  const value = Number(amount);
  const digits = value > 0 && value < 0.01 ? { maximumSignificantDigits: 2 } : {};
  return new Intl.NumberFormat(locale(), { style: 'currency', currency, ...digits }).format(value);
}
