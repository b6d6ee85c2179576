// Guesses which columns of a file fill the variables that a campaign expects, by their headings in several languages.
import { columnKey } from '@parley/rules'

/** Headings that mean the same, one meaning on each line. */
const meanings = [
  'name fullname completename customername contactname clientname leadname kundenname ansprechpartner vollername nomcomplet ' +
    'nometprenom nombrecompleto nombreyapellidos nomecompleto nomecognome person personname displayname',
  'firstname givenname forename vorname prenom nombre primernombre nome personfirstname',
  'lastname surname familyname nachname familienname zuname nom nomdefamille apellido apellidos cognome sobrenome personlastname',
  'email emailaddress mail mailadresse emailadresse eemail courriel adresseemail adressemail correo correoelectronico ' +
    'email1value email1address personemail personemailwork',
  'company companyname organization organisation organizationname organization1name accountname firma firmenname unternehmen ' +
    'societe entreprise empresa azienda societa personorganization',
  'jobtitle title position beruf funktion poste cargo puesto ruolo',
  'salutation anrede titre tratamiento civilite',
  'city town ort stadt wohnort ville ciudad localidad citta cidade mailingcity homecity businesscity address1city',
  'street address streetaddress strasse anschrift adresse rue direccion calle indirizzo via endereco mailingstreet',
  'zip zipcode postalcode postcode plz postleitzahl codepostal codigopostal cap mailingzippostalcode',
  'date datum fecha data jour',
  'time uhrzeit heure hora ora',
  'appointment appointmentdate appointmenttime termin terminzeit rendezvous rdv cita appuntamento',
  'product produkt produit producto prodotto',
  'amount betrag montant importe importo total summe',
  'notes note notizen bemerkung bemerkungen remarques notas comment comments kommentar description',
].map((words) => words.split(' '))
const [names, firstNames] = meanings as [string[], string[]]

/** What is said before the name of a property: of whom it is. */
const owner = /^(?:customer|client|contact|lead|person|user|kunden?|kontakt|cliente?)(?=.)/

/** Words that mean the same as the name. */
export const meaningOf = (name: string): string[] | undefined => {
  const key = columnKey(name)
  const find = (word: string) => meanings.find((words) => words.includes(word))
  return find(key) ?? find(key.replace(owner, ''))
}

/** The variable that each column becomes, for expected variables that no column is named after. Blank names stay. */
export function guessVariables(columns: readonly string[], expected: readonly string[]): string[] {
  const guessed = [...columns]
  const isFree = (index: number): boolean => columns[index] !== '' && !expected.includes(guessed[index]!)
  const assign = (variable: string, matches: (column: string) => boolean): boolean => {
    if (guessed.includes(variable)) return true
    const index = columns.findIndex((column, at) => isFree(at) && matches(column))
    if (index >= 0) guessed[index] = variable
    return index >= 0
  }
  for (const variable of expected) {
    const meaning = meaningOf(variable)
    if (assign(variable, (column) => columnKey(column) === columnKey(variable)) || !meaning) continue
    assign(variable, (column) => meaningOf(column) === meaning)
  }
  // A file without full names: the first name is what one says, unless it is a variable of its own.
  for (const variable of expected) {
    if (meaningOf(variable) === names) assign(variable, (column) => meaningOf(column) === firstNames)
  }
  return guessed
}

/** A name as people read it: `customer_name` is “Customer name”. */
export function readableName(variable: string): string {
  const words = variable.replace(/[_.-]+/g, ' ').trim()
  return words === '' ? variable : words[0]!.toUpperCase() + words.slice(1)
}
