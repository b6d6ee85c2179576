// Tests in virtual time that the latency of a turn contains the time in which documents were searched.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { functionTool, toolCall } from '#testing/calls/scripted-answers.ts'
import { startVirtualCall } from '../../virtual/virtual-call.ts'
import type { CallTool } from '../settings.ts'

const never = (): Promise<unknown> => new Promise(() => {})

describe('the search of documents', () => {
  it('by a tool is measured without the other tools, and with all rounds of the answer', () => {
    const [name, search] = functionTool('search', never, 1_000)
    const searching: [string, CallTool] = [name, { ...search, searchesDocuments: true } as CallTool]
    let rounds = 0
    const call = startVirtualCall({
      tools: new Map([searching, functionTool('check', never, 2_000)]),
      answer: () =>
        ++rounds <= 2 ? { toolCalls: [toolCall('search'), toolCall('check')] } : { segments: ['I do not know.'] },
    })
    call.wait(2_000)
    call.says('Is a table free?')
    call.wait(9_000)
    assert.deepEqual(
      call.engine.record.turns.map(({ retrievalMs }) => retrievalMs),
      [2_000],
    )
  })

  it('by a tool continues if the customer says something else, and ends when the customer hangs up', () => {
    const signals: AbortSignal[] = []
    const [name, search] = functionTool('search', never, 60_000)
    const run = ({ signal }: { signal: AbortSignal }) => {
      signals.push(signal)
      return never()
    }
    const searching: [string, CallTool] = [name, { ...search, searchesDocuments: true, run } as CallTool]
    const call = startVirtualCall({
      tools: new Map([searching]),
      answer: () => ({ toolCalls: [toolCall('search')] }),
    })
    const aborted = () => signals.map((signal) => signal.aborted)
    call.wait(2_000)
    call.says('Is a table free?')
    call.wait(3_000)
    assert.deepEqual(aborted(), [false])
    call.says('No, wait, I need the opening hours.')
    call.wait(5_000)
    assert.deepEqual(aborted(), [false])
    call.hangUp()
    assert.deepEqual(aborted(), [true])
  })

  it('before an answer is measured once, even if the answer was prepared before the turn was decided', () => {
    const call = startVirtualCall({
      rules: { endpointing: { delayAfter: () => 1_500, learnPause() {} } },
      answer({ generation }) {
        call.mode.listener().searched(generation, { tookMs: 83.6, documents: ['Hours', 'Prices'] })
        return { segments: ['A table is free.'] }
      },
    })
    call.wait(2_000)
    call.says('Is a table free?')
    call.wait(5_000)
    const { turns, timeline } = call.engine.record
    assert.deepEqual([turns.length, turns[0]?.retrievalMs, call.mode.requests.length], [1, 84, 1])
    const [note] = timeline.filter(({ type }) => type === 'documents_searched')
    assert.equal(note?.detail, '84 ms, Hours, Prices')
  })

  it('that fails is part of the timeline', () => {
    const call = startVirtualCall({
      answer({ generation }) {
        call.mode.listener().searched(generation, { tookMs: 400, failure: 'timeout' })
        return { segments: ['I do not know.'] }
      },
    })
    call.wait(2_000)
    call.says('Is a table free?')
    call.wait(3_000)
    const { turns, timeline } = call.engine.record
    assert.equal(turns[0]?.retrievalMs, 400)
    assert.equal(timeline.find(({ type }) => type === 'documents_not_searched')?.detail, 'timeout after 400 ms')
  })
})
