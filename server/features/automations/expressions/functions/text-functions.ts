// Functions of texts.
import { createHmac } from 'node:crypto'
import { readPhoneNumber } from '#server/platform/text/read-phone-number.ts'
import { EvaluationError } from '../errors.ts'
import { charge, chargeText, type Evaluation } from '../evaluation.ts'
import { areEqual, textOf } from '../values.ts'
import { type ExpressionFunction, listArgument, numberArgument, textArgument } from './function.ts'

const maxParts = 10_000
const comparisonsPerStep = 256

const stepsPerHash = 100

/** The minimum cost of reading a character. */
const comparisonsPerCharacter = 8

/** A search compares each character of the text with the whole pattern in the worst case. */
function chargeSearch(evaluation: Evaluation, text: string, pattern: string): void {
  charge(evaluation, (text.length * (pattern.length + comparisonsPerCharacter)) / comparisonsPerStep)
}

function convertText(
  name: string,
  description: string,
  example: string,
  result: string,
  convert: (text: string) => string,
): ExpressionFunction {
  return {
    name,
    description,
    example,
    result,
    argumentCount: [1, 1],
    run(evaluation, [value]) {
      const text = textArgument(name, value)
      chargeText(evaluation, text.length)
      const converted = convert(text)
      chargeText(evaluation, converted.length)
      return converted
    },
  }
}

function testText(
  name: string,
  description: string,
  example: string,
  test: (text: string, part: string) => boolean,
): ExpressionFunction {
  return {
    name,
    description,
    example,
    result: true,
    argumentCount: [2, 2],
    run(evaluation, [value, part]) {
      if (name === 'contains' && Array.isArray(value)) {
        charge(evaluation, value.length)
        return value.some((item) => areEqual(evaluation, item, part))
      }
      const text = textArgument(name, value)
      const searched = textArgument(name, part)
      if (name === 'contains') chargeSearch(evaluation, text, searched)
      else chargeText(evaluation, searched.length)
      return test(text, searched)
    },
  }
}

function splitText(evaluation: Evaluation, name: string, text: string, separator: string): string[] {
  if (separator === '') throw new EvaluationError(`\`${name}\` needs a text that is not empty to search for.`)
  chargeSearch(evaluation, text, separator)
  const parts = text.split(separator, maxParts + 1)
  if (parts.length > maxParts) throw new EvaluationError(`\`${name}\` finds more than 10,000 parts.`)
  charge(evaluation, parts.length)
  return parts
}

function joinTexts(evaluation: Evaluation, parts: readonly string[], separator: string): string {
  let length = Math.max(0, parts.length - 1) * separator.length
  for (const part of parts) length += part.length
  chargeText(evaluation, length)
  return parts.join(separator)
}

export const textFunctions: readonly ExpressionFunction[] = [
  convertText('lower', 'Converts a text to lower case.', 'lower("Anna")', 'anna', (text) => text.toLowerCase()),
  convertText('upper', 'Converts a text to upper case.', 'upper("Anna")', 'ANNA', (text) => text.toUpperCase()),
  convertText('trim', 'Removes spaces around a text.', 'trim(" Anna ")', 'Anna', (text) => text.trim()),
  testText('contains', 'Whether a text or a list contains this one.', '"order 17".contains("17")', (text, part) =>
    text.includes(part),
  ),
  testText('startsWith', 'Whether a text starts with this one.', '"+49 30".startsWith("+49")', (text, part) =>
    text.startsWith(part),
  ),
  testText('endsWith', 'Whether a text ends with this one.', '"a.pdf".endsWith(".pdf")', (text, part) =>
    text.endsWith(part),
  ),
  {
    name: 'substring',
    description: 'The characters from a position, counted from 0, up to another one or the end.',
    example: '"order 17".substring(6)',
    result: '17',
    argumentCount: [2, 3],
    run(_, [value, start, end]) {
      const text = textArgument('substring', value)
      return text.slice(
        Math.max(0, Number(numberArgument('substring', start))),
        end === undefined ? undefined : Math.max(0, Number(numberArgument('substring', end))),
      )
    },
  },
  {
    name: 'split',
    description: 'Splits a text into at most 10,000 parts.',
    example: '"a,b".split(",")',
    result: ['a', 'b'],
    argumentCount: [2, 2],
    run: (evaluation, [text, separator]) =>
      splitText(evaluation, 'split', textArgument('split', text), textArgument('split', separator)),
  },
  {
    name: 'join',
    description: 'Joins the items of a list to a text.',
    example: '["a", 2].join(", ")',
    result: 'a, 2',
    argumentCount: [1, 2],
    run(evaluation, [list, separator = '']) {
      const items = listArgument('join', list)
      charge(evaluation, items.length)
      const texts = items.map((item) => textOf(evaluation, item))
      return joinTexts(evaluation, texts, textArgument('join', separator))
    },
  },
  {
    name: 'replace',
    description: 'Replaces every occurrence of a text, which is not a pattern.',
    example: '"030 / 12".replace(" / ", "-")',
    result: '030-12',
    argumentCount: [3, 3],
    run(evaluation, [value, searched, replacement]) {
      const text = textArgument('replace', value)
      const parts = splitText(evaluation, 'replace', text, textArgument('replace', searched))
      return joinTexts(evaluation, parts, textArgument('replace', replacement))
    },
  },
  {
    name: 'hmacSha256',
    description:
      'The HMAC-SHA256 of a text under a key, in hexadecimal or in "base64", as handshakes of webhooks ask for it.',
    example: 'hmacSha256("hello", "key")',
    result: '9307b3b915efb5171ff14d8cb55fbcc798c6c0ef1456d66ded1a6aa723a58b7b',
    argumentCount: [2, 3],
    run(evaluation, [value, key, encoding = 'hex']) {
      const [text, secret] = [textArgument('hmacSha256', value), textArgument('hmacSha256', key)]
      if (encoding !== 'hex' && encoding !== 'base64')
        throw new EvaluationError('`hmacSha256` needs "hex" or "base64" as its encoding.')
      charge(evaluation, stepsPerHash)
      chargeText(evaluation, text.length + secret.length)
      return createHmac('sha256', secret).update(text).digest(encoding)
    },
  },
  {
    name: 'phone',
    description: 'The phone number in E.164 format, or null. The country is that of numbers without a country code.',
    example: 'phone("030 901820", "DE")',
    result: '+4930901820',
    argumentCount: [2, 2],
    run(evaluation, [value, country]) {
      const text = textArgument('phone', value)
      if (text.length > 64) return null
      charge(evaluation, 200)
      return readPhoneNumber(text, textArgument('phone', country).slice(0, 2)) ?? null
    },
  },
]
