// Tests in virtual time of the answer to a service that asks for the name and the purpose of a call.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { startVirtualCall, type VirtualCallOptions } from '../../virtual/virtual-call.ts'

const purpose = 'This is Ada, and the purpose of my call is: your cake.'
const prompt = "Hi, please state your name and reason for calling, I'll see if this person is available."

function screened(options: VirtualCallOptions = {}, carrierSays?: 'human') {
  const call = startVirtualCall({
    answer: () => ({ segments: ['Good day.'] }),
    ...options,
    settings: { direction: 'outbound', greeting: 'Hello.', purpose, ...options.settings },
  })
  if (carrierSays) call.engine.carrierSays(carrierSays, false)
  call.wait(500)
  call.says(prompt)
  call.wait(6_000)
  return call
}

describe('a service that asks for the purpose of a call', () => {
  it('gets the purpose, which the model knows when the person speaks', () => {
    const call = screened()
    assert.deepEqual(call.transcript().slice(1), [`customer: ${prompt}`, `assistant: ${purpose}`])
    assert.ok(call.heard().at(-1)!.part > 0.99)
    call.says('Hello, Anna speaking.')
    call.wait(4_000)
    assert.equal(call.transcript().at(-1), 'assistant: Good day.')
    const history = call.mode.requests.at(-1)!.history.map(({ content }) => content)
    assert.deepEqual(history.slice(-3), [prompt, purpose, 'Hello, Anna speaking.'])
  })

  it('gets the purpose even if the carrier takes it for a person', () => {
    assert.equal(screened({}, 'human').transcript().at(-1), `assistant: ${purpose}`)
  })

  it('gets it again if it asks again, but not endlessly', () => {
    const call = screened()
    for (let times = 0; times < 4; times++) {
      call.says('Please state your name.')
      call.wait(6_000)
    }
    const answers = call.transcript().filter((text) => text.startsWith('assistant: '))
    assert.deepEqual(
      answers.map((text) => text.slice('assistant: '.length)),
      ['Hello.', purpose, purpose, purpose, 'Good day.', 'Good day.'],
    )
  })

  it('is answered by the model without a purpose, and if the model hears the service itself', () => {
    assert.equal(
      screened({ settings: { purpose: undefined } })
        .transcript()
        .at(-1),
      'assistant: Good day.',
    )
    assert.equal(screened({ hearsAudio: true }).transcript().at(-1), 'assistant: Good day.')
  })

  it('is not mistaken for a person or a menu', () => {
    for (const text of ['Hello?', 'For sales, press 1.']) {
      const call = startVirtualCall({ settings: { direction: 'outbound', greeting: 'Hello.', purpose } })
      call.wait(500)
      call.says(text)
      call.wait(5_000)
      assert.equal(call.transcript().at(-1), 'assistant: Certainly.')
    }
  })
})
