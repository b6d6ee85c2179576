// Reads times as customers say them, in the six languages of the offline model.
import { withDigits } from './numbers.ts'

export interface TimeContext {
  /** The time that the customer has named before; a correction keeps its half of the day. */
  previous?: string | undefined
  /** The earliest possible time, such as the current one. */
  from?: string | undefined
  /** A number without further words is no time. */
  isUnasked?: boolean
}

type Half = 'am' | 'pm' | 'night' | undefined

const greetings =
  /\b(?:guten|good) (?:abend|morgen|tag|evening|morning|afternoon|night)\b|\bbonsoir\b|\bbuenas (?:tardes|noches)\b|\bbuonasera\b|\bboa (?:tarde|noite)\b/g
const dates = /\b\d{4}-\d\d-\d\d\b|\b\d{1,2}\.\s?\d{1,2}\.(?:\s?\d{4}|\d\d\b(?!:))?|\b\d{1,2}(?:st|nd|rd|th|er)\b/g
const night = /\b(?:at night|nachts|de la nuit|di notte|da madrugada|de la madrugada)\b/
const afternoon =
  /\d ?p ?m\b|\bp m\b|\b(?:tonight|evening|afternoon|abends?|nachmittags?|soir|soiree|apres midi|tardes?|noches?|sera|stasera|pomeriggio|noite)\b/
const morning =
  /\d ?a ?m\b|\b(?:morning|morgens|vormittags?|(?:am|heute|in der) (?:morgen|fruh)|matin|(?:de|por) la manana|esta manana|mattina|mattino|stamattina|manha)\b/

const patterns: readonly (readonly [
  RegExp,
  (first: number, second: number) => readonly [number, number] | undefined,
])[] = [
  [/\b(\d{1,2}) ?[:.h] ?(\d{2})(?!\d)/, (hours, minutes) => [hours, minutes]],
  [/\b(\d{1,2}) (?:minuten )?vor halb (\d{1,2})\b/, (minutes, hours) => [hours - 1, 30 - minutes]],
  [/\b(\d{1,2}) (?:minuten )?nach halb (\d{1,2})\b/, (minutes, hours) => [hours - 1, 30 + minutes]],
  [/\bhalb (\d{1,2})\b/, (hours) => [hours - 1, 30]],
  [
    /\bhalf(?: past)? (\d{1,2})\b(?! ?(?:people|persons?|guests?|of us|personen|leute|personnes?|personas?|persone|pessoas?))/,
    (hours) => [hours, 30],
  ],
  [/\b(?:quarter (?:past|after)|viertel nach) (\d{1,2})\b/, (hours) => [hours, 15]],
  [/\b(?:quarter (?:to|before|of|till)|viertel vor|dreiviertel) (\d{1,2})\b/, (hours) => [hours - 1, 45]],
  [/\b(\d{1,2}) (?:minutes? |minuten )?(?:past|nach) (\d{1,2})\b/, (minutes, hours) => [hours, minutes]],
  [
    /(?<!\bfrom )\b(5|10|20|25|\d{1,2}(?= minut)) (?:minutes? |minuten )?(?:to|before|vor) (\d{1,2})\b(?! ?(?:people|persons?|guests?|of us|personen|leute|personnes?|personas?|persone|pessoas?))/,
    (minutes, hours) => [hours - 1, 60 - minutes],
  ],
  [
    /\b(\d{1,2})(?: ?(?:uhr|heures?|h|horas?|ore|o clock))? (?:moins (?:le |un )?quart|menos (?:un )?cuarto|meno un quarto)\b/,
    (hours) => [hours - 1, 45],
  ],
  [
    /\b(\d{1,2})(?: ?(?:uhr|heures?|h|horas?|ore|o clock))? (?:moins|menos|meno) (\d{1,2})\b/,
    (hours, minutes) => [hours - 1, 60 - minutes],
  ],
  [
    /\b(\d{1,2})(?: ?(?:uhr|heures?|h|horas?|ore|o clock))? (?:et quart|y cuarto|e un quarto)\b/,
    (hours) => [hours, 15],
  ],
  [
    /\b(\d{1,2})(?: ?(?:uhr|heures?|h|horas?|ore|o clock))? (?:et demie?|y media|e mezz[ao]|e meia)\b/,
    (hours) => [hours, 30],
  ],
  [
    /\b(\d{1,2})(?: ?(?:uhr|heures?|h|horas?|ore|o clock))? (?:y|e) (\d{1,2})\b(?! ?(?:people|persons?|guests?|of us|personen|leute|personnes?|personas?|persone|pessoas?))/,
    (hours, minutes) => (minutes < 10 ? undefined : [hours, minutes]),
  ],
  [
    /\b(\d{1,2}) ?(?:uhr|heures?|h|ore) ?(\d{1,2})\b(?! ?(?:people|persons?|guests?|of us|personen|leute|personnes?|personas?|persone|pessoas?))/,
    (hours, minutes) => [hours, minutes],
  ],
  [
    /\b(\d{1,2}) (05|10|15|20|25|30|35|40|45|50|55)\b(?! ?(?:people|persons?|guests?|of us|personen|leute|personnes?|personas?|persone|pessoas?))/,
    (hours, minutes) => [hours, minutes],
  ],
  [/\b(?:midi et demie?|mezzogiorno e mezz[ao])\b/, () => [12, 30]],
]
/** A time with one of these that matches no pattern is not understood. */
const parts =
  /\b(?:half|quarter|past|viertel|halb|dreiviertel|quart|demie?|moins|media|cuarto|menos|mezz[ao]|quarto|meno|meia|minut\w*)\b/
const hours: readonly RegExp[] = [
  /\b(\d{1,2}) ?(?:am|pm|a m|p m|o clock|uhr|h|heures?|horas?|ore|(?:de|da) (?:la )?(?:tarde|noche|manana|noite|manha)|du (?:soir|matin)|di (?:sera|mattina))\b/,
  /\b(?:at|um|gegen|ab|a las?|alle|all|as|vers|around|about|make (?:it|that)(?: at)?) (\d{1,2})\b(?! ?(?:people|persons?|guests?|of us|personen|leute|personnes?|personas?|persone|pessoas?))/,
  /^(?:at |um |a |uh |um |no |to |)(\d{1,2})(?: instead| please| bitte| por favor| per favore| s il (?:vous|te) plait| abends| morgens| tonight| in the (?:evening|morning|afternoon))*$/,
]
const noon = /\b(?:noon|midday|mittags?|mediodia|mezzogiorno|meio dia|midi)\b/
const midnight = /\b(?:midnight|mitternacht|minuit|medianoche|mezzanotte|meia noite)\b/

/** The time as `14:30`. Without a word for the half of the day, the hours before seven are those of the afternoon. */
export function timeIn(text: string, context: TimeContext = {}): string | undefined {
  const said = withDigits(text)
    .replace(dates, ' ')
    .replace(/(?<=\d) ?a\.m\b\.?/g, ' am')
    .replace(/(?<=\d) ?p\.m\b\.?/g, ' pm')
    .replace(/[^\p{L}\p{N}:.]+|\.(?!\d)|(?<!\d)\./gu, ' ')
    .replace(greetings, ' ')
    .replace(/ +/g, ' ')
    .trim()
  const half: Half = night.test(said) ? 'night' : morning.test(said) ? 'am' : afternoon.test(said) ? 'pm' : undefined
  const isFull = /\b0\d ?[:.h]/.test(said)
  for (const [pattern, read] of patterns) {
    const found = pattern.exec(said)
    const time = found && read(Number(found[1]), Number(found[2]))
    if (time) return clock(time[0], time[1], half, isFull ? {} : context)
  }
  if (parts.test(said)) return undefined
  for (const pattern of context.isUnasked ? hours.slice(0, 2) : hours) {
    const found = pattern.exec(said)
    if (found) return clock(Number(found[1]), 0, half, context)
  }
  if (noon.test(said)) return '12:00'
  return midnight.test(said) ? '00:00' : undefined
}

function clock(hours: number, minutes: number, half: Half, { previous, from }: TimeContext): string | undefined {
  if (!(hours >= 0 && hours <= 24) || !(minutes >= 0 && minutes <= 59)) return undefined
  const at = (hour: number) => `${String(hour % 24).padStart(2, '0')}:${String(minutes).padStart(2, '0')}`
  if (hours > 12 || (hours === 0 && half !== 'pm')) return at(hours)
  const early = hours % 12
  if (half === 'am') return at(early)
  if (half === 'night') return at(early < 5 ? early : early + 12)
  if (half === 'pm') return at(early + 12)
  const keeps = previous !== undefined && previous >= '12:00'
  const isPast = from !== undefined && at(hours) <= from
  return at(hours < 7 || keeps || isPast ? early + 12 : hours)
}
