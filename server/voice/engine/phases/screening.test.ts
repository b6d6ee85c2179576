// Tests in virtual time of the carrier's verdict that a mailbox has answered, when the words say something else.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { startVirtualCall, type VirtualCallOptions } from '../../virtual/virtual-call.ts'

const voicemailMessage = 'Please call the garden center back about your order.'

function startCall({ settings, ...options }: VirtualCallOptions = {}) {
  const call = startVirtualCall({
    answer: () => ({ segments: ['Certainly.'] }),
    ...options,
    settings: { direction: 'outbound', greeting: 'Hello, this is Ada.', voicemailMessage, ...settings },
  })
  const wasLeft = () => call.transcript().some((entry) => entry === `assistant: ${voicemailMessage}`)
  return { call, wasLeft }
}

const menu =
  'Welcome to the garden center. Your call may be recorded. For plants, press 1. For furniture, press 2. To repeat this, press 9.'

describe('a carrier that takes a menu for a mailbox', () => {
  for (const interimWords of [true, false])
    for (const atMs of [500, 1_500, 3_000, 6_000, 9_000])
      it(`after ${atMs} ms does not make the assistant leave its message (${interimWords ? 'with' : 'without'} interim words)`, () => {
        const { call, wasLeft } = startCall({ interimWords })
        call.wait(200)
        call.starts(menu)
        call.wait(atMs - 200)
        call.engine.carrierSays('machine', true)
        call.wait(14_000)
        call.hangUp()
        assert.ok(!wasLeft(), call.transcript().join(' | '))
        assert.deepEqual([call.end?.answerer, call.end?.reason], ['menu', 'caller_hung_up'])
      })

  it('before the menu speaks is corrected, even while the message is being said', () => {
    for (const silenceMs of [0, 1_000, 2_500, 3_500]) {
      const { call, wasLeft } = startCall()
      call.wait(1_000)
      call.engine.carrierSays('machine', true)
      call.wait(silenceMs)
      call.says(menu)
      call.wait(4_000)
      assert.equal(call.transcript().at(-1), 'assistant: Certainly.', `${silenceMs} ms`)
      call.hangUp()
      assert.ok(!wasLeft())
      assert.deepEqual([call.end?.answerer, call.end?.answeredBy], ['menu', 'unknown'])
    }
  })

  it('or a screening service or a person for one is corrected', () => {
    for (const [text, answerer] of [
      ['Hi, if you record your name and reason for calling, I will see if this person is available.', 'screening'],
      ['Good morning, you have called Smith and Sons in the High Street, how may I help you this morning?', 'person'],
      ['Good afternoon and thank you for calling the garden center, this is Walter Kirk speaking.', 'person'],
      ['Please say your name and why you want to talk with this person.', 'screening'],
      ['Hello? Hello, who is calling please, I cannot hear you at all?', 'person'],
    ] as const) {
      const { call, wasLeft } = startCall()
      call.wait(300)
      call.starts(text)
      call.wait(3_500)
      call.engine.carrierSays('machine', true)
      call.wait(9_000)
      assert.equal(call.end, undefined, text)
      call.hangUp()
      assert.ok(!wasLeft(), text)
      assert.equal(call.end!.answerer, answerer)
    }
  })
})

describe('a mailbox that the carrier has found', () => {
  it('gets the message when it has announced the tone, has beeped, or is silent', () => {
    const greetings: Record<string, (call: ReturnType<typeof startVirtualCall>) => void> = {
      words: (call) => call.says('You have reached Ines. Please leave a message.'),
      'words of another language': (call) =>
        call.says('Dodzwoniłeś się do Ines i Marka, po sygnale zostaw nam wiadomość.'),
      beep: (call) => call.beeps(),
      nothing: () => {},
    }
    for (const [name, greet] of Object.entries(greetings)) {
      const { call, wasLeft } = startCall()
      call.wait(300)
      greet(call)
      call.wait(800)
      call.engine.carrierSays('machine', true)
      const endedMs = call.clock.now()
      call.wait(2_500)
      const message = call.heard().find(({ text }) => text === voicemailMessage)
      assert.ok(message && message.fromMs - endedMs < 1_900, name)
      call.wait(6_000)
      assert.ok(wasLeft(), name)
      assert.deepEqual([call.end?.reason, call.end?.answerer], ['voicemail', 'voicemail'], name)
    }
  })

  it('gets a message of half a minute to its end', () => {
    const long = 'We would like to talk with you about the delivery of your garden chairs. '.repeat(7).trim()
    const { call } = startCall({ settings: { voicemailMessage: long } })
    call.wait(300)
    call.says('Please leave a message after the tone.')
    call.wait(40_000)
    assert.equal(call.end?.reason, 'voicemail')
    assert.ok(call.heard().at(-1)!.part > 0.99)
  })

  for (const pauseMs of [300, 1_200, 2_500])
    it(`gets the message after a long beep that begins ${pauseMs} ms after its words`, () => {
      const { call, wasLeft } = startCall()
      call.wait(300)
      call.says('You have reached Ines. Please leave a message after the tone.')
      call.wait(pauseMs)
      call.beeps(2_400)
      call.wait(2_400)
      const beepEndMs = call.clock.now()
      call.wait(8_000)
      const message = call.heard().findLast(({ text }) => text === voicemailMessage)
      assert.ok(message && message.fromMs >= beepEndMs && message.part > 0.99, JSON.stringify(call.heard()))
      assert.ok(wasLeft())
      assert.deepEqual([call.end?.reason, call.end?.answerer], ['voicemail', 'voicemail'])
    })

  it('is hung up on without a message', () => {
    const { call } = startCall({ settings: { voicemailMessage: undefined } })
    call.wait(1_000)
    call.engine.carrierSays('machine', true)
    call.wait(2_000)
    assert.equal(call.end?.reason, 'voicemail')
  })
})

it('a person who says the words of a mailbox is answered, and gets no message', () => {
  for (const text of [
    'My number has been forwarded to my mobile, go ahead.',
    'You can leave your name and number with me.',
    'He can’t come to the phone at the moment, this is his wife.',
    'You have reached the right person, so tell me about it.',
  ]) {
    const { call, wasLeft } = startCall()
    call.wait(300)
    call.says(text)
    call.wait(8_000)
    assert.equal(call.end, undefined, text)
    assert.ok(call.transcript().includes('assistant: Certainly.'), call.transcript().join(' | '))
    assert.ok(!wasLeft(), text)
  }
})
