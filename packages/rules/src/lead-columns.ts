// Tells which columns of a file of leads contain phone numbers, their countries and extensions, and time zones.
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

/** Numbers of other people, and what may be no phone number. */
const ofOthers =
  /owner|agent|assistant|asst|emergency|notfall|parent|spouse|manager|referr|company|firma|account|sender|caller|former|previous|^old|^number$|wrong|invalid|blocked|donot|dnc/

/** In the order in which they are preferred: what states the country of the number, then that of the person. */
const countryKeys = (
  'phonecountrycode phonecountry countrycallingcode callingcode dialcode dialingcode countrydialcode phonecode ' +
  'landesvorwahl laendervorwahl landervorwahl indicatif indicatifpays prefijointernacional countrycode countryiso ' +
  'isocountrycode country landescode landeskennung land codepays pays codigopais codigodepais pais codicepaese paese'
).split(' ')

const extensionKeys = new Set(
  'ext extn extension phoneext phoneextension telephoneextension durchwahl nebenstelle ramal'.split(' '),
)

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

/**
 * The names of the header, or `column_1`, `column_2`, … for a file without one. A name that is there already is continued
 * with a number, such as `phone_2`, which no other column has.
 */
export function columnNames(first: readonly string[], hasHeader: boolean): string[] {
  if (!hasHeader) return first.map((_, index) => `column_${index + 1}`)
  const names = first.map((cell) => shorten(cell.trim(), maxNameLength))
  const taken = new Set(names)
  const copies = new Map<string, number>()
  return names.map((name) => {
    let copy = copies.get(name) ?? 0
    let unique = name
    if (name !== '' && copy > 0)
      do unique = `${shorten(name, maxNameLength - 7)}_${++copy}`
      while (taken.has(unique))
    taken.add(unique)
    copies.set(name, Math.max(copy, 1))
    return unique
  })
}

const shorten = (name: string, length: number): string => [...name].slice(0, length).join('')

/**
 * The positions of the columns with phone numbers of the person, the preferred one first: by the order of the usual names,
 * then those whose names contain a word for a telephone.
 */
export function findPhoneColumns(names: readonly string[]): number[] {
  const keys = names.map((name) => columnKey(name.replace(/_\d+$/, '')))
  const isUsual = (key: string): boolean => phoneKeys.includes(key)
  const usual = phoneKeys.flatMap((phoneKey) => keys.flatMap((key, index) => (key === phoneKey ? [index] : [])))
  const similar = keys.flatMap((key, index) =>
    !isUsual(key) && phoneWords.test(key) && !aboutPhones.test(key) ? [index] : [],
  )
  const [first, ...others] = [...usual, ...similar]
  return first === undefined ? [] : [first, ...others.filter((index) => !ofOthers.test(keys[index]!))]
}

const indexOf = (names: readonly string[], matches: (key: string) => boolean): number | undefined => {
  const index = names.findIndex((name) => matches(columnKey(name)))
  return index < 0 ? undefined : index
}

export const findCountryColumn = (names: readonly string[]): number | undefined =>
  countryKeys.map((key) => indexOf(names, (each) => each === key)).find((index) => index !== undefined)

export const findExtensionColumn = (names: readonly string[]): number | undefined =>
  indexOf(names, (key) => extensionKeys.has(key))

export const findTimeZoneColumn = (names: readonly string[]): number | undefined =>
  indexOf(names, (key) => timeZoneKeys.has(key))

export const isTimeZoneColumn = (name: string): boolean => timeZoneKeys.has(columnKey(name))
