// Tests that what the server says about a telephone line has a translation.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { explainFailure, explainSilence, explainState, lineSentences } from '#server/carriers/sip/explain.ts'
import { type MessageTexts, pageMessage } from '../../dashboard/src/messages/page-message.ts'

const line = {
  address: 'sip.example.com',
  port: 5061,
  transport: 'tls',
  domain: null,
  username: 'acme',
  registers: true,
  mayBePrivate: true,
} as const

const failures: readonly [status: number, reason: string][] = [
  [401, 'Unauthorized'],
  [403, 'Forbidden'],
  [404, 'Not Found'],
  [408, 'Request Timeout'],
  [488, ''],
  [500, 'Server Error'],
  [503, 'Domain not found'],
  [503, 'Transport error'],
]

const sentences = [
  ...failures.map(([status, reason]) => explainFailure(line, status, reason)),
  ...(['registered', 'reachable', 'failing'] as const).flatMap((status) =>
    [null, 20].map((roundTripMs) => explainState(line, { status, error: null, roundTripMs }).message),
  ),
  explainSilence(30_000),
  ...Object.values(lineSentences),
]

describe('the sentences of the server about a telephone line', () => {
  it('are German in German and French in French, with the words of the provider', async () => {
    for (const language of ['de', 'fr']) {
      const [{ texts: server }, { texts: others }] = await Promise.all([
        import(`../../dashboard/src/texts/${language}/server.ts`),
        import(`../../dashboard/src/texts/${language}/server-sentences.ts`),
      ])
      const texts: MessageTexts = { language, server, ...others }
      for (const sentence of sentences)
        assert.doesNotMatch(
          pageMessage(texts, sentence),
          /\b(?:the|is|Check|answers|trunk|The|This|No)\b|undefined/,
          sentence,
        )
      const wrong = pageMessage(texts, sentences[0]!)
      assert.match(wrong, /sip\.example\.com.*acme.*\(401 Unauthorized\)/)
    }
  })

  it('speak of lines in English', async () => {
    const [{ texts: server }, { texts: others }] = await Promise.all([
      import('../../dashboard/src/texts/en/server.ts'),
      import('../../dashboard/src/texts/en/server-sentences.ts'),
    ])
    const texts: MessageTexts = { language: 'en', server, ...others }
    for (const sentence of sentences) assert.doesNotMatch(pageMessage(texts, sentence), /trunk/i)
  })
})
