// Sends a request to a server with OpenAI's protocol again without the parameters that it refuses.
import { tryParseJson } from '@parley/rules'
import { isFields } from '#server/platform/vendor-json/is-fields.ts'
import { fieldsOf } from './fields.ts'
import type { ModelMemory } from './model-memory.ts'
import { readLengthRefusal, wordsIn } from './vendor-words.ts'

type Json = Record<string, unknown>

/** A request has no more parameters. */
const maxRefusals = 8
const maxErrorCharacters = 50_000
const refusalStatuses = new Set([400, 404, 405, 415, 422, 500, 501])
const required = new Set(['model', 'messages', 'stream'])

/** What was refused is remembered, so that the next request does not have it. */
export function withoutRefused(
  inner: typeof fetch,
  memoryOf: (model: string) => ModelMemory,
  learned: (model: string, parameter: string) => void,
): typeof fetch {
  return async (input, init) => {
    const body = typeof init?.body === 'string' ? tryParseJson(init.body) : undefined
    if (!isFields(body) || typeof body['model'] !== 'string') return inner(input, init)
    const { omitted } = memoryOf(body['model'])
    for (let refusals = 0; ; refusals++) {
      const sent = omit(body, omitted)
      const response = await inner(input, omitted.size > 0 ? { ...init, body: JSON.stringify(sent) } : init)
      if (!refusalStatuses.has(response.status) || refusals >= maxRefusals) return response
      const text = await readBeginning(response)
      const refused = findRefused(text, sent)
      if (refused === undefined || omitted.has(refused)) {
        const { status, statusText, headers } = response
        return new Response(text, { status, statusText, headers })
      }
      omitted.add(refused)
      learned(body['model'], refused)
    }
  }
}

/** An error that is longer says nothing more, and is not read. */
async function readBeginning({ body }: Response): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  for await (const bytes of body ?? []) {
    text += decoder.decode(bytes, { stream: true })
    if (text.length > maxErrorCharacters) break
  }
  return text + decoder.decode()
}

function omit(body: Json, omitted: ReadonlySet<string>): Json {
  const sent = { ...body }
  if (omitted.has('max_tokens') && sent['max_tokens'] !== undefined) {
    // Newer models of OpenAI have another name for it.
    sent['max_completion_tokens'] ??= sent['max_tokens']
    delete sent['max_tokens']
  }
  // Without a choice, a model may call tools; without tools it cannot.
  if (omitted.has('tool_choice') && sent['tool_choice'] === 'none') delete sent['tools']
  for (const name of omitted) if (!required.has(name)) delete sent[name]
  if (omitted.has('strict') && Array.isArray(sent['tools'])) sent['tools'] = sent['tools'].map(withoutStrict)
  if (sent['tools'] === undefined) {
    delete sent['tool_choice']
    delete sent['parallel_tool_calls']
  }
  return sent
}

function withoutStrict(tool: unknown): unknown {
  const { strict: _strict, ...definition } = fieldsOf(fieldsOf(tool)['function'])
  return { ...fieldsOf(tool), function: definition }
}

const refuses =
  /support|recogni[sz]ed|unknown|unexpected|not (?:permitted|allowed|available|implemented|valid)|extra|invalid|deprecated|cannot|can't|must|only|remove|out of range|should be/i
const refusesTools =
  /(?:not|n't) support (?:the )?(?:use of )?(?:tools?|function)|(?:tools?|tool use|tool calling|function calling|functions?) (?:is|are) not (?:supported|available|enabled)|support tool use|enable-auto-tool-choice|(?:unrecognized|unknown|unsupported|unexpected)[^.]{0,60}['"`]?\btools\b(?!\[)/i

/** The name of a parameter of `sent` that the response refuses. */
function findRefused(text: string, sent: Json): string | undefined {
  if (readLengthRefusal(text)) return undefined
  const names = Object.keys(sent)
    .filter((name) => !required.has(name) && sent[name] !== undefined)
    .sort((a, b) => b.length - a.length)
  const places = placesIn(text)
  if (hasStrict(sent['tools']) && places.some((place) => /\bstrict$/.test(place))) return 'strict'
  const placed = names.find((name) => places.includes(name))
  if (placed !== undefined) return placed
  const words = wordsIn(text)
  if (sent['tools'] !== undefined && refusesTools.test(words)) return 'tools'
  if (!refuses.test(words)) return undefined
  const named = new Set(words.match(/[a-z_]+/g))
  return names.find((name) => name !== 'tools' && named.has(name))
}

/** The places of the faults that the response names: `param` of OpenAI and `loc` of pydantic. */
function placesIn(text: string): string[] {
  const body = fieldsOf(tryParseJson(text))
  const error = fieldsOf(body['error'])
  const details = [body['detail'], body['details'], error['detail'], body['message']].flatMap((list) =>
    Array.isArray(list) ? list : [],
  )
  const locations = details.map((detail) => {
    const { loc } = fieldsOf(detail)
    return Array.isArray(loc) ? loc.filter((part) => part !== 'body').join('.') : ''
  })
  return [error['param'], body['param'], ...locations].filter(
    (place) => typeof place === 'string' && place !== '',
  ) as string[]
}

const hasStrict = (tools: unknown): boolean =>
  Array.isArray(tools) && tools.some((tool) => fieldsOf(fieldsOf(tool)['function'])['strict'] !== undefined)
