// Reads numbers as customers say them, in the six languages of the offline model.
import { plain } from './language.ts'

const words: readonly (readonly [number, string])[] = [
  'zero null',
  'one eins einer',
  'two zwei deux due dois duas dos',
  'three drei trois tres tre',
  'four vier quatre cuatro quattro quatro',
  'five funf cinq cinco cinque',
  'six sechs seis sei',
  'seven sieben sept siete sette sete',
  'eight acht huit ocho otto oito',
  'nine neun neuf nueve nove',
  'ten zehn dix diez dieci dez',
  'eleven elf onze once undici',
  'twelve zwolf douze doce dodici doze',
  'thirteen dreizehn treize trece tredici treze',
  'fourteen vierzehn quatorze catorce quattordici catorze',
  'fifteen funfzehn quinze quince quindici',
  'sixteen sechzehn seize dieciseis sedici dezesseis dezasseis',
  'seventeen siebzehn diecisiete diciassette dezessete dezassete',
  'eighteen achtzehn dieciocho diciotto dezoito',
  'nineteen neunzehn diecinueve diciannove dezenove dezanove',
  'twenty zwanzig vingt veinte venti vinte',
].map((list, number) => [number, list] as const)
const tens: readonly (readonly [number, string])[] = [
  [21, 'einundzwanzig ventuno veintiuno'],
  [22, 'zweiundzwanzig ventidue veintidos'],
  [25, 'funfundzwanzig venticinque veinticinco'],
  [30, 'thirty dreissig trente treinta trenta trinta'],
  [40, 'forty vierzig quarante cuarenta quaranta quarenta'],
  [45, 'funfundvierzig quarantacinque'],
  [50, 'fifty funfzig cinquante cincuenta cinquanta cinquenta'],
]
const numbers = new Map([...words, ...tens].flatMap(([number, list]) => list.split(' ').map((word) => [word, number])))

/** In plain text, with digits in place of words; an article is no number. */
export function withDigits(text: string): string {
  const said = plain(text)
    .replace(/\bat once\b/g, ' ')
    .replace(/\bein(?=e? uhr\b)|\bune(?= heure\b)|(?<=\b(?:la|all|alla) )una\b|\buma(?= hora\b)/g, '1')
    .replace(/(?<=\b(?:dix)[ -])(?:sept|huit|neuf)\b/g, (word) => `+${word}`)
    .replace(/\bdix[ -]\+(sept|huit|neuf)\b/g, (_, word: string) => String(10 + numbers.get(word)!))
  const digits = said.replace(/\p{L}+/gu, (word) => String(numbers.get(word) ?? word))
  return digits.replace(
    /\b(20|30|40|50)(?: |-| (?:y|e|et|and) )([1-9])\b(?![:.]\d)/g,
    (all, ten: string, one: string) => (/\d/.test(said) ? all : String(Number(ten) + Number(one))),
  )
}

const counted =
  /\b(\d{1,4}) (?:people|persons?|guests?|of us|pax|adults|personen|leute|gaste|personnes?|personas?|persone|pessoas?)\b/
const after =
  /\b(?:for|fur|zu|pour|para|per|are|party of|sind|somos|sommes|siamo) (\d{1,4})\b(?! ?(?::|\.\d|h\b|am\b(?! (?:mon|dien|mitt|don|frei|sam|sonn|\d))|pm\b|a m|p m|uhr|o clock|heures?|horas?|minut|hours?|days?|weeks?|nights?|stunden|tage|jours|dias|giorni|(?:st|nd|rd|th)\b))/
const couple =
  /\b(?:my|meine?n?|mon|ma|mi|mio|mia|meu|minha) \p{L}+ (?:and|und|et|y|e) (?:me|i|myself|ich|mich|moi|yo|io|eu)\b|\b(?:me|i|ich|moi|yo|io|eu) (?:and|und|et|y|e) (?:my|meine?n?|mon|ma|mi|mio|mia|meu|minha) \p{L}+\b/u
const alone =
  /\b(?:just (?:me|myself)|by myself|nur ich|(?:a|one|ein|eine|un|una|une|um|uma) (?:person|persona|personne|pessoa))\b/

/** The number of people that a customer names as such. */
export function peopleIn(text: string): number | undefined {
  const said = withDigits(text)
  const bare = said.replace(/[^\p{L}\p{N}:.]+/gu, ' ')
  const found = counted.exec(bare) ?? after.exec(bare)
  if (found) return Number(found[1])
  if (couple.test(bare)) return 2
  return alone.test(bare) ? 1 : undefined
}

/** The number that a customer says, without those of a day or a time. */
export function numberIn(text: string): number | undefined {
  const explicit = peopleIn(text)
  if (explicit !== undefined) return explicit
  const said = withDigits(text)
  if (/^\W*(?:an?|eine?[nr]?|une?|uno|una|um|uma)\W*$/.test(said)) return 1
  const others = said
    .replace(
      /\d{1,2}[:.h]\d{2}|\d{1,2}\s?(?:am|pm|uhr|h|o.clock|heures?|horas?)\b|\b(?:at|um|gegen|vers|alle|a las) \d{1,2}\b/gu,
      ' ',
    )
    .replace(/\b\d{1,4}(?:st|nd|rd|th|\.)(?!\w)(?=.*\p{L})/gu, ' ')
  const found = /(?<![\d.])\d{1,4}(?!\d)/.exec(others)?.[0]
  return found === undefined ? undefined : Number(found)
}
