// Removes from a written phone number what spreadsheets, address books and links add to it.

/** Marks of writing direction, joiners, soft hyphens, byte order marks and variation selectors, and the frame of a keycap. */
const invisible = /[\p{Default_Ignorable_Code_Point}\p{Cc}]|\u20e3/gu
const dash = /[\p{Pd}\u2043\u2212\u30fc\uff70]/gu
const dot = /[\u00b7\u2022\u2024\u2219\u30fb]/g
const plus = /[\ufb29\ufe62\u2795]/gu
const apostrophe = /^['\u2018\u2019\u201b`\u00b4]+/
const quoted = /^=?["\u201c\u201d\u201e\u00ab](?<inner>[^"\u201c\u201d\u00bb]*)["\u201c\u201d\u00bb]$/
/** Words before and behind a number, links, and the exports of Facebook. Others, such as `Fax:`, stay. */
const labels: ReadonlySet<string> = new Set(
  (
    'tel telephone telefon t\u00e9l t\u00e9l\u00e9phone tel\u00e9fono telefone telefono phone ph mobile mobil m\u00f3vil mob cell handy ' +
    'home work office direct main privat b\u00fcro callto sms whatsapp p t m c h w'
  ).split(' '),
)
const labelBefore = /^(?<label>\p{L}{1,12})[.:]{1,2}(?:\/\/)? ?/u
const labelBehind = / ?\((?<label>\p{L}{1,12})\)$/u
/** The country code, or the beginning of the number, of a local `tel:` link. https://www.rfc-editor.org/rfc/rfc3966 */
const context = /;phone-context=(?<start>\+[\d().-]+)/i
const otherParameters = /;(?:isub|phone-context|oli|cpc|tgrp|trunk-context)=[^;]*/gi
/** A number that a spreadsheet has stored as a decimal one. */
const decimal = /^(?<whole>\+?\d{7,15})[.,]0{1,2}$/

/** Line breaks become line feeds, other white space a space. */
export function cleanPhoneText(written: string): string {
  const text = written
    .replace(/[\r\n\v\f\u0085\u2028\u2029]+/g, '\n')
    .replace(/[^\S\n]|\u2800/g, ' ')
    .replace(invisible, (character) => (character === '\n' ? '\n' : ''))
    .replace(/[\uff01-\uff5e]/g, (character) => String.fromCodePoint(character.codePointAt(0)! - 0xfee0))
    .replace(/[^\P{Nd}0-9]/gu, digitOf)
    .replace(dash, '-')
    .replace(dot, '.')
    .replace(plus, '+')
    .trim()
    .replace(apostrophe, '')
  const inner = (quoted.exec(text)?.groups?.['inner'] ?? text.replace(/^=(?=[+\d])/, '')).trim()
  const link = /^tel:/i.test(inner) ? withoutParameters(inner) : inner
  const rest = [labelBefore, labelBehind].reduce(withoutLabel, link).trim()
  return decimal.exec(rest)?.groups?.['whole'] ?? rest
}

function withoutLabel(text: string, form: RegExp): string {
  const found = form.exec(text)
  return found && labels.has(found.groups!['label']!.toLowerCase()) ? text.replace(form, '') : text
}

function withoutParameters(link: string): string {
  const decoded = link.slice('tel:'.length).replace(/%2b/gi, '+').replace(/%20/g, ' ')
  const start = context.exec(decoded)?.groups?.['start']
  const number = decoded.replace(otherParameters, '').trim()
  return start === undefined || number.startsWith('+') ? number : `${start}${number}`
}

const isDigit = (code: number): boolean => /^\p{Nd}$/u.test(String.fromCodePoint(code))

/** The ten digits of a script follow each other, beginning with 0. */
function digitOf(character: string): string {
  const code = character.codePointAt(0)!
  let zero = code
  while (isDigit(zero - 1)) zero--
  return String((code - zero) % 10)
}
