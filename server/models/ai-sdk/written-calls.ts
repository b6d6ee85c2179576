// Finds tool calls that a model has written into its text instead of calling the tool.

import { tryParseJson } from '@parley/rules'
import { isFields } from '#server/platform/vendor-json/is-fields.ts'
import type { ToolDefinition } from '#server/ports/language-model.ts'

export interface WrittenCall {
  name: string
  arguments: Record<string, unknown>
}

export interface WrittenCalls {
  calls: WrittenCall[]
  /** Something was called that is not offered, or with arguments that are no object. */
  hasFaults: boolean
}

type Tools = readonly Pick<ToolDefinition, 'name' | 'parameters'>[]

/** The offered tool that a model means: some add the marks of their template, or the name space of OpenAI. */
export function offeredName(given: string, tools: Tools): string | undefined {
  const isOffered = (name: string) => tools.some((tool) => tool.name === name)
  if (isOffered(given)) return given
  const name = given
    .replace(/<[|｜].*$/su, '')
    .trim()
    .replace(/^["'`]|["'`]$/g, '')
    .replace(/^(?:to=|call:)/, '')
    .replace(/^functions?[.:]/, '')
  if (isOffered(name)) return name
  const unnumbered = name.replace(/:\d{1,9}$/, '')
  return isOffered(unnumbered) ? unnumbered : undefined
}

/** An empty text and `null` are no arguments. Returns undefined if the arguments are no object. */
export function parseArguments(input: string): Record<string, unknown> | undefined {
  const text = input.replace(/<[|｜][\w▁]{1,40}[|｜]>\s*$/u, '').trim()
  if (text === '' || text === 'null') return {}
  const value = tryParseJson(text)
  const inner = typeof value === 'string' ? tryParseJson(value) : value
  return isFields(inner) ? inner : undefined
}

const nameKeys = ['name', 'tool', 'tool_name', 'function', 'function_name', 'recipient_name', 'action']
const argumentKeys = ['arguments', 'parameters', 'args', 'params', 'input', 'tool_input', 'action_input']
const listKeys = ['tool_calls', 'tool_uses']
const otherKeys = ['id', 'type', 'tool_call', 'function_call', ...listKeys]

/**
 * Whether a text that begins with `{`, `[` or a fence can become a call. Undefined if it is too short to tell: only the
 * name of an offered tool makes JSON a call, so other JSON is not held back.
 */
export function canBeCall(text: string, tools: Tools): boolean | undefined {
  const inner = text.replace(/^`{3}[\w-]{0,20}/, '').replace(/^[\s[]{0,20}/, '')
  if (inner === '') return undefined
  if (!inner.startsWith('{')) {
    const names = tools.flatMap(({ name }) => pythonForms(name))
    if (names.some((name) => inner.startsWith(name))) return true
    return names.some((name) => name.startsWith(inner)) ? undefined : false
  }
  if (/^\{\s{0,20}(?:["'][^"']{0,64}(?:["']\s{0,20}(?::\s{0,20})?)?)?$/.test(inner)) return undefined
  const [, key = '', value = ''] = /^\{\s{0,20}["']([^"']{1,64})["']\s{0,20}:\s{0,20}(.*)$/s.exec(inner) ?? []
  if (argumentKeys.includes(key) || otherKeys.includes(key)) return true
  if (value.startsWith('{')) return key === 'function' || offeredName(key, tools) !== undefined
  if (!nameKeys.includes(key) || !/^["']/.test(value)) return false
  const end = value.indexOf(value.charAt(0), 1)
  if (end < 0) return value.length < 200 ? undefined : false
  return offeredName(value.slice(1, end), tools) !== undefined
}

/** Reads all forms of calls: JSON, a name before JSON, XML of parameters, and calls as in Python. */
export function readWrittenCalls(written: string, tools: Tools): WrittenCalls {
  // Gemma's mark of a text.
  const text = written.replaceAll('<|"|>', '"')
  const xml = readXmlCalls(text, tools)
  if (xml) return xml
  const found: WrittenCalls = { calls: [], hasFaults: false }
  let from = 0
  for (;;) {
    const open = text.indexOf('{', from)
    if (open < 0) break
    const end = endOfObject(text, open)
    const value = end < 0 ? undefined : parseLoose(text.slice(open, end))
    if (value === undefined) found.hasFaults = true
    else addJson(value, text.slice(from, open), tools, found)
    if (end < 0) break
    from = end
  }
  if (found.calls.length === 0 && !found.hasFaults) readPythonCalls(text, tools, found)
  return found
}

/** A model that has to call its only tool can write the arguments alone. */
export function readBareArguments(text: string, { parameters }: Tools[number]): Record<string, unknown> | undefined {
  const inner = text
    .trim()
    .replace(/^`{3}\w{0,20}\s/, '')
    .replace(/`{3}$/, '')
  const value = tryParseJson(inner)
  const properties = parameters['properties']
  if (!isFields(value) || !isFields(properties)) return undefined
  const keys = Object.keys(value)
  return keys.length > 0 && keys.every((key) => Object.hasOwn(properties, key)) ? value : undefined
}

function addJson(value: unknown, before: string, tools: Tools, found: WrittenCalls): void {
  if (!isFields(value)) return
  const list = listKeys.map((key) => value[key]).find(Array.isArray)
  if (list) {
    for (const call of list) addJson(call, '', tools, found)
    return
  }
  const call = [value['function'], value['function_call'], value['tool_call']].find(isFields) ?? value
  const named = nameKeys.map((key) => call[key]).find((name) => typeof name === 'string')
  const args = argumentKeys.map((key) => call[key]).find((given) => given !== undefined)
  const isCall = typeof named === 'string' && (args !== undefined || Object.keys(call).length === 1)
  const [[key = '', only] = [], ...others] = Object.entries(call)
  const keyed = others.length === 0 && isFields(only) ? offeredName(key, tools) : undefined
  const name = isCall ? offeredName(named, tools) : (keyed ?? lastName(before, tools))
  const given = isCall ? args : keyed === undefined ? call : only
  const parsed = typeof given === 'string' ? parseArguments(given) : (given ?? {})
  if (name !== undefined && isFields(parsed)) found.calls.push({ name, arguments: parsed })
  else found.hasFaults = true
}

/** The name between the marks before the arguments. */
function lastName(before: string, tools: Tools): string | undefined {
  const words = before.slice(-500).match(/[\w.:-]+/g) ?? []
  return words
    .toReversed()
    .map((word) => offeredName(word, tools))
    .find((name) => name !== undefined)
}

/** JSON, or an object as in Python or JavaScript: with other quotation marks, names of constants, and bare keys. */
function parseLoose(text: string): unknown {
  const strict = tryParseJson(text)
  if (strict !== undefined) return strict
  const token = /'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|[A-Za-z_]\w*/g
  const json = text.replace(token, (found, index: number) => {
    if (found.startsWith('"')) return found
    if (found.startsWith("'")) return JSON.stringify(found.slice(1, -1).replace(/\\(.)/g, '$1'))
    if (/^\s{0,20}:/.test(text.slice(index + found.length, index + found.length + 21))) return `"${found}"`
    return Object.hasOwn(constants, found) ? String(constants[found]) : found
  })
  return tryParseJson(json)
}

/** The index after the object, or -1 if it does not end. */
function endOfObject(text: string, open: number): number {
  let depth = 0
  let quote = ''
  for (let index = open; index < text.length; index++) {
    const char = text[index]
    if (quote !== '') {
      if (char === '\\') index++
      else if (char === quote) quote = ''
    } else if (char === '"' || char === "'") quote = char
    else if (char === '{') depth++
    else if (char === '}' && --depth === 0) return index + 1
  }
  return -1
}

const xmlForms = [
  { call: '<function=', nameEnd: '>', key: '<parameter=', keyEnd: '>', valueEnd: '</parameter>' },
  { call: '<invoke name=', nameEnd: '>', key: '<parameter name=', keyEnd: '>', valueEnd: '</parameter>' },
  { call: '<tool_call>', nameEnd: '<arg_key>', key: '<arg_key>', keyEnd: '</arg_key>', valueEnd: '</arg_value>' },
]

/** The forms of Qwen, MiniMax and GLM. Undefined if the text has none of them. */
function readXmlCalls(text: string, tools: Tools): WrittenCalls | undefined {
  const form = xmlForms.find(({ call, key }) => text.includes(call) && (call !== '<tool_call>' || text.includes(key)))
  if (!form) return undefined
  const found: WrittenCalls = { calls: [], hasFaults: false }
  for (const part of text.split(form.call).slice(1)) {
    // Llama writes JSON after the name.
    const json = part.includes(form.key) ? -1 : part.indexOf('{')
    const [given = ''] = (json < 0 ? part : part.slice(0, json)).split(form.nameEnd, 1)
    const tool = tools.find(({ name }) => name === offeredName(given.trim(), tools))
    const end = json < 0 ? -1 : endOfObject(part, json)
    const value = json < 0 ? tool && readXmlArguments(part, form, tool) : parseLoose(part.slice(json, end))
    const args = isFields(value) ? value : undefined
    if (tool && args) found.calls.push({ name: tool.name, arguments: args })
    else found.hasFaults = true
  }
  return found
}

function readXmlArguments(part: string, form: (typeof xmlForms)[number], tool: Tools[number]) {
  const args: Record<string, unknown> = {}
  for (const piece of part.split(form.key).slice(1)) {
    const keyEnd = piece.indexOf(form.keyEnd)
    const valueEnd = piece.indexOf(form.valueEnd)
    if (keyEnd < 0) return undefined
    const key = piece.slice(0, keyEnd).trim().replace(/^"|"$/g, '')
    // Some models leave out the closing tags.
    const end = valueEnd < keyEnd ? piece.search(/<\/(?:function|invoke|tool_call)>|$/) : valueEnd
    const value = piece.slice(keyEnd + form.keyEnd.length, end).replace(/^\s*<arg_value>/, '')
    args[key] = typed(value.trim(), key, tool)
  }
  return args
}

/** Values of XML have no type, so the schema decides. */
function typed(text: string, key: string, { parameters }: Tools[number]): unknown {
  const properties = isFields(parameters['properties']) ? parameters['properties'] : {}
  const schema = Object.hasOwn(properties, key) ? properties[key] : undefined
  const type = isFields(schema) ? schema['type'] : undefined
  const isText = type === undefined || type === 'string' || (Array.isArray(type) && type.includes('string'))
  return isText ? text : (tryParseJson(text) ?? text)
}

/** Calls such as `get_order(id="7", urgent=True)`, with constants only. */
function readPythonCalls(text: string, tools: Tools, found: WrittenCalls): void {
  const called = tools.flatMap(({ name }) => {
    const start = [...pythonForms(name), `${name}.call(`].find((form) => text.includes(form))
    return start === undefined ? [] : [{ name, given: text.slice(text.indexOf(start) + start.length) }]
  })
  for (const { name, given } of called) {
    const args = readKeywords(given)
    if (args) found.calls.push({ name, arguments: args })
    else found.hasFaults = true
  }
  found.hasFaults ||= called.length === 0
}

const pythonForms = (name: string): string[] =>
  [name, `default_api.${name}`].flatMap((call) => [`${call}(`, `print(${call}(`])

const keyword =
  /\s*([A-Za-z_]\w{0,60})\s*=\s*("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|-?\d[\d.]{0,30}|True|False|None|true|false|null)\s*(,|\))/y
const constants: Record<string, unknown> = { True: true, False: false, None: null }

function readKeywords(given: string): Record<string, unknown> | undefined {
  const args: Record<string, unknown> = {}
  if (/^\s*\)/.test(given)) return args
  keyword.lastIndex = 0
  for (;;) {
    const [, key = '', value = '', end] = keyword.exec(given) ?? []
    if (end === undefined) return undefined
    const isQuoted = value.startsWith("'")
    args[key] = isQuoted
      ? value.slice(1, -1).replace(/\\(.)/g, '$1')
      : value in constants
        ? constants[value]
        : tryParseJson(value)
    if (end === ')') return args
  }
}
