// Tests of calls that speak and hear with voice packs, and continue without them.
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { it } from 'node:test'
import { removePack } from '@parley/speech'
import { createLog } from '#server/platform/observability/log.ts'
import type { VoiceSettings } from '#server/ports/text-to-speech.ts'
import { recordRecognition } from '#testing/calls/record-recognition.ts'
import { recordSpeech } from '#testing/calls/record-speech.ts'
import { plainVoice } from '#testing/suites/text-to-speech.ts'
import { installPack, type MadePack, makeRecognitionPack, makeVoicePack } from '#testing/voice-packs/make-voice-pack.ts'
import { openOfflineSpeech } from './offline-speech.ts'

async function folderWith(...packs: MadePack[]): Promise<string> {
  const root = await mkdtemp(join(tmpdir(), 'offline-packs-'))
  for (const pack of packs) installPack(root, pack)
  return root
}

function recordLog() {
  const lines: { msg: string; pack?: string }[] = []
  const destination = { write: (line: string) => void lines.push(JSON.parse(line)) }
  return { lines, log: createLog({ level: 'warn', pretty: false, destination }) }
}

const german: VoiceSettings = { vendor: 'offline', voice: '', ...plainVoice, language: 'de' }
const english: VoiceSettings = { ...german, language: 'en', voice: 'english/Speaker 1/en' }

it('speaks the language of a pack sentence by sentence, and English with a voice that was chosen', async () => {
  const root = await folderWith(makeVoicePack(), makeVoicePack({ name: 'english', language: 'en' }))
  await using speech = openOfflineSpeech({ packsFolder: root })
  for (const settings of [german, english]) {
    const speaker = speech.textToSpeech.open(settings)
    let chunks = 0
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    speaker.speak('Guten Tag. Wie geht es Ihnen?', { audio: () => void chunks++, done: resolve, failed: reject })
    await promise
    assert.equal(chunks, 2)
    speaker.close()
  }
})

it('continues with the built-in voice when the pack fails or is removed, and logs it once', async () => {
  const root = await folderWith(makeVoicePack({ name: 'english', language: 'en' }))
  await writeFile(join(root, 'english', 'model.onnx'), randomBytes(1_000))
  const { lines, log } = recordLog()
  await using speech = openOfflineSpeech({ log, packsFolder: root })
  const speaker = speech.textToSpeech.open(english)
  for (const text of ['Good morning. How are you?', 'Goodbye.']) {
    const spoken = recordSpeech(speaker, text)
    assert.equal(await spoken.outcome, 'done')
    const isLater = text === 'Goodbye.'
    assert.deepEqual(spoken.fallbacks, isLater ? [] : [{ from: 'english', to: 'offline', code: 'worker_ended' }])
  }
  const failures = lines.filter(({ msg }) => msg.startsWith('a voice pack failed'))
  assert.deepEqual(
    failures.map(({ pack }) => pack),
    ['english'],
  )
  await removePack(root, 'english')
  assert.equal(await recordSpeech(speech.textToSpeech.open(english), 'Good morning.').outcome, 'done')
})

it('continues with another pack of the language when its own is removed, and then says that it has none', async () => {
  const root = await folderWith(
    makeRecognitionPack({ name: 'first', words: ['hola'] }),
    makeRecognitionPack({ name: 'second', words: ['adios'] }),
  )
  await using speech = openOfflineSpeech({ packsFolder: root })
  const call = recordRecognition(speech.speechToText, { vendor: 'offline', language: 'es', secondaryLanguages: [] })
  const say = () => {
    call.stream.speechStarted()
    call.stream.write(new Uint8Array(8_000).fill(0x20))
    call.stream.finalize()
  }
  for (const [index, word] of ['hola', 'adios'].entries()) {
    say()
    await call.until(() => call.finalized > index)
    assert.equal(call.finals.at(-1), word)
    await removePack(root, index === 0 ? 'first' : 'second')
  }
  say()
  await call.until(() => call.failure !== undefined)
  assert.equal(call.failure!.code, 'language_not_supported')
})

it('hears the languages of packs, and English without one', async () => {
  const root = await folderWith(makeRecognitionPack())
  await using speech = openOfflineSpeech({ packsFolder: root })
  assert.deepEqual(
    ['en', 'es', 'de'].map((language) => speech.hears(language)),
    [true, true, false],
  )
  const call = recordRecognition(speech.speechToText, { vendor: 'offline', language: 'es', secondaryLanguages: ['en'] })
  call.stream.speechStarted()
  call.stream.write(new Uint8Array(8_000).fill(0x20))
  call.stream.finalize()
  await call.until(() => call.finalized > 0)
  assert.deepEqual(call.finals, ['hola mundo'])
  call.stream.close()
})
