// Tests of the words of running calls, which one transaction emits for all calls of a process.
import assert from 'node:assert/strict'
import { after, it } from 'node:test'
import { sql } from 'kysely'
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
  const follow = (callId: number, read: () => readonly SpokenCaption[]) =>
    liveWords.follow({
      call: { accountId: account.account.id, callId, assistant: { id: 1 } },
      read,
      guard: (run) => run(),
    })
  const [first, second] = [
    follow(1, () => {
      reads++
      return captions
    }),
    follow(2, () => captions),
  ]
  await sql`alter table new_live_events rename to away`.execute(context.db)
  for (const text of ['One.', 'Two.', 'Three.', 'Four.', 'Five.', 'Six.', 'Seven.'])
    captions.push({ speaker: 'assistant', text, atMs: 0 })
  const before = reads
  await until(() => reads > before + 1)
  await sql`alter table away rename to new_live_events`.execute(context.db)
  const events = await stream.take(2)
  captions.push({ speaker: 'customer', text: 'Goodbye.', atMs: 1_000 })
  await Promise.all([first.stop(), second.stop()])
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
