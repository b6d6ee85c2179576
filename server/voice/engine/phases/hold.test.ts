// Tests in virtual time of a customer who asks the assistant to wait, and of queues.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { startVirtualCall, type VirtualCallOptions } from '../../virtual/virtual-call.ts'
import type { ScriptedRequest } from '../../virtual/virtual-mode.ts'

const minuteMs = 60_000

function startCall({ settings, ...options }: VirtualCallOptions = {}) {
  const requests: ScriptedRequest[] = []
  const call = startVirtualCall({
    answer: (request) => {
      requests.push(request)
      return { segments: ['Certainly.'] }
    },
    ...options,
    settings: { maxSilenceMs: 20_000, reengagementMs: 8_000, maxDurationMs: 1_800_000, ...settings },
  })
  call.wait(3_000)
  return { call, requests }
}

describe('a customer who asks to wait', () => {
  const requests = {
    en: [
      'Please hold the line, I am putting you through to billing.',
      'Hang on a second, let me find my glasses.',
      'Could you hang on for a moment?',
    ],
    de: ['Einen kleinen Augenblick bitte, ich hole den Chef.', 'Bleiben Sie bitte am Apparat.'],
    fr: ['Ne quittez pas, je vous passe la comptabilité.', 'Deux secondes, je cherche un stylo.'],
    es: ['Un momentito, por favor.', 'No cuelgue, le paso con contabilidad.'],
    it: ['Un attimo, prendo una penna.', 'Resti in linea, per favore.'],
    pt: ['Só um instante, por favor.', 'Vou transferir a sua chamada, não desligue.'],
    nl: ['Een ogenblikje, ik verbind u door.', 'Blijft u even aan de lijn, wacht even.'],
  }
  for (const [language, texts] of Object.entries(requests))
    for (const text of texts)
      it(`is not asked anything for three minutes, and is then answered (${language}: ${text})`, () => {
        const { call, requests } = startCall({ settings: { language } })
        call.says(text)
        call.wait(3 * minuteMs)
        assert.equal(call.end, undefined)
        assert.equal(requests.length, 1)
        assert.equal(call.heard().length, 2, 'only the greeting and one answer were said')
        call.says('Hello, Ines Vogt.')
        call.wait(4_000)
        assert.equal(requests.length, 2)
        assert.deepEqual(requests.at(-1)!.history.at(-1), { role: 'user', content: 'Hello, Ines Vogt.' })
      })

  it('is asked after ten minutes, and the call ends when nobody comes back', () => {
    const { call } = startCall()
    call.says('One moment, please.')
    call.wait(10 * minuteMs)
    assert.equal(call.ends.length, 0)
    call.wait(minuteMs)
    assert.equal(call.end?.reason, 'silence')
  })

  it('waits at most as long as the call may last', () => {
    const { call } = startCall({ settings: { maxDurationMs: 2 * minuteMs } })
    call.says('One moment, please.')
    call.wait(2 * minuteMs + 1_000)
    assert.equal(call.end?.reason, 'max_duration')
  })

  it('does not ask it with other words about holding and moments', () => {
    for (const text of [
      'Hold on, that is not the right date.',
      'I hold a card of your bank.',
      'Could you hold a table for six people?',
      'It happened just a moment ago.',
      'Wait, I meant the other order.',
      'At the moment I have no time for this.',
    ]) {
      const { call } = startCall()
      call.says(text)
      call.wait(12_000)
      assert.ok(call.transcript().includes('assistant: Are you still there?'), text)
    }
  })

  it('can go on at once', () => {
    const { call, requests } = startCall()
    call.says('One moment.')
    call.wait(2_500)
    call.says('What does it cost?')
    call.wait(2_000)
    assert.equal(requests.length, 2)
    call.wait(10_000)
    assert.ok(call.transcript().includes('assistant: Are you still there?'))
  })
})

describe('a queue', () => {
  it('is not answered by the model, however often it speaks, until a person takes the call', () => {
    const { call, requests } = startCall({ settings: { direction: 'outbound' } })
    call.says('Please hold while I transfer you to billing.')
    call.wait(4_000)
    const before = requests.length
    for (let times = 0; times < 8; times++) {
      call.makesNoise(15_000)
      call.wait(15_000)
      call.says('Your call is important to us. All of our agents are currently helping other customers.')
      call.wait(2_000)
    }
    assert.equal(requests.length, before)
    assert.equal(call.end, undefined)
    call.says('Thank you for holding, this is Ines from billing, how can I help you?')
    call.wait(4_000)
    assert.equal(requests.length, before + 1)
    assert.equal(call.transcript().at(-1), 'assistant: Certainly.')
    assert.ok(!JSON.stringify(requests.at(-1)!.history).includes('important to us'))
  })

  it('with an announcement that no list contains is answered twice at most', () => {
    const { call, requests } = startCall()
    call.says('One moment please, I will connect you.')
    call.wait(4_000)
    for (let times = 0; times < 6; times++) {
      call.says('Have you seen our new garden chairs on the second floor?')
      call.wait(20_000)
    }
    assert.equal(requests.length, 3)
  })

  it('is not answered by a model that hears it before its words are known, but a person is', () => {
    const { call, requests } = startCall({ hearsAudio: true })
    call.says('Please hold the line.')
    call.wait(4_000)
    const before = requests.length
    for (let times = 0; times < 3; times++) {
      call.says('Your call is important to us, the next available agent will be with you.')
      call.wait(15_000)
    }
    assert.equal(requests.length, before)
    call.says('Hello, this is Ines.')
    call.wait(5_000)
    assert.equal(requests.length, before + 1)
  })
})
