// Tests of the words of running calls, which one transaction emits for all calls of a process.
import assert from 'node:assert/strict'
import { after, it } from 'node:test'
import { startTestApp } from '#testing/app/test-app.ts'
import { until } from '#testing/app/until.ts'
import { openStreams } from '#testing/features/event-streams.ts'
import type { SpokenCaption } from './session/captions.ts'
import { openLiveWords } from './session/live-words.ts'

const parley = await startTestApp()
after(() => parley[Symbol.asyncDispose]())
const { context } = parley.app
const { open } = await openStreams(parley)

it('the words of calls are emitted again after their transaction has failed, up to the last ones', async () => {
  const account = await parley.createAccount()
  await using stream = await open(account)
  const liveWords = openLiveWords(context)
  const captions: SpokenCaption[] = []
  let reads = 0
  const calls = [1, 2].map((callId) => ({ accountId: account.account.id, callId, assistant: { id: 1 } }))
  const followed = calls.map((call) => {
    const read = () => {
      reads++
      return captions
    }
    return liveWords.follow({ call, read, guard: (run) => run() })
  })
  // No call has this number, so the event cannot be emitted.
  calls[1]!.callId = 0.5
  for (const text of ['One.', 'Two.', 'Three.', 'Four.', 'Five.', 'Six.', 'Seven.'])
    captions.push({ speaker: 'assistant', text, atMs: 0 })
  const before = reads
  await until(() => reads > before + 2)
  calls[1]!.callId = 2
  const events = await stream.take(2)
  captions.push({ speaker: 'customer', text: 'Goodbye.', atMs: 1_000 })
  await Promise.all(followed.map((one) => one.stop()))
  const wordsOf = ({ data }: { data: object }) => {
    const {
      call_id: callId,
      position,
      entries,
    } = data as {
      call_id: number
      position: number
      entries: { text: string }[]
    }
    return [callId, position, entries.map(({ text }) => text).join(' ')]
  }
  assert.deepEqual(events.map(wordsOf), [
    [1, 0, 'One. Two. Three. Four. Five. Six. Seven.'],
    [2, 0, 'One. Two. Three. Four. Five. Six. Seven.'],
  ])
  assert.deepEqual((await stream.take(2)).map(wordsOf).toSorted(), [
    [1, 7, 'Goodbye.'],
    [2, 7, 'Goodbye.'],
  ])
})
