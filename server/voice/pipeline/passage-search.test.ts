// Tests of the search for passages before an answer, in virtual time.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setImmediate as settled } from 'node:timers/promises'
import type { ChatMessage, Passage } from '#server/ports/language-model.ts'
import type { DocumentSearch } from '../engine/mode.ts'
import { createVirtualClock } from '../virtual/virtual-clock.ts'
import { createPassageSearch } from './passage-search.ts'

const hours: Passage = { text: 'Open until six.', source: { document: 'Hours' } }
const user = (content: string): ChatMessage => ({ role: 'user', content })
const assistant: ChatMessage = { role: 'assistant', content: 'One moment.' }

/** `find` takes `takesMs`. */
function open(find: (words: string) => readonly Passage[] | undefined = () => [hours]) {
  const clock = createVirtualClock()
  const reports: [generation: number, search: DocumentSearch][] = []
  const searched: string[] = []
  const aborted: string[] = []
  let timeouts = 0
  let takesMs = 100
  const search = createPassageSearch(
    {
      clock,
      limitMs: 400,
      find(messages, signal) {
        const words = messages.at(-1)!.content
        searched.push(words)
        const { promise, resolve, reject } = Promise.withResolvers<readonly Passage[] | undefined>()
        let isDone = false
        clock.after(takesMs, () => {
          isDone = true
          try {
            resolve(find(words))
          } catch (error) {
            reject(error)
          }
        })
        signal.addEventListener('abort', () => {
          if (!isDone) aborted.push(words)
        })
        return promise
      },
      timedOut: () => timeouts++,
    },
    { searched: (generation, one) => reports.push([generation, one]) },
  )
  return {
    search,
    reports,
    searched,
    aborted,
    timeouts: () => timeouts,
    slow(ms: number) {
      takesMs = ms
    },
    /** Returns what is known after the time has passed. */
    async ask(messages: ChatMessage[], generation: number, afterMs: number, signal = new AbortController().signal) {
      const asked = search.addTo(messages, generation, signal)
      await settled()
      clock.advance(afterMs)
      await settled()
      return Promise.race([asked, undefined])
    },
  }
}

describe('the search before an answer', () => {
  it('adds passages to the last words of the customer, and reports its time and documents', async () => {
    const { ask, reports } = open()
    const messages = [user('Hi'), assistant, user('Until when are you open?')]
    assert.equal(await ask(messages, 1, 99), undefined)
    assert.deepEqual(await open().ask(messages, 1, 100), [
      ...messages.slice(0, 2),
      { role: 'user', content: 'Until when are you open?', passages: [hours] },
    ])
    await ask(messages, 2, 100)
    assert.deepEqual(reports.at(-1), [2, { tookMs: 100, documents: ['Hours'] }])
  })

  it('is used again by later rounds, and by the answer that replaces a prepared one', async () => {
    const { ask, reports, searched } = open()
    const words = user('Until when are you open?')
    await ask([words], 1, 100)
    const call: ChatMessage = { role: 'assistant', content: '', toolCalls: [{ id: '1', name: 'x', arguments: {} }] }
    const result: ChatMessage = { role: 'tool', toolCallId: '1', toolName: 'x', content: '{}' }
    assert.deepEqual(await ask([words, call, result], 1, 0), [{ ...words, passages: [hours] }, call, result])
    assert.deepEqual(await ask([words], 2, 0), [{ ...words, passages: [hours] }])
    assert.deepEqual(searched, ['Until when are you open?'])
    assert.deepEqual(
      reports.map(([generation]) => generation),
      [1, 2],
    )
  })

  it('runs again for the same words after another question', async () => {
    const { ask, searched } = open()
    await ask([user('When are you open?'), assistant, user('And on Sundays?')], 1, 100)
    await ask([user('When do you deliver?'), assistant, user('And on Sundays?')], 2, 100)
    assert.equal(searched.length, 2)
  })

  it('is given up after its time limit, and the model answers without passages', async () => {
    const { ask, slow, reports, timeouts, aborted } = open()
    slow(5_000)
    const messages = [user('Until when are you open?')]
    assert.deepEqual(await ask(messages, 1, 400), messages)
    assert.deepEqual(reports, [[1, { tookMs: 400, failure: 'timeout' }]])
    assert.deepEqual([timeouts(), aborted], [1, ['Until when are you open?']])
  })

  it('that fails is not repeated for the same answer, but for the next one', async () => {
    let failures = 1
    const { ask, reports, searched } = open(() => {
      if (failures-- > 0) throw Object.assign(new Error('no'), { code: 'unavailable' })
      return [hours]
    })
    const messages = [user('Until when are you open?')]
    assert.deepEqual(await ask(messages, 1, 100), messages)
    assert.deepEqual(await ask(messages, 1, 0), messages)
    assert.deepEqual(reports, [[1, { tookMs: 100, failure: 'unavailable' }]])
    await ask(messages, 2, 100)
    assert.deepEqual([searched.length, reports.at(-1)?.[1].documents], [2, ['Hours']])
  })

  it('ends with the answer that it is for', async () => {
    const { search, aborted, reports, timeouts } = open()
    const aborting = new AbortController()
    const asked = search.addTo([user('Until when are you open?')], 1, aborting.signal)
    const rejected = assert.rejects(asked, { name: 'AbortError' })
    aborting.abort()
    await rejected
    assert.deepEqual([aborted, reports, timeouts()], [['Until when are you open?'], [], 0])
  })

  it('is not reported for words that need no search', async () => {
    const { ask, reports } = open(() => undefined)
    const messages = [user('[The customer is silent.]')]
    assert.deepEqual(await ask(messages, 1, 100), messages)
    assert.deepEqual(await ask([assistant], 2, 0), [assistant])
    assert.deepEqual(reports, [])
  })
})
