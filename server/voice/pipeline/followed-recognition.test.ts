// Tests that recognition changes to the language of the customer, and tries again after a failure.
import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { RecognitionListener, SpeechFailure } from '#server/ports/speech-to-text.ts'
import { openFollowedRecognition } from './followed-recognition.ts'

function start() {
  const opened: { language: string; listener: RecognitionListener }[] = []
  const events: string[] = []
  const stream = { write() {}, speechStarted() {}, finalize() {}, close() {} }
  const recognition = openFollowedRecognition(
    {
      open({ language }, listener) {
        opened.push({ language, listener })
        return stream
      },
    },
    { vendor: 'test', language: 'en', secondaryLanguages: ['es'] },
    {
      interim() {},
      final: (text) => events.push(text),
      finalized() {},
      turnEnded() {},
      fellBack: ({ from, to, code }) => events.push(`${from} → ${to}: ${code}`),
      failed: ({ code }) => events.push(`failed: ${code}`),
    },
  )
  const fail = (code: string, retryable: boolean): void =>
    opened.at(-1)!.listener.failed(Object.assign(new Error(code), { code, retryable }) satisfies SpeechFailure)
  return { recognition, opened, events, fail, languages: () => opened.map(({ language }) => language) }
}

it('recognition in the language of the customer is tried again after a failure, which is noted', () => {
  const { recognition, opened, events, fail, languages } = start()
  recognition.follow('es')
  recognition.follow('es')
  fail('connection_lost', true)
  assert.deepEqual([languages(), events], [['en', 'es'], ['test → test: connection_lost']])
  recognition.follow('es')
  recognition.speechStarted()
  opened.at(-1)!.listener.final('Quería una mesa.')
  recognition.follow('es')
  assert.deepEqual([languages(), events.at(-1)], [['en', 'es', 'es'], 'Quería una mesa.'])
})

it('recognition is not tried again if that would fail as well', () => {
  const { recognition, events, fail, languages } = start()
  for (let answer = 0; answer < 3; answer++) recognition.follow('es')
  fail('language_not_supported', false)
  recognition.follow('es')
  assert.deepEqual([languages(), events], [['en', 'es'], ['test → test: language_not_supported']])
})
