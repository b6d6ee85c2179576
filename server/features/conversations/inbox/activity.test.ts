// Tests of which members have a conversation open.
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { sql } from 'kysely'
import { activitySeconds } from '#contract/conversations/inbox.ts'
import { signInMember } from '#testing/app/members.ts'
import { startTestApp } from '#testing/app/test-app.ts'
import { until } from '#testing/app/until.ts'
import { openStream } from '#testing/features/event-streams.ts'
import { refusedWith } from '#testing/requests/expect-refusal.ts'

const parley = await startTestApp({ carrier: {} })
after(() => parley[Symbol.asyncDispose]())

async function open() {
  const assistant = await parley.createAssistant()
  const start = async () =>
    (await assistant.client.conversations.create({ assistant_id: assistant.uuid })).conversation_id
  const signIn = async () => {
    const member = await signInMember(parley, assistant.account, 'agent')
    const report = async (uuid: string, activity: 'reading' | 'writing' | 'left' = 'reading') =>
      (await member.client.conversations.reportActivity({ uuid, activity })).data
    return { ...member, report }
  }
  return { ...assistant, start, ann: await signIn(), bob: await signIn() }
}

const named = (id: number, is_writing = false) => ({ id, name: 'A agent', is_writing })

describe('the activity of members', () => {
  it('is reported to the others who have the same conversation open', async () => {
    const { ann, bob, start } = await open()
    const [uuid, other] = [await start(), await start()]
    assert.deepEqual(await ann.report(uuid), [])
    assert.deepEqual(await bob.report(uuid, 'writing'), [named(ann.userId)])
    assert.deepEqual(await ann.report(uuid), [named(bob.userId, true)])
    assert.deepEqual(await bob.report(other), [])
    assert.deepEqual(await ann.report(uuid), [])
    assert.deepEqual(await bob.report(uuid), [named(ann.userId)])
    await ann.report(uuid, 'left')
    assert.deepEqual(await bob.report(uuid), [])
  })

  it('of a conversation that is erased at the same moment is refused', async () => {
    const { ann, start } = await open()
    const uuid = await start()
    const { db } = parley.app.context
    const isWaiting = async () => {
      const { rows } = await sql`select from pg_locks where not granted`.execute(db)
      return rows.length > 0
    }
    const report = await db.transaction().execute(async (tx) => {
      await sql`delete from conversations where uuid = ${uuid}`.execute(tx)
      const reported = Promise.allSettled([ann.report(uuid)])
      await until(isWaiting)
      return { reported }
    })
    const [result] = await report.reported
    assert.equal(result.status === 'rejected' && result.reason.status, 404)
  })

  it('ends without a report', async () => {
    const { ann, bob, start } = await open()
    const uuid = await start()
    await ann.report(uuid)
    await parley.turnClock((activitySeconds - 5) * 1000)
    assert.deepEqual(await bob.report(uuid), [named(ann.userId)])
    await parley.turnClock(6_000)
    assert.deepEqual(await bob.report(uuid), [])
  })

  it('emits an event for each change, and none for repeated reports', async () => {
    const { ann, start, token } = await open()
    const [uuid, other] = [await start(), await start()]
    const input = { types: 'conversation.activity' }
    await using stream = await openStream({ baseUrl: parley.config.settings.publicUrl, token, input })
    for (const activity of ['reading', 'reading', 'writing'] as const) await ann.report(uuid, activity)
    await ann.report(other)
    await ann.report(other, 'left')
    await ann.report(other, 'left')
    await ann.report(uuid)
    const seen = (await stream.take(6)).map(({ data }) => {
      const { conversation_uuid, activity, member_id } = data as Record<string, unknown>
      assert.equal(member_id, ann.userId)
      return [conversation_uuid === uuid ? 'first' : 'second', activity]
    })
    assert.deepEqual(seen, [
      ['first', 'reading'],
      ['first', 'writing'],
      ['first', 'left'],
      ['second', 'reading'],
      ['second', 'left'],
      ['first', 'reading'],
    ])
  })

  it('is refused for conversations of other accounts', async () => {
    const [{ ann }, { start }] = [await open(), await open()]
    const absent = refusedWith(404, { status: false, error: 'Conversation not found' })
    await assert.rejects(ann.report(await start()), absent)
  })
})
