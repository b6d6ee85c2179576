// The phone numbers that can be bought: ranges that authorities reserve for films and examples.
export interface Inventory {
  /** With the country code; a number is a prefix and `digits` further digits. */
  prefixes: readonly string[]
  digits: number
  count: number
  locality: string
  region: string | null
  sms: boolean
}

const usAreas = ['212', '213', '305', '312', '404', '415', '512', '617', '702', '808']

/** By ISO 3166-1 alpha-2 code. */
export const inventories: Readonly<Record<string, Inventory>> = {
  // https://en.wikipedia.org/wiki/555_(telephone_number)
  US: {
    prefixes: usAreas.map((area) => `+1${area}55501`),
    digits: 2,
    count: 100,
    locality: 'New York',
    region: 'NY',
    sms: true,
  },
  CA: {
    prefixes: ['+141655501', '+160455501'],
    digits: 2,
    count: 100,
    locality: 'Toronto',
    region: 'ON',
    sms: true,
  },
  // https://www.ofcom.org.uk/phones-and-broadband/phone-numbers/numbers-for-drama
  GB: {
    prefixes: ['+4420794600', '+4416149600'],
    digits: 2,
    count: 100,
    locality: 'London',
    region: null,
    sms: false,
  },
  // https://www.bundesnetzagentur.de/SharedDocs/Mitteilungen/DE/2021/148_2021.html
  DE: { prefixes: ['+493023125'], digits: 3, count: 999, locality: 'Berlin', region: null, sms: false },
  FR: { prefixes: ['+331990012'], digits: 2, count: 100, locality: 'Paris', region: null, sms: false },
  AU: { prefixes: ['+612555012'], digits: 2, count: 100, locality: 'Sydney', region: null, sms: true },
}

interface Search {
  areaCode: string
  /** Digits, letters of a keypad, and `*` for any digit. */
  contains: string
  limit: number
  isFree: (phoneNumber: string) => boolean
}

export function findAvailable(inventory: Inventory, { areaCode, contains, limit, isFree }: Search): string[] {
  const wanted = contains.toUpperCase().replace(/[A-Z]/g, keyOf)
  const found: string[] = []
  for (const number of numbersOf(inventory)) {
    if (found.length >= limit) break
    const national = number.replace(/^\+1/, '')
    if (areaCode !== '' && !national.startsWith(areaCode)) continue
    if (includes(number, wanted) && isFree(number)) found.push(number)
  }
  return found
}

export function isInInventory(phoneNumber: string): boolean {
  return Object.values(inventories).some((inventory) => numbersOf(inventory).some((number) => number === phoneNumber))
}

/** An ISO 3166-1 alpha-2 code; Canada counts as `US` unless the number is in the inventory. */
export function countryOf(phoneNumber: string): string {
  const known = Object.entries(inventories).find(([, { prefixes }]) =>
    prefixes.some((prefix) => phoneNumber.startsWith(prefix)),
  )
  const codes = { '+1': 'US', '+44': 'GB', '+49': 'DE', '+33': 'FR', '+61': 'AU' }
  return known?.[0] ?? Object.entries(codes).find(([code]) => phoneNumber.startsWith(code))?.[1] ?? ''
}

function* numbersOf({ prefixes, digits, count }: Inventory): Generator<string> {
  for (let index = 0; index < count; index++)
    for (const prefix of prefixes) yield prefix + String(index).padStart(digits, '0')
}

function includes(number: string, wanted: string): boolean {
  for (let start = 0; start + wanted.length <= number.length; start++) {
    const matches = [...wanted].every((character, at) => character === '*' || number[start + at] === character)
    if (matches) return true
  }
  return false
}

function keyOf(letter: string): string {
  return '22233344455566677778889999'[letter.charCodeAt(0) - 65]!
}
