// Tells which columns of a file of leads contain phone numbers and time zones.
export const maxColumns = 200
const maxNameLength = 64

/** In the order in which they are preferred: English, then other languages and the exports of contact managers. */
const phoneKeys = (
  'phonenumber phone number mobile mobilenumber mobilephone cell cellphone telephone telephonenumber tel telefon ' +
  'telefonnummer handy handynummer mobil mobilnummer mobiltelefon rufnummer ' +
  'numerodetelephone ndetelephone nodetelephone telephoneportable telephonemobile portable gsm ' +
  'telefono numerodetelefono ndetelefono nodetelefono telefonomovil telefonocelular movil celular numerodecelular ' +
  'telefone numerodetelefone numerodotelefone telemovel numerodetelemovel ' +
  'cellulare numeroditelefono numerodicellulare numerocellulare telefonocellulare ' +
  'mobilephonenumber phone1value personphone personphonemobile personphonework phonemobile phonework primaryphone ' +
  'contactphone contactnumber whatsapp whatsappnumber'
).split(' ')
/** Other names of columns with phone numbers, such as “Phone (business)”. */
const phoneWords = /phone|telefon|telemovel|cellulare|celular|movil|handy|mobile/
/** What a file says about a phone number. */
const aboutPhones =
  /(?:type|label|typ|tipo|kind|ext|extension|country|countrycode|code|consent|optin|optout|verified|status|date|fax|model|id)$|^(?:fax|telefax)/

const timeZoneKeys = new Set([
  'timezone',
  'zeitzone',
  'fuseauhoraire',
  'zonahoraria',
  'husohorario',
  'fusohorario',
  'fusoorario',
])

/** Names are compared without case, accents, spaces and punctuation. */
export const columnKey = (name: string): string =>
  name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')

/** The names of the header, or `column_1`, `column_2`, … for a file without one. */
export const columnNames = (first: readonly string[], hasHeader: boolean): string[] =>
  first.map((cell, index) => (hasHeader ? [...cell.trim()].slice(0, maxNameLength).join('') : `column_${index + 1}`))

/**
 * The position of the column whose usual name comes first in the order of preference, or else of the first one whose name
 * contains a word for a telephone.
 */
export function findPhoneColumn(names: readonly string[]): number | undefined {
  const keys = names.map(columnKey)
  const found = phoneKeys.map((key) => keys.indexOf(key)).find((index) => index >= 0)
  if (found !== undefined) return found
  const similar = keys.findIndex((key) => phoneWords.test(key) && !aboutPhones.test(key))
  return similar < 0 ? undefined : similar
}

export const isTimeZoneColumn = (name: string): boolean => timeZoneKeys.has(columnKey(name))
