// Tests in virtual time of speech that is much quieter than usual, because it is meant for another person.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { longAnswer } from '#testing/calls/scripted-answers.ts'
import { startVirtualCall, type VirtualCallOptions } from '../virtual/virtual-call.ts'

/** The assistant is giving a long answer. The audio of a virtual call has a constant level, as some echo has. */
function answeringCall(options: VirtualCallOptions = {}) {
  const call = startVirtualCall({
    answer: () => ({ segments: longAnswer }),
    rules: { isEcho: () => false },
    ...options,
  })
  call.wait(2_000)
  call.says('When do you open?')
  call.wait(2_500)
  return call
}

type Call = ReturnType<typeof answeringCall>

const isCut = (call: Call): boolean => call.engine.record.transcript.some(({ interrupted }) => interrupted)
const statesOf = (call: Call): string[] => call.engine.record.states.map(({ interruption }) => interruption)
const isDistant = true

describe('speech that is much quieter than usual', () => {
  it('makes the assistant quieter, but does not interrupt it, unless the customer speaks up', () => {
    const [quiet, usual] = [true, false].map((isQuiet) => {
      const call = answeringCall()
      call.starts('Put that on the table please', 1_600, { isDistant: isQuiet })
      call.wait(3_000)
      assert.ok(statesOf(call).includes('possible'))
      return isCut(call)
    })
    assert.deepEqual([quiet, usual], [false, true])
  })

  it('does not hide the words that were said before it', () => {
    const call = answeringCall({ interimWords: false })
    call.starts('No please wait a minute', 600, { afterMs: 900 })
    call.wait(900)
    call.starts('', 1_500, { isDistant })
    call.wait(2_000)
    assert.ok(isCut(call))
  })

  it('does not become usual because it is answered after the assistant has finished', () => {
    const call = answeringCall()
    for (let answers = 1; answers <= 4; answers++) {
      call.starts('Put that on the table please', 1_600, { isDistant })
      while (call.mode.requests.length === answers && !isCut(call)) call.frame()
      assert.equal(isCut(call), false)
      call.wait(1_500)
    }
  })

  it('becomes usual if it is what the customer says while the assistant is silent', () => {
    let count = 0
    const call = answeringCall({ answer: () => ({ segments: ++count < 5 ? ['Yes.'] : longAnswer }) })
    for (const text of ['I would like a table.', 'Tomorrow at seven.', 'For three people.', 'What is on the menu?']) {
      call.wait(2_000)
      call.starts(text, 1_500, { isDistant })
      call.wait(4_500)
    }
    call.starts('Do you have fish?', 1_500, { isDistant })
    call.wait(3_000)
    assert.ok(isCut(call))
  })

  it('interrupts with a command', () => {
    const call = answeringCall()
    call.starts('Stop', 600, { isDistant })
    call.wait(1_000)
    assert.ok(isCut(call))
  })

  it('interrupts after three seconds', () => {
    const call = answeringCall()
    const startMs = call.clock.now()
    call.starts('And what about the days between Christmas and New Year?', 4_500, { isDistant })
    call.wait(4_500)
    const stoppedMs = call.line.sounds.at(-1)!.toMs - startMs
    assert.ok(isCut(call))
    assert.ok(stoppedMs > 2_900 && stoppedMs < 3_200, `stopped after ${stoppedMs} ms`)
  })

  it('does not delay an answer that is being generated', () => {
    const call = answeringCall({ answer: () => ({ afterMs: 4_000, segments: longAnswer }) })
    call.starts('Put that on the table please', 2_600, { isDistant })
    call.wait(3_000)
    assert.equal(call.heard().length, 2)
    assert.ok(!statesOf(call).includes('probable'))
  })
})
