// Parses the display text of a messaging limit, such as `10K Customers/24hr`.
/** The number of customers in 24 hours, `unlimited`, or null for a text without a number. */
export function parseMessagingLimit(text: string | null): number | 'unlimited' | null {
  if (text === null) return null
  if (/unlimited|no\s+limit/i.test(text)) return 'unlimited'
  // Removes the period: `24hr`, `24 hours`, `24-hour`.
  const rest = text.replace(/(?<![\d.,])24[\s_-]*h(?:(?:ou)?rs?)?(?![a-z])/gi, ' ')
  const found = /(?<![\d.,-])(\d{1,3}(?:[.,_\s]\d{3})+|\d+(?:[.,]\d{1,2})?)\s*([km](?![a-z]))?(?!\d)/i.exec(rest)
  if (!found) return null
  const [, digits = '', unit] = found
  const isGrouped = /^\d{1,3}(?:[.,_\s]\d{3})+$/.test(digits)
  const number = Number(isGrouped ? digits.replace(/\D/g, '') : digits.replace(',', '.'))
  const limit = Math.round(number * (unit === undefined ? 1 : unit.toLowerCase() === 'k' ? 1_000 : 1_000_000))
  return Number.isSafeInteger(limit) && limit > 0 ? limit : null
}
