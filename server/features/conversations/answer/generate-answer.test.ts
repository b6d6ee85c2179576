// Tests that a hostile model cannot exceed the limits of an answer or bypass the validation of tool arguments.
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { parseJson } from '@parley/rules'
import fc from 'fast-check'
import { createLog } from '#server/platform/observability/log.ts'
import { OutsideError } from '#server/platform/outside-error.ts'
import { seal } from '#server/platform/security/secret-box.ts'
import type { GenerationEvent, LanguageModel } from '#server/ports/language-model.ts'
import { anyCharacter } from '#testing/requests/any-character.ts'
import { httpTool } from '../tools/http-tool.ts'
import { generateAnswer } from './generate-answer.ts'

const parameters = {
  type: 'object',
  properties: { order: { type: 'string', maxLength: 8 } },
  required: ['order'],
  additionalProperties: false,
}
const masterKey = new Uint8Array(32)
const record = {
  id: 1,
  accountId: 1,
  name: 'look_up',
  description: '',
  url: 'https://shop.example/x',
  method: 'POST' as const,
  headers: {},
  sealedHeaders: seal(masterKey, '{}', 'tools:1'),
  parameters,
  speakDuring: null,
  timeoutSeconds: 5,
}
const log = createLog({ level: 'silent', pretty: false })

const text = fc.record({ type: fc.constant('text' as const), delta: fc.string({ unit: anyCharacter }) })
const call = fc.record({
  type: fc.constant('tool-call' as const),
  call: fc.record({
    id: fc.string(),
    name: fc.oneof(fc.constant('look_up'), fc.constant('toString'), fc.string()),
    arguments: fc.oneof(fc.record({ order: fc.string() }), fc.dictionary(fc.string(), fc.jsonValue())),
  }),
})
const round = fc.array(fc.oneof(text, call), { maxLength: 15 })

it('a hostile model is limited to five rounds, ten calls and the tools of its assistant', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(round, { maxLength: 12 }), async (rounds) => {
      const requests: { url: string; body: unknown }[] = []
      const fetcher = {
        refuses: () => undefined,
        isPrivate: () => false,
        fetch: async ({ url, body }: { url: string; body?: string | Uint8Array }) => {
          requests.push({ url, body: JSON.parse(String(body)) })
          return { url, status: 200, headers: {}, body: Buffer.from('ok'), truncated: false }
        },
      }
      let roundCount = 0
      const model = { vendor: 'evil', code: 'evil' }
      const languageModel: LanguageModel = {
        async *stream(): AsyncGenerator<GenerationEvent> {
          yield* rounds[roundCount++] ?? []
          yield { type: 'finish', reason: 'stop', usage: { inputTokens: 1, outputTokens: 1 }, model }
        },
      }
      const tool = httpTool({ fetcher, log, settings: { masterKey } }, record, new Map())
      const deltas: string[] = []
      const answer = await generateAnswer(
        { languageModel },
        {
          messages: [{ role: 'user', content: 'Hi' }],
          tools: new Map([[tool.definition.name, tool]]),
          model,
          fallback: undefined,
          temperature: 0,
          facts: {},
          effectKey: 'turn',
          delta: (piece) => deltas.push(piece),
          signal: new AbortController().signal,
        },
      ).catch((error: unknown) => {
        assert.ok(error instanceof OutsideError)
      })
      assert.ok(roundCount <= 5)
      assert.ok(requests.length <= 10)
      for (const { url, body } of requests) {
        assert.equal(url, record.url)
        assert.deepEqual(Object.keys(body as object), ['order'])
        assert.equal(typeof (body as { order: unknown }).order, 'string')
      }
      if (!answer) return
      assert.ok(answer.text.isWellFormed() && !answer.text.includes('\0') && answer.text !== '')
      assert.equal(deltas.join('').replaceAll('\0', '').toWellFormed().trim(), answer.text)
      assert.deepEqual(parseJson(JSON.stringify(answer.functionCalls)), answer.functionCalls)
    }),
    // An answer without any character that can be stored.
    { numRuns: 1000, examples: [[[[{ type: 'text', delta: '\0' }]]]] },
  )
})
