// Tests that an assistant continues in the language of the customer, in whole calls.
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { hangUp, type PhoneCall, startPhoneCalls } from '../../calls/phone-calls.ts'
import { startScriptedCartesia } from '../../speech-servers/cartesia-server.ts'
import { startScriptedDeepgram } from '../../speech-servers/deepgram-server.ts'
import { encodeSpokenWords } from '../../speech-servers/spoken-words.ts'

const apiKey = 'test'
const cartesia = await startScriptedCartesia({ apiKey })
after(() => cartesia[Symbol.asyncDispose]())
const deepgram = await startScriptedDeepgram({ apiKey })
after(() => deepgram[Symbol.asyncDispose]())
const calls = await startPhoneCalls({
  config: {
    speech: {
      default: 'scripted',
      cartesia: { apiKey, baseUrl: cartesia.baseUrl },
      deepgram: { apiKey, baseUrl: deepgram.baseUrl },
    },
  },
})
after(() => calls[Symbol.asyncDispose]())

const spanish = 2
const inSpanish = ['Quería hacer una reserva para mañana', 'Somos cuatro personas, por favor']
const inEnglish = ['Sorry, can we go on in English?', 'What do you have for tomorrow?']
const say = (texts: string[]) => texts.map((text) => ({ audio: encodeSpokenWords(text) }))

async function languagesIn({ client, callId }: PhoneCall): Promise<string[]> {
  const { timeline } = await client.calls.explain({ id: callId })
  return timeline.flatMap(({ type, text }) => (type.startsWith('language_') ? [text] : []))
}

/** The instructions of the model and its requests, without repetitions. */
const promptsOf = ({ requests }: PhoneCall): string[] =>
  [...new Map(requests.map(({ body }) => [JSON.stringify(body['messages']), body])).values()].map(
    (body) => (body['messages'] as { content: string }[])[0]!.content,
  )

const spokenByCartesia = (text: string) => {
  const { language, voice } = cartesia.received.find(({ transcript }) => transcript === text) ?? {}
  return { language, voice: (voice as { id: string } | undefined)?.id }
}
/** Katie speaks English, and Marta is the voice of the same vendor for Spanish. */
const katie = { language: 'en', voice: 'f786b574-daa5-4673-aa0c-cbe3e8534c02' }
const marta = { language: 'es', voice: 'de38f545-c574-44e8-9b54-a7d6fec1c6b1' }

describe('a customer who speaks another language', { concurrency: 4, timeout: 90_000 }, () => {
  it('is answered in it after two utterances by a voice of that language, and followed back', async () => {
    const made = await calls.call({
      inbound: true,
      assistant: { voice_id: 65, secondary_language_ids: [spanish], max_duration: 40 },
      script: ['One moment.', 'Muy bien, para cuatro.', 'Sin problema.', 'At ten.'],
      phone: { steps: [...say(inSpanish), ...say(inEnglish), hangUp()] },
    })
    assert.deepEqual(
      made.transcript.filter((entry) => entry.startsWith('bot: ')),
      ['bot: Hello.', 'bot: One moment.', 'bot: Muy bien, para cuatro.', 'bot: Sin problema.', 'bot: At ten.'],
    )
    assert.deepEqual(['One moment.', 'Muy bien, para cuatro.', 'Sin problema.', 'At ten.'].map(spokenByCartesia), [
      katie,
      marta,
      marta,
      katie,
    ])
    assert.deepEqual(await languagesIn(made), [
      'The assistant continues in the language of the customer: English → Spanish.',
      'The assistant continues in the language of the customer: Spanish → English.',
    ])
    const told = promptsOf(made).map((prompt) => /Answer in (\w+)/.exec(prompt)?.[1])
    assert.deepEqual(told, [undefined, 'Spanish', 'Spanish', 'English'])
    assert.deepEqual([cartesia.violations, deepgram.violations], [[], []])
  })

  it('is only noticed if the assistant does not speak it', async () => {
    const made = await calls.call({
      inbound: true,
      script: ['One.', 'Two.'],
      phone: { steps: [...say(inSpanish), hangUp()] },
    })
    assert.deepEqual(await languagesIn(made), [
      'The customer speaks a language that is not among those of the assistant: Spanish.',
    ])
    assert.deepEqual(
      promptsOf(made).filter((prompt) => prompt.includes('Spanish')),
      [],
    )
  })
})
