// Masks phone numbers.

/** `+4915112345678` becomes `+49******5678`; of a shorter text nothing is shown. */
export function maskNumber(number: string): string {
  return number.length < 11 ? '+******' : `${number.slice(0, 3)}******${number.slice(-4)}`
}
