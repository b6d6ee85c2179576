// Tests of offline recognition and synthesis.
import assert from 'node:assert/strict'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { after, describe, it } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { type Moonshine, openFlite, openMoonshine } from '@parley/speech'
import { decodeMulaw, encodeMulaw } from '@parley/telephone'
import type { RecognitionListener, RecognitionSettings } from '#server/ports/speech-to-text.ts'
import type { VoiceSettings } from '#server/ports/text-to-speech.ts'
import { until } from '#testing/app/until.ts'
import { recordChildProcesses } from '#testing/measure/child-processes.ts'
import { testSpeechToText } from '#testing/suites/speech-to-text.ts'
import { testTextToSpeech } from '#testing/suites/text-to-speech.ts'
import { openOfflineSpeech } from './offline-speech.ts'
import { createOfflineSpeechToText } from './speech-to-text.ts'

const flite = openFlite()
const moonshine = openMoonshine()
const speech = openOfflineSpeech()
after(async () => {
  for (const one of [flite, moonshine, speech]) await one[Symbol.asyncDispose]()
})

const english: RecognitionSettings = { vendor: 'offline', language: 'en', secondaryLanguages: [] }
const voice: VoiceSettings = {
  vendor: 'offline',
  voice: '',
  gender: 'female',
  language: 'en',
  speed: 1,
  stability: 0.5,
  similarity: 0.5,
  emotion: false,
}
const say = (text: string) => flite.synthesize(text, { voice: 'awb' })

// Interim words are recognized only while the recognizer is idle, so it is loaded before.
await moonshine.recognize(await say('Hello.'))

testSpeechToText('offline', async () => ({
  adapter: speech.speechToText,
  settings: english,
  speech: say,
  async [Symbol.asyncDispose]() {},
}))

testTextToSpeech('offline', async () => ({
  adapter: speech.textToSpeech,
  settings: voice,
  async [Symbol.asyncDispose]() {},
}))

/** Records what a stream reports; `next` resolves with the next report of a kind. */
function recorder() {
  const events: string[] = []
  const waiting: { kind: string; resolve(text: string): void }[] = []
  const record = (kind: string, text: string) => {
    events.push(`${kind} ${text}`.trim())
    const index = waiting.findIndex((one) => one.kind === kind)
    if (index >= 0) waiting.splice(index, 1)[0]!.resolve(text)
  }
  const listener: RecognitionListener = {
    interim: (text) => record('interim', text),
    final: (text) => record('final', text),
    finalized: () => record('finalized', ''),
    turnEnded: () => record('turnEnded', ''),
    failed: ({ code }) => record('failed', code),
  }
  const next = (kind: string) => new Promise<string>((resolve) => waiting.push({ kind, resolve }))
  return { events, listener, next }
}

const silence = (durationMs: number) => new Uint8Array(8 * durationMs).fill(0xff)

/** As loud as music in the background. */
const hum = (durationMs: number) =>
  encodeMulaw(
    Int16Array.from({ length: 8 * durationMs }, (_, at) => 1_000 * Math.sin((2 * Math.PI * 200 * at) / 8_000)),
  )

describe('offline recognition', () => {
  it('reports words while the utterance is spoken, and includes the audio before speech was detected', async () => {
    const { events, listener, next } = recorder()
    const stream = createOfflineSpeechToText(moonshine).open(english, listener)
    const audio = await say('I would like to book a table for tomorrow.')
    const half = Math.floor(audio.length / 2)
    // Speech is detected 240 ms after it has begun.
    stream.write(audio.subarray(0, 8 * 240))
    stream.speechStarted()
    const interim = next('interim')
    stream.write(audio.subarray(8 * 240, half))
    assert.match(await interim, /^I would like/)
    const finalized = next('finalized')
    stream.write(audio.subarray(half))
    stream.finalize()
    await finalized
    assert.match(events.at(-2)!, /^final I would like to book a table for tomorrow/)
    stream.close()
  })

  it('recognizes the words in a pause, and delivers them at once when the utterance turns out to be over', async () => {
    const results: Promise<string>[] = []
    const counted: Moonshine = {
      ...moonshine,
      recognize(...request) {
        results.push(moonshine.recognize(...request))
        return results.at(-1)!
      },
    }
    const { events, listener, next } = recorder()
    const stream = createOfflineSpeechToText(counted).open(english, listener)
    stream.speechStarted()
    // The words are the same while music continues, although the recognizer hears no silence.
    stream.write(await say('Good morning.'))
    stream.speechMayHavePaused!()
    await results.at(-1)
    const before = results.length
    for (let frame = 0; frame < 6; frame++) stream.write(hum(20))
    const finalized = next('finalized')
    stream.finalize()
    await finalized
    assert.equal(results.length, before)
    assert.deepEqual(events.slice(-2), ['final Good morning.', 'finalized'])
    stream.close()
  })

  for (const [end, pauses] of [
    ['at the end of the utterance', true],
    ['while the customer speaks', false],
  ] as const)
    it(`recognizes the words after a pause if they are asked for ${end}`, async () => {
      const { events, listener, next } = recorder()
      const stream = createOfflineSpeechToText(moonshine).open(english, listener)
      const finalized = next('finalized')
      stream.speechStarted()
      stream.write(await say('Good morning.'))
      stream.speechMayHavePaused!()
      stream.write(await say('A table for four, please.'))
      if (pauses) {
        stream.speechMayHavePaused!()
        stream.write(silence(140))
      }
      stream.finalize()
      await finalized
      assert.match(events.at(-2)!, /^final Good morning.* table/)
      stream.close()
    })

  it('recognizes an utterance again during which its process ended, and the next one', async () => {
    using processes = recordChildProcesses()
    const failures: string[] = []
    await using dying = openMoonshine({ onWorkerEnd: ({ message }) => failures.push(message) })
    const { events, listener, next } = recorder()
    const stream = createOfflineSpeechToText(dying).open(english, listener)
    const audio = await say('Good morning.')
    await dying.recognize(audio)
    for (let utterance = 1; utterance <= 2; utterance++) {
      const finalized = next('finalized')
      stream.speechStarted()
      stream.write(audio)
      stream.finalize()
      if (utterance === 1) processes.last().kill('SIGKILL')
      await finalized
    }
    assert.deepEqual(
      events.filter((event) => !event.startsWith('interim')),
      ['final Good morning.', 'finalized', 'final Good morning.', 'finalized'],
    )
    assert.deepEqual(failures, ['The worker has ended: SIGKILL.'])
    stream.close()
  })

  it('starts a recognizer when the customer speaks, if it has ended during the call', async () => {
    using processes = recordChildProcesses()
    const ended = Promise.withResolvers<void>()
    await using ending = openMoonshine({ onWorkerEnd: () => ended.resolve() })
    const { listener } = recorder()
    const stream = createOfflineSpeechToText(ending).open(english, listener)
    await setImmediate()
    processes.last().kill('SIGKILL')
    await ended.promise
    const before = processes.count()
    stream.speechStarted()
    await setImmediate()
    assert.equal(processes.count(), before + 1)
    stream.close()
  })

  it('delivers the words of a long turn at its pauses, each of them once', async () => {
    const { events, listener, next } = recorder()
    const lengths: number[] = []
    const measured: Moonshine = {
      ...moonshine,
      recognize(audio, options) {
        lengths.push(audio.length / 8)
        return moonshine.recognize(audio, options)
      },
    }
    const stream = createOfflineSpeechToText(measured).open(english, listener)
    const texts = ['I would like to book a table.', 'We are four people.', 'Please call me back in the morning.']
    const final = next('final')
    stream.speechStarted()
    for (let round = 0; round < 2; round++)
      for (const text of texts) {
        const audio = await say(text)
        for (let at = 0; at < audio.length; at += 160) stream.write(audio.subarray(at, at + 160))
        stream.write(silence(100))
      }
    await final
    const finalized = next('finalized')
    stream.finalize()
    await finalized
    const finals = events.filter((event) => event.startsWith('final ')).map((event) => event.slice(6))
    assert.ok(finals.length >= 2, events.join('\n'))
    const words = finals
      .join(' ')
      .toLowerCase()
      .match(/[a-z]+/g)!
    for (const word of ['book', 'people', 'morning'])
      assert.equal(words.filter((other) => other === word).length, 2, `${word} in: ${finals.join(' | ')}`)
    assert.ok(Math.max(...lengths) < 10_000, `recognized ${Math.max(...lengths)} ms at once`)
    stream.close()
  })

  it('reports the words after a pause only after the words before it, and recognizes them less often', async () => {
    const { events, listener, next } = recorder()
    const committed = Promise.withResolvers<string>()
    const lengths: number[] = []
    let current = 'old words'
    const stream = createOfflineSpeechToText({
      ...moonshine,
      backlog: () => 0,
      recognize(audio) {
        lengths.push(audio.length / 8)
        return current === 'pause' ? committed.promise : Promise.resolve(current)
      },
    }).open(english, listener)
    const write = async (audio: Uint8Array): Promise<void> => {
      for (let at = 0; at < audio.length; at += 160) {
        stream.write(audio.subarray(at, at + 160))
        await setImmediate()
      }
    }
    stream.speechStarted()
    await write(new Uint8Array(5_600 * 8).fill(0x20))
    current = 'pause'
    await write(silence(160))
    current = 'new words'
    lengths.length = 0
    await write(new Uint8Array(1_000 * 8).fill(0x20))
    assert.deepEqual(lengths, [300, 600, 900])
    assert.ok(!events.includes('interim new words'))
    const interim = next('interim')
    committed.resolve('all old words')
    await interim
    assert.deepEqual(events.slice(-2), ['final all old words', 'interim new words'])
    stream.close()
  })

  it('lets only the first words of an utterance wait for a recognizer that is busy', async () => {
    const audio = new Uint8Array(1_500 * 8).fill(0x20)
    const lengthsWith = async (backlog: number): Promise<number[]> => {
      const lengths: number[] = []
      const recognizer: Moonshine = {
        ...moonshine,
        backlog: () => backlog,
        async recognize(heard) {
          lengths.push(heard.length / 8)
          return `${heard.length}`
        },
      }
      const stream = createOfflineSpeechToText(recognizer).open(english, recorder().listener)
      stream.speechStarted()
      for (let at = 0; at < audio.length; at += 160) {
        stream.write(audio.subarray(at, at + 160))
        await setImmediate()
      }
      stream.close()
      return lengths
    }
    assert.ok((await lengthsWith(0)).some((length) => length > 1_000))
    const first = await lengthsWith(1)
    assert.ok(first.length > 5 && first.every((length) => length < 1_000), first.join())
    assert.deepEqual(await lengthsWith(2), [])
  })

  it('cuts an utterance without an end every 30 seconds', async () => {
    const { events, listener, next } = recorder()
    const stream = createOfflineSpeechToText(moonshine).open(english, listener)
    const text = 'Please call me back in the morning. '
    const audio = await say(text.repeat(8))
    const final = next('final')
    stream.speechStarted()
    for (let written = 0; written < 8 * 35_000; written += audio.length) stream.write(audio)
    assert.match(await final, /call me back in the morning/)
    assert.ok(!events.includes('finalized'))
    const finalized = next('finalized')
    stream.finalize()
    await finalized
    assert.ok(events.filter((event) => event.startsWith('final ')).length >= 2)
    stream.close()
  })

  it('understands the first words of a person who is hard to hear', async () => {
    const { events, listener, next } = recorder()
    const stream = createOfflineSpeechToText(moonshine).open(english, listener)
    const samples = decodeMulaw(await say('I would like to book a table for tomorrow.'))
    const loudest = samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0)
    const finalized = next('finalized')
    stream.speechStarted()
    // More than 40 dB below full scale.
    stream.write(encodeMulaw(samples.map((sample) => Math.round((300 * sample) / loudest))))
    stream.finalize()
    await finalized
    assert.match(events.at(-2) ?? '', /^final I would like to \w+ \w+ table for tomorrow/)
    stream.close()
  })

  it('hears no words in silence and in the noise of a line', async () => {
    const { events, listener, next } = recorder()
    const stream = createOfflineSpeechToText(moonshine).open(english, listener)
    stream.speechStarted()
    stream.write(silence(3_000).map((byte, index) => byte - (index % 7)))
    const finalized = next('finalized')
    stream.finalize()
    await finalized
    assert.deepEqual(events, ['finalized'])
    stream.close()
  })

  it('refuses other languages with a clear code', async () => {
    const { listener, next } = recorder()
    const failed = next('failed')
    const settings = { ...english, language: 'de' }
    const stream = createOfflineSpeechToText(moonshine).open(settings, listener)
    assert.equal(await failed, 'language_not_supported')
    stream.close()
  })

  it('reports a failure once when its workers are closed', async () => {
    const closed = openMoonshine()
    await closed[Symbol.asyncDispose]()
    const { events, listener, next } = recorder()
    const stream = createOfflineSpeechToText(closed).open(english, listener)
    const failed = next('failed')
    stream.speechStarted()
    stream.write(await say('Good morning.'))
    stream.finalize()
    stream.finalize()
    assert.equal(await failed, 'closed')
    await setImmediate()
    assert.deepEqual(events, ['failed closed'])
    stream.close()
  })
})

describe('offline synthesis', () => {
  it('starts its thread when the call begins, although the greeting is already synthesized', async () => {
    let threads = 0
    const count = (): void => void threads++
    subscribe('worker_threads', count)
    {
      await using other = openOfflineSpeech()
      other.textToSpeech.open(voice).close()
      await setImmediate()
    }
    unsubscribe('worker_threads', count)
    assert.equal(threads, 1)
  })

  const speak = (settings: Partial<VoiceSettings>) =>
    new Promise<Uint8Array>((resolve, reject) => {
      let audio = new Uint8Array()
      speech.textToSpeech.open({ ...voice, ...settings }).speak('Good morning, how are you today?', {
        audio: (chunk) => {
          audio = Buffer.concat([audio, chunk])
        },
        done: () => resolve(audio),
        failed: reject,
      })
    })

  it('is about as loud as customers, with every voice', async () => {
    for (const name of ['slt', 'rms', 'awb']) {
      const samples = decodeMulaw(await speak({ voice: name })).filter((sample) => Math.abs(sample) > 200)
      const power = samples.reduce((sum, sample) => sum + (sample / 32_768) ** 2, 0) / samples.length
      const levelDb = 10 * Math.log10(power)
      assert.ok(levelDb > -23 && levelDb < -17, `${name}: ${levelDb}`)
    }
  })

  it('speaks with a voice of the gender, with a named voice, and at the requested speed', async () => {
    const [female, male, slt, fast] = await Promise.all([
      speak({}),
      speak({ gender: 'male' }),
      speak({ gender: 'male', voice: 'slt' }),
      speak({ speed: 1.2 }),
    ])
    assert.notDeepEqual(female, male)
    assert.deepEqual(Buffer.from(female!), Buffer.from(slt!))
    assert.ok(fast!.length < 0.9 * female!.length)
  })

  it('speaks the sentence that a customer waits for before the rest of other long answers', async () => {
    await using one = openOfflineSpeech()
    const long = 'We open at nine in the morning, and we close at six in the evening. '.repeat(25)
    const heard: string[] = []
    const say = (name: string, text: string) => {
      const { promise, resolve, reject } = Promise.withResolvers<void>()
      const listener = { audio: () => void heard.push(name), done: resolve, failed: reject }
      return { promise, utterance: one.textToSpeech.open(voice).speak(text, listener) }
    }
    const others = ['first', 'second', 'third'].map((name) => say(name, long))
    await until(() => heard.length > 0)
    others[0]!.utterance.cancel()
    const before = heard.length
    await say('answer', 'We open at nine.').promise
    // Each of the others continues with the part that its customer hears next, and a part may be in synthesis.
    assert.ok(heard.indexOf('answer') - before <= 3, heard.join())
    await Promise.all([others[1]!.promise, others[2]!.promise])
    assert.equal(heard.filter((name) => name === 'second').length, heard.filter((name) => name === 'third').length)
    assert.ok(heard.filter((name) => name === 'second').length > 5)
  })
})
