// Tests in virtual time that a person hears the disclosure and the purpose of a call, whatever interrupts the greeting.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { startVirtualCall, type VirtualCallOptions } from '../../virtual/virtual-call.ts'
import type { ScriptedRequest } from '../../virtual/virtual-mode.ts'
import { createVirtualRealtime } from '../../virtual/virtual-realtime.ts'

const disclosure = 'You are speaking with the AI assistant of Bolt Insurance.'
const message = 'Good day. I am calling about the roof of your warehouse. Is this a good moment?'
const greeting = `${disclosure} ${message}`
const german = {
  disclosure: 'Sie sprechen mit der KI-Assistenz der Bolt Versicherung.',
  message: 'Guten Tag. Ich rufe wegen des Dachs Ihrer Lagerhalle an. Passt es gerade?',
}

function startCall({ settings, ...options }: VirtualCallOptions = {}) {
  const requests: ScriptedRequest[] = []
  const call = startVirtualCall({
    answer: (request) => {
      requests.push(request)
      return { segments: ['Very well.'] }
    },
    ...options,
    settings: { direction: 'outbound', greeting, disclosure, ...settings },
  })
  /** Whether the sentence was heard from its first to its last word in one of the things that were said. */
  const wasHeard = (sentence: string) =>
    call.heard().some(({ text, part, fromMs }) => {
      const at = text.indexOf(sentence)
      if (at < 0) return false
      const later = call.heard().filter((sound) => sound.text === text && sound.fromMs >= fromMs)
      const heard = later.reduce((sum, sound) => sum + sound.part, 0)
      return Math.max(part, heard) * text.length >= at + sentence.length - 1
    })
  return { call, requests, wasHeard }
}

const greetings = {
  en: [
    'Hello?',
    'Hello, Walter Kirk speaking.',
    'Kirk and Daughters, how may I help you?',
    'Thank you for calling Kirk Logistics. This call may be recorded for quality purposes. My name is Ines, how can I help you today?',
    'Yes… hello? Who is this?',
  ],
  de: [
    'Hallo?',
    'Kirchner, guten Tag.',
    'Spedition Kirchner, Weber am Apparat, was kann ich für Sie tun?',
    'Herzlich willkommen bei der Spedition Kirchner. Das Gespräch wird aufgezeichnet. Mein Name ist Ines Vogt, wie kann ich Ihnen helfen?',
    'Ja… hallo? Wer ist da?',
  ],
}

describe('a person who answers the phone while the assistant speaks', () => {
  for (const language of ['en', 'de'] as const)
    for (const afterMs of [300, 900])
      for (const words of greetings[language]) {
        it(`hears who calls and why, after “${words.slice(0, 40)}” at ${afterMs} ms`, () => {
          const texts = language === 'de' ? german : { disclosure, message }
          const { call, requests, wasHeard } = startCall({
            settings: { language, disclosure: texts.disclosure, greeting: `${texts.disclosure} ${texts.message}` },
          })
          call.wait(afterMs)
          call.says(words)
          const saidMs = call.clock.now()
          call.wait(16_000)
          for (const sentence of [texts.disclosure, ...texts.message.split(/(?<=\.) /)])
            assert.ok(wasHeard(sentence), `${sentence} | ${call.transcript().join(' | ')}`)
          // The greeting is the answer, so the model is not asked for another one.
          assert.equal(requests.length, 0)
          const resumed = call.line.sounds.find(({ toMs }) => toMs > saidMs)!
          assert.ok(resumed.fromMs - saidMs < 2_000, `${resumed.fromMs - saidMs} ms of silence`)
        })
      }

  it('hears it even after many greetings that interrupt it', () => {
    const { call, requests, wasHeard } = startCall()
    call.wait(300)
    for (let times = 0; times < 6; times++) {
      call.says('Hello? Hello, who is there?')
      call.wait(1_800)
    }
    call.wait(14_000)
    for (const sentence of [disclosure, 'I am calling about the roof of your warehouse.']) assert.ok(wasHeard(sentence))
    assert.equal(requests.length, 0)
  })

  it('hears nothing twice, and the first word no later, if nobody interrupts', () => {
    const { call } = startCall()
    call.wait(14_000)
    assert.deepEqual(call.transcript(), [`assistant: ${greeting}`])
    assert.ok(call.heard()[0]!.fromMs <= 200)
  })
})

describe('the part of the greeting that a person has not heard', () => {
  const interruptions: Record<string, (call: ReturnType<typeof startVirtualCall>) => void> = {
    'a question': (call) => call.says('Which company are you calling from again?'),
    'two questions': (call) => {
      call.says('Which company are you calling from again?')
      call.wait(2_500)
      call.says('And what does that have to do with me?')
    },
    'a command': (call) => call.says('Stop.'),
    'a typed message': (call) => call.engine.customerTyped('Please write to me.'),
    'words that the recognizer takes back': (call) => {
      call.starts('Stop', 500)
      call.wait(460)
      call.mode.listener().interim('')
      call.wait(100)
    },
    'a person of the account': (call) => {
      call.engine.takeover.begin()
      call.wait(1_000)
      call.engine.takeover.handBack()
    },
    'a noise': (call) => call.makesNoise(2_500),
    keys: (call) => call.press('12'),
  }
  for (const [name, interrupt] of Object.entries(interruptions))
    for (const afterMs of [1_800, 4_500])
      it(`is said after ${name} at ${afterMs} ms`, () => {
        const { call, wasHeard } = startCall()
        call.wait(afterMs)
        interrupt(call)
        call.wait(20_000)
        for (const sentence of [disclosure, 'I am calling about the roof of your warehouse.'])
          assert.ok(wasHeard(sentence), `${sentence} | ${call.transcript().join(' | ')}`)
      })

  it('comes before the answer to a question, and the model knows that it was said', () => {
    const { call, requests } = startCall()
    call.wait(2_000)
    call.says('Which company are you calling from again?')
    call.wait(16_000)
    const [cut, question, rest, answer] = call.transcript()
    assert.match(cut!, /^assistant: You are/)
    assert.equal(question, 'customer: Which company are you calling from again?')
    assert.ok(rest!.startsWith(`assistant: ${disclosure} Good day.`), rest)
    assert.ok(answer === 'assistant: Very well.' || rest!.endsWith('Very well.'))
    const { history } = requests.at(-1)!
    assert.deepEqual(history.at(-1), { role: 'user', content: 'Which company are you calling from again?' })
    assert.ok(history.at(-2)!.content.includes(disclosure))
    assert.equal(requests.length, 1)
  })

  it('is only the disclosure when a customer calls, whose question is then answered', () => {
    const { call, requests, wasHeard } = startCall({ settings: { direction: 'inbound' } })
    call.wait(1_800)
    call.says('When do you open tomorrow?')
    call.wait(10_000)
    assert.ok(wasHeard(disclosure))
    assert.ok(!wasHeard('I am calling about the roof of your warehouse.'))
    assert.equal(requests.length, 1)
  })

  it('ends with the part of a long greeting that says why, so that a question is answered soon', () => {
    const long = Array.from({ length: 30 }, (_, index) => `Our offer number ${index} is a very good one.`).join(' ')
    const { call, requests } = startCall({ settings: { greeting: `${disclosure} ${long}` } })
    call.wait(20_000)
    call.says('How much is the first offer?')
    const askedMs = call.clock.now()
    call.wait(4_000)
    assert.equal(requests.length, 1)
    const answer = call.heard().find(({ text }) => text === 'Very well.')!
    assert.ok(answer.fromMs - askedMs < 1_500)
  })

  it('is said by the model, which knows it, if the customer interrupts it again and again', () => {
    const { call, requests, wasHeard } = startCall()
    call.wait(4_500)
    for (let times = 0; times < 5; times++) {
      call.says('Which company are you calling from again?')
      call.wait(2_500)
    }
    call.wait(10_000)
    assert.match(JSON.stringify(requests.at(-1)!.history), /has not heard this part of your greeting: .*the roof of/)
    assert.ok(wasHeard(disclosure))
  })

  it('is not said to a mailbox, nor to a menu', () => {
    for (const words of [
      'You have reached the mailbox of Walter Kirk. Please leave a message after the tone.',
      'Welcome to Kirk Logistics. For deliveries, press 1. For invoices, press 2.',
    ]) {
      const { call } = startCall({ settings: { endOnVoicemail: false } })
      call.wait(400)
      call.says(words)
      const saidMs = call.clock.now()
      call.wait(12_000)
      const later = call.heard().filter(({ fromMs }) => fromMs > saidMs)
      assert.ok(!later.some(({ text }) => text.includes(disclosure)), call.transcript().join(' | '))
    }
  })

  it('is said to the person whom a menu or a screening service puts through', () => {
    for (const words of ['For deliveries, press 1.', 'Please state your name and reason for calling.']) {
      const { call, wasHeard } = startCall()
      call.wait(400)
      call.says(words)
      call.wait(8_000)
      assert.ok(!wasHeard(disclosure))
      call.says('Hello, this is Ines.')
      call.wait(14_000)
      assert.ok(wasHeard(disclosure), call.transcript().join(' | '))
    }
  })

  for (const output of ['audio', 'text'] as const)
    it(`is said by a realtime model with ${output} output, and a question is answered`, () => {
      let answers = 0
      const call = startVirtualCall({
        settings: { direction: 'outbound', greeting, disclosure },
        realtime: (clock) =>
          createVirtualRealtime(clock, {
            output,
            round: () => {
              answers++
              return { texts: ['Very well.'] }
            },
          }),
      })
      call.wait(1_800)
      call.says('Which company are you calling from again?')
      call.wait(20_000)
      const said = call.transcript().filter((entry) => entry.startsWith('assistant'))
      assert.ok(
        said.some((entry) => entry.includes(disclosure)),
        call.transcript().join(' | '),
      )
      assert.ok(
        said.some((entry) => entry.includes('about the roof of your warehouse.')),
        said.join(' | '),
      )
      assert.equal(answers, 1)
    })
})
