// Tests in virtual time of the turn-taking that a call records.
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { longAnswer } from '#testing/calls/scripted-answers.ts'
import { startVirtualCall } from '../virtual/virtual-call.ts'

it('a call records how fast its turns are answered and interruptions are obeyed', () => {
  const call = startVirtualCall({ answer: () => ({ segments: longAnswer }) })
  call.wait(3_000)
  call.says('When do you open?')
  call.wait(4_000)
  call.says('Wait, I meant tomorrow')
  call.wait(4_000)
  const { turns, answered, responseMs, interruptions, yielded, yieldMs, cutIns } = call.engine.record.interaction()
  assert.deepEqual([turns, answered, interruptions, yielded, cutIns], [2, 2, 1, 1, 0])
  assert.ok(responseMs > 0 && responseMs / 2 <= 2_000, `${responseMs} ms`)
  assert.ok(yieldMs <= 600, `${yieldMs} ms`)
})

it('a backchannel is neither a turn nor an interruption, and a noise is a sound', () => {
  const call = startVirtualCall({ answer: () => ({ segments: longAnswer }) })
  call.wait(3_000)
  call.says('When do you open?')
  call.wait(3_000)
  call.says('Yeah')
  call.wait(20_000)
  call.makesNoise(800)
  call.wait(4_000)
  const { turns, interruptions, backchannels, sounds, soundsIgnored } = call.engine.record.interaction()
  assert.deepEqual([turns, interruptions, backchannels, sounds, soundsIgnored], [1, 0, 1, 1, 1])
})
