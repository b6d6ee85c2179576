// Tests how the assistant ends a call after both sides have said goodbye, in virtual time.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { startVirtualCall, type VirtualCallOptions } from '../../virtual/virtual-call.ts'
import { createVirtualRealtime } from '../../virtual/virtual-realtime.ts'
import { virtualWords } from '../../virtual/virtual-realtime-session.ts'

function talk(said: string, answer: string, options: VirtualCallOptions = {}) {
  const call = startVirtualCall({ answer: () => ({ segments: [answer] }), ...options })
  call.wait(2_500)
  call.says(said)
  call.wait(1_200 + answer.length * 60)
  return call
}

describe('a call in which both have said goodbye', () => {
  for (const [language, said, answer] of [
    ['en', 'No, that was all. Bye.', 'Thank you for calling. Have a great day!'],
    ['de', 'Danke, tschüss', 'Auf Wiederhören.'],
    ['fr', 'Merci, au revoir', 'Bonne journée !'],
    ['es', 'Gracias, hasta luego', 'Adiós.'],
    ['it', 'Grazie, arrivederci', 'Arrivederci.'],
    ['pt', 'Obrigada, tchau', 'Até logo.'],
    ['nl', 'Bedankt, tot ziens', 'Fijne dag nog!'],
  ] as const)
    it(`ends after a short pause (${language})`, () => {
      const call = talk(said, answer, { settings: { language } })
      assert.deepEqual(call.ends, [])
      call.wait(4_000)
      assert.equal(call.end?.reason, 'assistant_ended')
      assert.equal(call.transcript().at(-1), `assistant: ${answer}`)
    })

  it('ends in a realtime mode', () => {
    const call = startVirtualCall({
      realtime: (clock) => createVirtualRealtime(clock, { round: () => ({ texts: ['Goodbye.'] }) }),
      rules: { isFarewell: (text) => text === virtualWords || text === 'Goodbye.' },
    })
    call.wait(2_500)
    call.says('Bye bye')
    call.wait(8_000)
    assert.equal(call.end?.reason, 'assistant_ended')
  })

  it('ends if the assistant says it first', () => {
    let answers = 0
    const call = talk('No, thanks.', 'Goodbye.', { answer: () => ({ segments: [['Goodbye.', 'Bye!'][answers++]!] }) })
    call.wait(4_000)
    assert.deepEqual(call.ends, [])
    call.says('Goodbye')
    call.wait(6_000)
    assert.equal(call.end?.reason, 'assistant_ended')
  })

  it('continues if the customer continues', () => {
    const call = talk('Goodbye.', 'Goodbye.')
    call.wait(1_000)
    call.says('Oh, when do you open tomorrow?')
    call.wait(6_000)
    assert.deepEqual(call.ends, [])
    assert.equal(call.mode.requests.length, 2)
  })

  it('continues if only one of them has said it, or only talked about it', () => {
    for (const [said, answer] of [
      ['Bye.', 'May I ask for your name first?'],
      ['I want to wave goodbye to my old phone.', 'I can help with that.'],
      ['That is all.', 'Goodbye.'],
      ['Before we say goodbye, what is the price?', 'It is ten dollars. Goodbye!'],
    ] as const) {
      const call = talk(said, answer)
      call.wait(8_000)
      assert.deepEqual(call.ends, [], said)
    }
  })

  it('continues if the first words of a call are a greeting that is also a farewell', () => {
    const call = startVirtualCall({ settings: { language: 'it', greeting: 'Ciao.', waitForCustomer: true } })
    call.wait(500)
    call.says('Ciao')
    call.wait(10_000)
    assert.deepEqual(call.ends, [])
  })

  it('continues if the assistant may not hang up', () => {
    const call = talk('Bye.', 'Goodbye.', { settings: { endOnGoodbye: false } })
    call.wait(10_000)
    assert.deepEqual(call.ends, [])
  })
})
