// Tests in virtual time of what a call reports as its answerer.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { startVirtualCall, type VirtualCallOptions } from '../../virtual/virtual-call.ts'

const outbound = (options: VirtualCallOptions = {}) => {
  const call = startVirtualCall({
    answer: () => ({ segments: ['It is Ada.'] }),
    ...options,
    settings: { direction: 'outbound', greeting: 'Hello.', ...options.settings },
  })
  call.wait(500)
  return call
}

const mailbox = 'You have reached Anna. Please leave a message after the tone.'
const prompt = "Hi, please state your name and reason for calling, I'll see if this person is available."

describe('the answerer of an outbound call', () => {
  it('is a person who talks', () => {
    const call = outbound()
    call.says('Hello?')
    call.wait(4_000)
    call.hangUp()
    assert.deepEqual([call.end?.reason, call.end?.answerer], ['caller_hung_up', 'person'])
  })

  for (const voicemailMessage of [undefined, 'Please call back.']) {
    it(`is a voicemail that gets ${voicemailMessage === undefined ? 'no' : 'a'} message`, () => {
      const call = outbound({ settings: { voicemailMessage } })
      call.says(mailbox)
      call.wait(8_000)
      assert.deepEqual([call.end?.reason, call.end?.answerer], ['voicemail', 'voicemail'])
    })
  }

  it('is a voicemail that the assistant talks to', () => {
    const call = outbound({ settings: { endOnVoicemail: false } })
    call.says(mailbox)
    call.wait(8_000)
    call.says('You can send your message now.')
    call.wait(4_000)
    call.hangUp()
    assert.deepEqual([call.end?.reason, call.end?.answerer], ['caller_hung_up', 'voicemail'])
  })

  it('is the person whom a screening service puts through', () => {
    const call = outbound()
    call.says(prompt)
    call.wait(4_000)
    call.says('Thanks. Please stay on the line.')
    call.wait(4_000)
    call.says('Hello, Anna speaking.')
    call.wait(4_000)
    call.hangUp()
    assert.deepEqual([call.end?.answeredBy, call.end?.answerer], ['human', 'person'])
  })

  it('is a screening service that declines the call, or ends it', () => {
    for (const ending of [undefined, 'Sorry, this person is not available. Goodbye.']) {
      const call = outbound()
      call.says(prompt)
      call.wait(4_000)
      if (ending !== undefined) call.says(ending)
      call.wait(2_000)
      call.hangUp()
      assert.deepEqual([call.end?.answeredBy, call.end?.answerer], ['human', 'screening'])
    }
  })

  it('is a menu, or the person behind it', () => {
    const call = outbound()
    call.says('Thank you for calling Acme. For sales, press 1.')
    call.wait(4_000)
    call.says('Hello, this is Maria.')
    call.wait(4_000)
    call.hangUp()
    assert.deepEqual([call.end?.answeredBy, call.end?.answerer], ['unknown', 'person'])
    const other = outbound()
    other.says('Thank you for calling Acme. For sales, press 1.')
    other.wait(4_000)
    other.says('Your call is important to us.')
    other.wait(4_000)
    other.hangUp()
    assert.equal(other.end?.answerer, 'menu')
  })

  for (const [reason, text] of [
    ['circuits_busy', 'All circuits are busy now. Please try your call again later.'],
    ['number_unavailable', 'The number you have dialed is not in service.'],
  ] as const) {
    it(`is an announcement (${reason})`, () => {
      const call = outbound()
      call.says(text)
      call.wait(2_000)
      assert.deepEqual([call.end?.reason, call.end?.answerer], [reason, 'announcement'])
    })
  }

  it('is not known if nothing is heard', () => {
    const call = outbound()
    call.hangUp()
    assert.equal(call.end?.answerer, 'unknown')
  })
})
