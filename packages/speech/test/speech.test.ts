// Tests of recognition and synthesis: what Flite says through a telephone line, Moonshine understands.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { after, describe, it } from 'node:test'
import { decodeMulaw, encodeMulaw } from '@parley/telephone'
import fc from 'fast-check'
import { fliteVoices, maxFliteCharacters, openEspeak, openFlite, openMoonshine, SpeechError } from '../src/index.ts'
import { temporaryPrefix } from '../src/temporary-folder.ts'
import { wordErrors, wordsOf } from '../src/word-errors.ts'

const flite = openFlite()
const moonshine = openMoonshine()
after(async () => {
  await flite[Symbol.asyncDispose]()
  await moonshine[Symbol.asyncDispose]()
})

const booking = [
  'Good morning, I would like to book a table for tomorrow.',
  'We are four people, two adults and two children.',
  'Is there a table near the window?',
  'Please reserve it for seven in the evening.',
  'My name is Peter Miller.',
  'Do you have vegetarian food on the menu?',
  'One of the children is allergic to nuts.',
  'We will come by car, is there a place to park?',
  'Please send me a message when the booking is confirmed.',
  'Thank you very much, see you tomorrow.',
]

const isCode = (code: string) => (error: unknown) => error instanceof SpeechError && error.code === code

const isInstalled = (program: string) => spawnSync(program, ['--version']).status === 0

describe('speech', () => {
  for (const [volume, factor, limit] of [
    ['usual', 1, 0.1],
    ['36 dB less', 1 / 64, 0.12],
  ] as const) {
    it(`understands a booking of ten utterances at ${volume} volume, with a word error rate of at most ${100 * limit} %`, async () => {
      let errors = 0
      let words = 0
      for (const utterance of booking) {
        const samples = decodeMulaw(await flite.synthesize(utterance, { voice: 'rms' }))
        const audio = encodeMulaw(samples.map((sample) => Math.round(sample * factor)))
        const said = wordsOf(utterance)
        errors += wordErrors(said, wordsOf(await moonshine.recognize(audio)))
        words += said.length
      }
      assert.ok(errors / words <= limit, `${errors} of ${words} words are wrong`)
    })
  }

  it('speaks with four different voices, at once, and faster on request', async () => {
    const text = 'This is a test of the voice.'
    const spoken = await Promise.all(fliteVoices.map((voice) => flite.synthesize(text, { voice })))
    for (const audio of spoken) {
      const silentMs = decodeMulaw(audio).findIndex((sample) => Math.abs(sample) > 100) / 8
      assert.ok(silentMs >= 10 && silentMs <= 30, `${silentMs} ms of silence`)
    }
    assert.equal(new Set(spoken.map((audio) => Buffer.from(audio).toString('base64'))).size, fliteVoices.length)
    const fast = await flite.synthesize(text, { voice: 'slt', speed: 1.2 })
    const ratio = spoken[0]!.length / fast.length
    assert.ok(Math.abs(ratio - 1.2) < 0.1, `${ratio} times as fast`)
  })

  it('serves many requests at once, each with its own result', async () => {
    const texts = Array.from({ length: 24 }, (_, index) => 'Yes, of course. '.repeat(1 + (index % 3)))
    const lengths = (await Promise.all(texts.map((text) => flite.synthesize(text, { voice: 'kal' })))).map(
      ({ length }) => length,
    )
    assert.deepEqual(lengths.slice(3), lengths.slice(0, -3))
    assert.ok(lengths[0]! < lengths[1]! && lengths[1]! < lengths[2]!)
  })

  it('does not run a request that is cancelled while it waits', async () => {
    const cancelled = new AbortController()
    const running = Array.from({ length: 8 }, () => flite.synthesize('Hello there.', { voice: 'slt' }))
    const waiting = flite.synthesize('Good bye.', { voice: 'slt', signal: cancelled.signal })
    cancelled.abort(new Error('cancelled'))
    await assert.rejects(waiting, /cancelled/)
    await assert.rejects(flite.synthesize('Good bye.', { voice: 'slt', signal: cancelled.signal }), /cancelled/)
    assert.ok((await Promise.all(running)).every(({ length }) => length > 0))
  })

  it('returns no audio for a text without words, and rejects a text that is too long', async () => {
    for (const text of ['', ' … ', '你好', '\0']) {
      const audio = await flite.synthesize(text, { voice: 'slt' })
      assert.equal(audio.length, 0)
    }
    const long = 'a'.repeat(maxFliteCharacters + 1)
    await assert.rejects(flite.synthesize(long, { voice: 'slt' }), isCode('text_too_long'))
  })

  it('speaks any text, even if it looks like an option of the program', { timeout: 120_000 }, async () => {
    const texts = fc.oneof(fc.string({ unit: 'grapheme', maxLength: 40 }), fc.constantFrom('-voice', '--help', '/o/x'))
    await fc.assert(
      fc.asyncProperty(texts, async (text) => {
        const audio = await flite.synthesize(`Say ${text}`, { voice: 'kal' })
        assert.ok(audio.length > 800)
      }),
      { numRuns: 30 },
    )
    assert.ok((await flite.synthesize('--help', { voice: 'kal' })).length > 800)
  })

  it('hears no words in silence, in no audio, and in audio of any length', async () => {
    for (const length of [0, 1, 159, 8_000, 800_000])
      assert.equal(await moonshine.recognize(new Uint8Array(length).fill(0xff)), '')
  })

  it('recognizes utterances in order and says how many are waiting', async () => {
    const texts = ['Good morning.', 'I would like to book a table for tomorrow.', 'Thank you very much.']
    const audio = await Promise.all(texts.map((text) => flite.synthesize(text, { voice: 'awb' })))
    assert.equal(moonshine.backlog(), 0)
    const heard = [...audio, ...audio, ...audio].map((utterance) => moonshine.recognize(utterance))
    assert.ok(moonshine.backlog() > 0)
    const words = (await Promise.all(heard)).map((text) => wordsOf(text).join(' '))
    assert.deepEqual(
      words,
      [...texts, ...texts, ...texts].map((text) => wordsOf(text).join(' ')),
    )
    assert.equal(moonshine.backlog(), 0)
  })

  it('recognizes interim words while the final words of other calls are waiting', async () => {
    const [long, short] = await Promise.all(
      [booking[0]!, 'One moment, please.'].map((text) => flite.synthesize(text, { voice: 'awb' })),
    )
    await Promise.all([moonshine.recognize(long!), moonshine.recognize(short!, { isInterim: true })])
    const order: string[] = []
    const finals = Array.from({ length: 3 }, () => moonshine.recognize(long!).then(() => order.push('final')))
    const interim = moonshine.recognize(short!, { isInterim: true }).then(() => order.push('interim'))
    await Promise.all([...finals, interim])
    assert.ok(order.indexOf('interim') < 3, order.join())
  })

  it('speaks other languages with espeak-ng where it is installed, and otherwise says that it cannot', async () => {
    await using espeak = openEspeak()
    const german = espeak.synthesize('Guten Morgen, wie geht es Ihnen?', { language: 'de', gender: 'female' })
    if (isInstalled('espeak-ng')) {
      const duration = (await german).length / 8
      assert.ok(duration > 1_000 && duration < 5_000, `${duration} ms`)
      const slow = await espeak.synthesize('Guten Morgen, wie geht es Ihnen?', {
        language: 'de',
        gender: 'female',
        speed: 0.7,
      })
      assert.ok(slow.length / 8 > 1.2 * duration)
      for (const text of ['', ' \n', '…'])
        assert.equal((await espeak.synthesize(text, { language: 'de', gender: 'male' })).length, 0)
    } else await assert.rejects(german, isCode('language_not_supported'))
    for (const language of ['xx', 'de --help', '-v', ''])
      await assert.rejects(espeak.synthesize('Hallo', { language, gender: 'male' }), isCode('language_not_supported'))
  })

  it('rejects requests after it is closed, and leaves no temporary files', async () => {
    const other = openFlite()
    const interrupted = other.synthesize('Hello there.', { voice: 'slt' })
    const rejected = assert.rejects(interrupted, isCode('closed'))
    await other[Symbol.asyncDispose]()
    await rejected
    await assert.rejects(other.synthesize('Hello there.', { voice: 'slt' }), isCode('closed'))
    await moonshine.recognize(new Uint8Array(8_000))
    await flite.synthesize('Hello there.', { voice: 'slt' })
    const files = readdirSync(tmpdir()).filter((name) => name.startsWith(temporaryPrefix))
    // The interrupted request has left its folder, because its worker was ended.
    assert.ok(files.length <= 1, files.join(', '))
  })
})
