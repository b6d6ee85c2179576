// Formats the numbers within sentences of the server.

/** Formats numbers within the server's sentences, such as `16000` and `1,000`. */
export function numberIn(language: string): (digits: string) => string {
  const format = new Intl.NumberFormat(language)
  return (digits) => format.format(Number(digits.replaceAll(',', '')))
}
