// What the server of a model said about a failure: for the operator, and to find out why it refused a request.
import { tryParseJson } from '@parley/rules'
import { isFields } from '#server/platform/vendor-json/is-fields.ts'
import { fieldsOf } from './fields.ts'

const maxCharacters = 300
const maxBodyCharacters = 20_000

/** The text of an error response, or of an error in a stream. Empty if the error comes from Parley or the network. */
export function vendorWordsOf(error: unknown): string {
  const { responseBody, message } = fieldsOf(error)
  if (typeof responseBody === 'string') return wordsIn(responseBody.slice(0, maxBodyCharacters))
  if (error instanceof Error) return ''
  return typeof error === 'string' ? error : typeof message === 'string' ? message : ''
}

/** From the body of a response, which can also be plain text. */
export function wordsIn(body: string): string {
  const value = tryParseJson(body)
  if (value === undefined) return body.trimStart().startsWith('<') ? '' : body
  const { error, message, detail, errors } = fieldsOf(Array.isArray(value) ? value[0] : value)
  const inner = fieldsOf(error)
  // Gateways pass on the answer of the server behind them.
  const { raw } = fieldsOf(inner['metadata'])
  const upstream = typeof raw === 'string' ? wordsIn(raw.slice(0, maxBodyCharacters)) : ''
  const given = [
    inner['message'],
    error,
    message,
    detail,
    fieldsOf(Array.isArray(errors) ? errors[0] : undefined).message,
  ]
  const told = given.map(textOf).find((text) => text !== '') ?? ''
  return [told, upstream].filter((text) => text !== '').join(': ')
}

/** Lists of pydantic name the places of the faults. */
function textOf(value: unknown): string {
  if (typeof value === 'string') return value
  const list = Array.isArray(value) ? value.filter(isFields) : []
  return list
    .slice(0, 5)
    .map(({ loc, msg }) => `${Array.isArray(loc) ? loc.join('.') : ''} ${typeof msg === 'string' ? msg : ''}`.trim())
    .join('; ')
}

const secrets =
  /\b(?:sk|pk|rk|gsk|xai|hf|key|AIza)[-_]?[\w*-]{8,200}|\bBearer\s+\S{1,300}|(?<=\/\/)[^\s/@]{1,200}@|\b[\w*-]{40,}/gi
/** A part of the prompt of this length is left out. */
const quotedCharacters = 12

/** One line without keys and without what the customer wrote. `prompt` returns the texts of the request. */
export function withoutSecrets(words: string, prompt: () => string): string {
  const line = words
    .slice(0, 4 * maxCharacters)
    .replace(/[\p{C}\s]+/gu, ' ')
    .trim()
    .replace(secrets, '…')
    .slice(0, maxCharacters)
    .toWellFormed()
  if (line.length < quotedCharacters) return line
  const asked = prompt()
  let shown = ''
  let end = 0
  for (let index = 0; index <= line.length - quotedCharacters; index++) {
    if (!asked.includes(line.slice(index, index + quotedCharacters))) continue
    if (index > end) shown += line.slice(end, index)
    if (index >= end) shown += '…'
    end = index + quotedCharacters
  }
  return shown + line.slice(end)
}

interface LengthRefusal {
  contextTokens: number | undefined
  inputTokens: number | undefined
}

const tooLong =
  /context[ _-]?(?:length|window|size|limit)|exceed_context|n_ctx|context the overflows|tokens to keep|maximum (?:model|prompt|input|sequence) length|(?:prompt|input) (?:is )?too long|input token count|too many (?:input )?tokens|reduce (?:the|your) (?:length|prompt|messages|input|context)|token count exceeds|`inputs` tokens|number of tokens \(prompt|request[ _]too[ _]large|longer than the (?:model|maximum)/i

const contextSizes = [
  /n_ctx["']?\s{0,3}[:=(]\s{0,3}(\d{3,8})/i,
  /(\d[\d,]{2,9}) maximum context/i,
  /> ?(\d[\d,]{2,9})/,
  /(?:context|model|sequence|prompt|input)[ _-]?(?:length|window|size|limit)[^.\d]{0,40}?(\d[\d,]{2,9})/i,
  /tokens allowed \((\d[\d,]{2,9})\)/i,
  /must be <= ?(\d{3,9})/i,
  /cannot exceed (\d{3,9})/i,
  /limit (\d{3,9}), requested/i,
]
const inputSizes = [
  /n_prompt_tokens["']?\s{0,3}[:=]\s{0,3}(\d{2,9})/i,
  /n_keep \((\d{2,9})\)/i,
  /(\d[\d,]{1,9}) (?:input|prompt) tokens/i,
  /(\d[\d,]{1,9}) tokens from the input/i,
  /(\d[\d,]{1,9}) (?:tokens )?in the (?:messages|prompt)/i,
  /prompt \(length (\d{2,9})\)/i,
  /input \((\d{2,9}) tokens\)/i,
  /too long: (\d{2,9}) tokens/i,
  /token count \((\d{2,9})\)/i,
  /prompt contains (\d{2,9})/i,
  /(\d{2,9}) of text input/i,
  /given: (\d{2,9})/i,
  /context limit: (\d{2,9})/i,
  /keep the first (\d{2,9}) tokens/i,
]

/** `text` is the whole body of the response, which can name the sizes as fields. */
export function readLengthRefusal(text: string): LengthRefusal | undefined {
  const body = text.slice(0, maxBodyCharacters)
  if (!tooLong.test(body)) return undefined
  return { contextTokens: sizeIn(body, contextSizes, 512), inputTokens: sizeIn(body, inputSizes, 16) }
}

function sizeIn(text: string, patterns: readonly RegExp[], least: number): number | undefined {
  for (const pattern of patterns) {
    const size = Number(pattern.exec(text)?.[1]?.replaceAll(',', ''))
    if (size >= least && size <= 20_000_000) return size
  }
  return undefined
}
