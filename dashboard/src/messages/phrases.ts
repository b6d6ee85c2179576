// The standard sentences of validation, and what pages say for them. The first group of each pattern is the field.
import type { Language } from '../i18n/languages.ts'
import { fieldName } from './names.ts'

/** `path` is that of the API, with spaces for underscores. */
type Say = (subject: string, rest: string[], path: string) => string

interface Phrase extends Record<Language, Say> {
  pattern: RegExp
}

const phrase = (pattern: RegExp, en: Say, de: Say): Phrase => ({ pattern, en, de })

const formats = { en: new Intl.NumberFormat('en'), de: new Intl.NumberFormat('de') }
const number = (language: Language, digits = ''): string =>
  /^-?\d+(?:\.\d+)?$/.test(digits) ? formats[language].format(Number(digits)) : digits
const en = (digits?: string): string => number('en', digits)
const de = (digits?: string): string => number('de', digits)
const plural = (count: string | undefined, one: string, other: string): string => (count === '1' ? one : other)

/** What a value has to be, and what follows it, by the last word of the field's path. */
const forms: readonly [RegExp, Record<Language, [what: string, detail: string]>][] = [
  [
    /(?:^|\.)(?:to|from)$|phone numbers?(?:\.\d+)?$/,
    {
      en: ['a phone number', ', with its country code, such as +14155550100'],
      de: ['eine Telefonnummer mit Landesvorwahl', ', etwa +4930123456'],
    },
  ],
  [/emails?(?:\.\d+)?$/, { en: ['an email address', ''], de: ['eine E-Mail-Adresse', ''] }],
  [
    /(?:url|uri|link|website|webhook)$/,
    {
      en: ['a web address', ' that starts with https:// or http://'],
      de: ['eine Webadresse', ', die mit https:// oder http:// beginnt'],
    },
  ],
]

const formOf = (language: Language, path: string) => forms.find(([suits]) => suits.test(path))?.[1][language]

function malformed(subject: string, _rest: string[], path: string): string {
  const [what, detail] = formOf('en', path) ?? []
  return what ? `Enter ${what} for “${subject}”${detail}.` : `The value of “${subject}” has the wrong format.`
}

function germanMalformed(subject: string, _rest: string[], path: string): string {
  const [what, detail] = formOf('de', path) ?? []
  return what
    ? `Geben Sie für „${subject}“ ${what} ein${detail}.`
    : `Der Wert von „${subject}“ hat nicht das richtige Format.`
}

const required: Say = (subject) => `“${subject}” is required.`
const germanRequired: Say = (subject) => `„${subject}“ ist erforderlich.`
const unavailable: Say = (subject) => `The choice for “${subject}” is not available. Choose another one.`
const germanUnavailable: Say = (subject) =>
  `Die Auswahl bei „${subject}“ ist nicht verfügbar. Wählen Sie etwas anderes.`
const namesOf = (language: Language, list: string | undefined): string =>
  (list ?? '')
    .split(/`?(?: or |, )`?/)
    .map(
      (each) =>
        `${language === 'en' ? '“' : '„'}${fieldName(language, each.replaceAll('`', ''))}${language === 'en' ? '”' : '“'}`,
    )
    .join(language === 'en' ? ' or ' : ' oder ')

export const phrases: readonly Phrase[] = [
  phrase(/^The (.+?) field is required\.$/, required, germanRequired),
  phrase(
    /^The (.+?) field is required when (.+?) is not present\.$/,
    (subject, [other]) => `Fill in “${subject}” or ${namesOf('en', other)}.`,
    (subject, [other]) => `Füllen Sie „${subject}“ oder ${namesOf('de', other)} aus.`,
  ),
  phrase(/^The (.+?) field is required (?:when|with) .+\.$/, required, germanRequired),
  phrase(
    /^The (.+?) field (?:is prohibited unless|must be missing when) .+\.$/,
    (subject) => `“${subject}” does not fit the other values. Leave it empty.`,
    (subject) => `„${subject}“ passt nicht zu den anderen Angaben. Lassen Sie es leer.`,
  ),
  phrase(
    /^The (.+?) field needs (.+)\.$/,
    (subject, [other]) => `“${subject}” can only be used together with ${namesOf('en', other)}.`,
    (subject, [other]) => `„${subject}“ ist nur zusammen mit ${namesOf('de', other)} möglich.`,
  ),
  phrase(
    /^The (.+?) and (.+) must match\.$/,
    (subject, [other]) => `“${subject}” and ${namesOf('en', other)} must have the same value.`,
    (subject, [other]) => `„${subject}“ und ${namesOf('de', other)} müssen denselben Wert haben.`,
  ),
  phrase(
    /^The selected (.+?) is not for (?:inbound|outbound) calls\.$/,
    (subject) => `The choice for “${subject}” cannot be used for calls of this direction.`,
    (subject) => `Die Auswahl bei „${subject}“ ist für Anrufe in dieser Richtung nicht möglich.`,
  ),
  phrase(
    /^Another assistant already answers the selected (.+)\.$/,
    (subject) => `Another assistant already answers “${subject}”.`,
    (subject) => `Ein anderer Assistent nimmt für „${subject}“ bereits Anrufe an.`,
  ),
  phrase(
    /^The selected (.+?) does not suit the phone number that stays\.$/,
    (subject) => `“${subject}” does not fit the phone number of the assistant.`,
    (subject) => `„${subject}“ passt nicht zur Telefonnummer des Assistenten.`,
  ),
  phrase(/^The selected (.+?) is invalid\.$/, unavailable, germanUnavailable),
  phrase(
    /^The (.+?) must be an integer\.$/,
    (subject) => `Enter a whole number for “${subject}”.`,
    (subject) => `Geben Sie für „${subject}“ eine ganze Zahl ein.`,
  ),
  phrase(
    /^The (.+?) must be a (?:whole )?number(?:, 0 or more)?\.$/,
    (subject) => `Enter a number for “${subject}”.`,
    (subject) => `Geben Sie für „${subject}“ eine Zahl ein.`,
  ),
  phrase(
    /^The (.+?) (?:field )?must be true or false\.$/,
    (subject) => `Choose yes or no for “${subject}”.`,
    (subject) => `Wählen Sie bei „${subject}“ Ja oder Nein.`,
  ),
  phrase(
    /^The (.+?) must be a string\.$/,
    (subject) => `“${subject}” must be text.`,
    (subject) => `„${subject}“ muss Text sein.`,
  ),
  phrase(
    /^The (.+?) must be (?:an array|an object|a list of .+|one or more of .+|a string, .+|a JSON schema of type object)\.$/,
    (subject) => `The value of “${subject}” has the wrong type.`,
    (subject) => `Der Wert von „${subject}“ hat den falschen Typ.`,
  ),
  phrase(
    /^The (.+?) is not a valid date\.$/,
    (subject) => `Enter a date that exists for “${subject}”.`,
    (subject) => `Geben Sie für „${subject}“ ein Datum ein, das es gibt.`,
  ),
  phrase(
    /^The (.+?) (?:field must be a valid email address|must be valid email addresses)\.$/,
    (subject) => `Enter an email address for “${subject}”.`,
    (subject) => `Geben Sie für „${subject}“ eine E-Mail-Adresse ein.`,
  ),
  phrase(/^The (.+?) format is invalid\.$/, malformed, germanMalformed),
  phrase(
    /^The (.+?) may not be greater than (\d+) characters\.$/,
    (subject, [max]) => `“${subject}” can have at most ${en(max)} ${plural(max, 'character', 'characters')}.`,
    (subject, [max]) => `„${subject}“ darf höchstens ${de(max)} Zeichen haben.`,
  ),
  phrase(
    /^The (.+?) may not be greater than (\S+) (MB|kilobytes)\.$/,
    (subject, [max, unit]) => `“${subject}” can have at most ${en(max)} ${unit === 'MB' ? 'MB' : 'kB'}.`,
    (subject, [max, unit]) => `„${subject}“ darf höchstens ${de(max)} ${unit === 'MB' ? 'MB' : 'kB'} groß sein.`,
  ),
  phrase(
    /^The (.+?) may not be greater than (\S+)\.$/,
    (subject, [max]) => `“${subject}” can be at most ${en(max)}.`,
    (subject, [max]) => `„${subject}“ darf höchstens ${de(max)} sein.`,
  ),
  phrase(
    /^The (.+?) may not have more than (\d+) (?:items|schemas)\.$/,
    (subject, [max]) => `“${subject}” can have at most ${en(max)} ${plural(max, 'entry', 'entries')}.`,
    (subject, [max]) => `„${subject}“ darf höchstens ${de(max)} ${plural(max, 'Eintrag', 'Einträge')} haben.`,
  ),
  phrase(
    /^The (.+?) must have at least (\d+) items\.$/,
    (subject, [min]) => `“${subject}” needs at least ${en(min)} ${plural(min, 'entry', 'entries')}.`,
    (subject, [min]) => `„${subject}“ braucht mindestens ${de(min)} ${plural(min, 'Eintrag', 'Einträge')}.`,
  ),
  phrase(
    /^The (.+?) must be at least (\d+) characters\.$/,
    (subject, [min]) => `“${subject}” needs at least ${en(min)} ${plural(min, 'character', 'characters')}.`,
    (subject, [min]) => `„${subject}“ braucht mindestens ${de(min)} Zeichen.`,
  ),
  phrase(
    /^The (.+?) must be at least 1 day\. Use null to keep the data\.$/,
    (subject) => `“${subject}” must be at least 1 day. Leave the field empty to keep the data.`,
    (subject) => `„${subject}“ muss mindestens 1 Tag sein. Lassen Sie das Feld leer, um die Daten zu behalten.`,
  ),
  phrase(
    /^The (.+?) must be at least (\S+)\.$/,
    (subject, [min]) => `“${subject}” must be at least ${en(min)}.`,
    (subject, [min]) => `„${subject}“ muss mindestens ${de(min)} sein.`,
  ),
  phrase(
    /^The (.+?) must be between (\S+) and (\S+)\.$/,
    (subject, [min, max]) => `“${subject}” must be between ${en(min)} and ${en(max)}.`,
    (subject, [min, max]) => `„${subject}“ muss zwischen ${de(min)} und ${de(max)} liegen.`,
  ),
  phrase(
    /^The (.+?) field has a duplicate value\.$/,
    (subject) => `“${subject}” is used more than once.`,
    (subject) => `„${subject}“ kommt mehrmals vor.`,
  ),
  phrase(
    /^The (.+?) has already been taken\.$/,
    (subject) => `“${subject}” is already in use. Choose another one.`,
    (subject) => `„${subject}“ ist bereits vergeben. Wählen Sie etwas anderes.`,
  ),
  phrase(
    /^The (.+?) is masked: give it in full\.$/,
    (subject) => `“${subject}” is shown only in part. Enter it in full.`,
    (subject) => `„${subject}“ ist nur zum Teil sichtbar. Geben Sie es vollständig ein.`,
  ),
  phrase(
    /^The (.+?) may contain (.+?) only\.$/,
    (subject, [which]) => `“${subject}” can contain only ${which?.replace(' and ', ' or ')}.`,
    (subject, [which]) => `„${subject}“ darf nur ${which?.replace(' and ', ' und ')} enthalten.`,
  ),
  phrase(
    /^The (.+?) may not have an empty name\.$/,
    (subject) => `Every entry of “${subject}” needs a name.`,
    (subject) => `Jeder Eintrag von „${subject}“ braucht einen Namen.`,
  ),
  phrase(
    /^The (.+?) may not have a name of more than (\d+) characters\.$/,
    (subject, [max]) => `Names in “${subject}” can have at most ${en(max)} characters.`,
    (subject, [max]) => `Namen in „${subject}“ dürfen höchstens ${de(max)} Zeichen haben.`,
  ),
  phrase(
    /^The (.+?) field must be a file\.$/,
    (subject) => `Choose a file for “${subject}”.`,
    (subject) => `Wählen Sie für „${subject}“ eine Datei.`,
  ),
  phrase(
    /^The (.+?) field may not be a file\.$/,
    (subject) => `“${subject}” cannot be a file.`,
    (subject) => `„${subject}“ kann keine Datei sein.`,
  ),
  phrase(
    /^The (.+?) is nested deeper than (\d+) schemas\.$/,
    (subject, [max]) => `“${subject}” can be nested at most ${en(max)} levels deep.`,
    (subject, [max]) => `„${subject}“ darf höchstens ${de(max)} Ebenen tief verschachtelt sein.`,
  ),
  phrase(
    /^The (.+?) (?:keyword is not supported in the parameters of a tool|cannot be used as a property name|names a property that is not declared|field has an unknown type)\.$/,
    (subject) => `“${subject}” cannot be used here.`,
    (subject) => `„${subject}“ ist hier nicht möglich.`,
  ),
  phrase(
    /^The (.+?) must be in the future, and at most a year from now\.$/,
    () => 'Choose a time in the future, at most a year from now.',
    () => 'Wählen Sie einen Zeitpunkt in der Zukunft, höchstens ein Jahr von jetzt.',
  ),
  phrase(
    /^The (.+?) must not be in the future\.$/,
    (subject) => `“${subject}” cannot be in the future.`,
    (subject) => `„${subject}“ darf nicht in der Zukunft liegen.`,
  ),
  phrase(
    /^The (.+?) must be a date after or equal to (.+)\.$/,
    (subject) => `“${subject}” cannot be before the first day.`,
    (subject) => `„${subject}“ darf nicht vor dem ersten Tag liegen.`,
  ),
  phrase(
    /^The (.+?) must be above 0, or below 0 for an adjustment\.$/,
    (subject) => `“${subject}” must be above 0. Only an adjustment can be below 0.`,
    (subject) => `„${subject}“ muss größer als 0 sein. Nur eine Korrektur darf kleiner sein.`,
  ),
  phrase(
    /^(?:Calls|SMS) to the country ([A-Z]{2}) are not allowed for this account\. .+$/,
    (_subject, _rest, country) =>
      `Numbers in the country ${country} are not allowed. Allow the country on the page “Phone numbers”.`,
    (_subject, _rest, country) =>
      `Nummern im Land ${country} sind nicht erlaubt. Erlauben Sie das Land auf der Seite „Telefonnummern“.`,
  ),
  phrase(
    /^The (.+?) must be a valid phone number\.$/,
    (subject) => `Enter a phone number for “${subject}”, with its country code, such as +14155550100.`,
    (subject) => `Geben Sie für „${subject}“ eine Telefonnummer mit Landesvorwahl ein, etwa +4930123456.`,
  ),
  phrase(
    /^The (.+?) can be read as the number of two people\. .+$/,
    (subject) => `“${subject}” could be two different numbers. Write it with a plus sign and the country code.`,
    (subject) => `„${subject}“ kann zwei Nummern bedeuten. Schreiben Sie sie mit Pluszeichen und Landesvorwahl.`,
  ),
  phrase(
    /^The (.+?) was rounded by a spreadsheet, .+$/,
    (subject) =>
      `“${subject}” was rounded by a spreadsheet, such as 1.23E+11. Format its cells as text and enter the number again.`,
    (subject) =>
      `„${subject}“ wurde von einer Tabellenkalkulation gerundet, etwa 1,23E+11. Formatieren Sie die Zellen als Text und geben Sie die Nummer erneut ein.`,
  ),
  phrase(
    /^The (.+?) contains several phone numbers\.$/,
    (subject) => `“${subject}” contains several phone numbers. Enter one.`,
    (subject) => `„${subject}“ enthält mehrere Telefonnummern. Geben Sie nur eine ein.`,
  ),
  phrase(
    /^A part of the (.+?) field is not a valid phone number\.$/,
    (subject) => `A part of “${subject}” is not a phone number.`,
    (subject) => `Ein Teil von „${subject}“ ist keine Telefonnummer.`,
  ),
  phrase(
    /^There is no step `(.+)`\.$/,
    (_subject, _rest, step) => `There is no step “${step}”.`,
    (_subject, _rest, step) => `Es gibt keinen Schritt „${step}“.`,
  ),
  phrase(
    /^The step `(.+)` does not run before this one\.$/,
    (_subject, _rest, step) => `The step “${step}” does not run before this one.`,
    (_subject, _rest, step) => `Der Schritt „${step}“ läuft nicht vor diesem.`,
  ),
  phrase(
    /^`(item|index)` is only known inside a loop\.$/,
    (_subject, _rest, value) => `“${value}” is only known inside a loop.`,
    (_subject, _rest, value) => `„${value}“ gibt es nur in einer Schleife.`,
  ),
  phrase(
    /^The name (.+) is used twice\.$/,
    (_subject, _rest, name) => `The name “${name}” is used twice.`,
    (_subject, _rest, name) => `Der Name „${name}“ wird zweimal verwendet.`,
  ),
  phrase(
    /^(A step|An expectation) needs a value of one of .+\.$/,
    (_subject, _rest, what) => `${what} needs a value.`,
    (_subject, _rest, what) => `${what === 'A step' ? 'Ein Schritt' : 'Eine Erwartung'} braucht einen Wert.`,
  ),
]
