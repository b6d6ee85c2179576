// Tests in virtual time of the wait for an answer that has several rounds, or whose speech is slow.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { functionTool, toolCall } from '#testing/calls/scripted-answers.ts'
import { startVirtualCall, type VirtualCallOptions } from '../../virtual/virtual-call.ts'
import type { ScriptedAnswer } from '../../virtual/virtual-mode.ts'
import type { CallTool } from '../settings.ts'

const tools = new Map<string, CallTool>([
  functionTool('check', async () => ({ free: true })),
  ['dtmf_input', { kind: 'dtmf_input', definition: { name: 'dtmf_input', description: '', parameters: {} } }],
])
const checking = [toolCall('check')]
const pressing = [toolCall('dtmf_input', { digits: '1' })]

/** The texts that the customer hears after a question. The model gives these answers, one per round. */
async function heardAfter(answers: readonly ScriptedAnswer[], { ms = 25_000, ...options }: WaitOptions = {}) {
  let rounds = 0
  const call = startVirtualCall({ tools, answer: () => answers[rounds++] ?? { segments: ['Here I am.'] }, ...options })
  call.wait(6_000)
  call.says('When do you open?')
  const askedMs = call.clock.now()
  for (let passedMs = 0; passedMs < ms && !call.end; passedMs += 20) {
    call.frame()
    await null
  }
  const sounds = call.heard().filter(({ fromMs, part }) => fromMs > askedMs && part === 1)
  return { texts: sounds.map(({ text }) => text), sounds, askedMs, requests: call.mode.requests.length }
}

type WaitOptions = VirtualCallOptions & { ms?: number }

const longWords = 'We are open from nine to five on weekdays, and until noon on Saturdays. '.repeat(4).trim()
const patience = [
  'I am still checking, thank you for your patience.',
  'This is taking a little longer, one more moment.',
]

describe('phrases that cover the wait', () => {
  it('are not said after an answer whose synthesis is slow', async () => {
    const fillers = { positive: ['Good.'], negative: ['Oh.'], question: ['Let me think.'], neutral: ['Well.'] }
    const answer = { segments: ['At nine.'] }
    const { texts } = await heardAfter([answer], { synthesisMs: 4_000, settings: { fillers }, ms: 15_000 })
    assert.deepEqual(texts, ['At nine.'])
  })

  it('are not said after an answer that waits for the end of earlier words', async () => {
    const { texts } = await heardAfter([{ segments: [longWords], toolCalls: checking }, { segments: ['It is free.'] }])
    assert.deepEqual(texts, [longWords, 'It is free.'])
  })

  for (const synthesisMs of [20, 400])
    it(`are said when a tool was called after words, whose audio took ${synthesisMs} ms, and nothing follows`, async () => {
      const never = { afterMs: Number.POSITIVE_INFINITY }
      const words = { segments: ['One moment.', 'I will check.'], toolCalls: checking }
      const { texts } = await heardAfter([words, never], { synthesisMs })
      assert.deepEqual(texts, ['One moment.', 'I will check.', ...patience, 'Here I am.'])
    })
})

describe('an empty answer', () => {
  it('to the result of a tool is requested again, even if there were words before', async () => {
    const { texts, sounds, askedMs } = await heardAfter([{ segments: ['One moment.'], toolCalls: checking }, {}])
    assert.deepEqual(texts, ['One moment.', 'Here I am.'])
    assert.ok(sounds[1]!.fromMs - askedMs < 4_000)
  })

  it('is accepted after words and keys that the assistant has pressed', async () => {
    const { texts, requests } = await heardAfter([{ segments: ['One moment.'], toolCalls: pressing }, {}], {
      ms: 20_000,
    })
    assert.deepEqual([texts, requests], [['One moment.'], 2])
  })
})
