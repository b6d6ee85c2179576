// Measures the inbox of an account with many conversations, and what its search costs a message: `npm run bench -- inbox`.
import { sql } from 'kysely'
import { signInMember } from '#testing/app/members.ts'
import { startTestApp, type TestApp } from '#testing/app/test-app.ts'
import { defineBench } from './shared/bench.ts'
import { median, timeEach } from './shared/load.ts'
import { progress } from './shared/progress.ts'
import { describeMachine, print, tableOf } from './shared/report.ts'

const messagesEach = 10

export const bench = defineBench({
  about: 'lists and searches of 100,000 conversations with a million messages',
  parameters: { conversations: 100_000, rounds: 7, inserts: 3_000 },
  short: { conversations: 200, rounds: 1, inserts: 5 },
  async run({ conversations, rounds, inserts }) {
    print(describeMachine())
    await using parley = await startTestApp()
    const account = await parley.createAccount()
    const { id: assistantId } = await parley.createAssistant({}, account)
    const ann = await signInMember(parley, account.account, 'agent')
    progress(`store ${conversations} conversations with ${messagesEach} messages each`)
    await fill(parley, conversations, { accountId: account.account.id, assistantId, userId: ann.userId })
    const { list } = ann.client.conversations
    const queries: Record<string, Parameters<typeof list>[0]> = {
      'no filter': {},
      'by activity': { sort: 'activity' },
      owner: { owner: 'me', sort: 'activity' },
      nobody: { owner: 'nobody', sort: 'activity' },
      snoozed: { snoozed: true },
      unread: { unread: true, sort: 'activity' },
      label: { label: 1, sort: 'activity' },
      'search: a rare word': { search: 'rare77' },
      'search: a word of 1 % of the messages': { search: 'common' },
      'search: a word of all messages': { search: 'every' },
      'search: two words': { search: 'every common' },
      'search: a phone number': { search: '+1 415 5000 077' },
      'search: a part of many names': { search: 'customer' },
    }
    const rows: (string | number)[][] = []
    for (const [name, query] of Object.entries(queries)) {
      progress(name)
      let total = 0
      const sample = await timeEach(rounds, async () => {
        total = (await list(query)).total
      })
      rows.push([name, String(total), median(sample), Math.max(...sample)])
    }
    progress('messages with and without the index of the search')
    const withIndex = await insertMessages(parley, account.account.id, inserts)
    await sql`drop index conversation_messages_words`.execute(parley.app.context.db)
    const without = await insertMessages(parley, account.account.id, inserts)
    const rowOf = (name: string, sample: readonly number[]) => [
      name,
      sample.reduce((sum, each) => sum + each, 0) / sample.length,
      Math.max(...sample),
    ]
    const stored = [rowOf('with the index of the search', withIndex), rowOf('without it', without)]
    print(tableOf([`list of ${conversations} conversations`, 'found', 'median, ms', 'worst, ms'], rows))
    print(tableOf(['storing a message of 200 characters', 'mean, ms', 'worst, ms'], stored))
  },
})

async function fill(
  { app }: TestApp,
  conversations: number,
  { accountId, assistantId, userId }: { accountId: number; assistantId: number; userId: number },
): Promise<void> {
  const { db } = app.context
  await sql`
    insert into conversations (account_id, uuid, assistant_id, type, customer_key, customer_phone, customer_name,
      ai_enabled, owner_id, snoozed_until, turns, last_customer_turn, message_count, status, opened_at,
      last_activity_at, created_at, updated_at)
    select ${accountId}, gen_random_uuid(), ${assistantId}, 'chatapp', '1:' || i, '+1415' || (5000000 + i),
      'Customer ' || i, i % 2 = 0, case when i % 100 = 1 then ${userId}::bigint end,
      case when i % 50 = 0 then app_now() + interval '1 day' end, ${messagesEach}::int, ${messagesEach}::int,
      ${messagesEach}::int, 'open', app_now(), app_now() - make_interval(secs => (i * 7919) % 1000000),
      app_now() - make_interval(secs => 1000000 - i), app_now()
    from generate_series(1, ${conversations}::int) i`.execute(db)
  for (let turn = 1; turn <= messagesEach; turn++)
    await sql`
      insert into conversation_messages (account_id, conversation_id, turn, part, author, content, created_at)
      select account_id, id, ${turn}::int, 0, 'customer',
        'every message has words like w' || (id * 31 + ${turn}::int) % 20000 || ' and w' || (id * 17 + ${turn}::int) % 5000
          || case when (id + ${turn}::int) % 100 = 0 then ' common' else '' end
          || case when id % 10000 = 77 then ' rare' || id % 100 else '' end
          || repeat(' and further text', 8), app_now()
      from conversations where account_id = ${accountId}`.execute(db)
  await sql`
    insert into conversation_reads (account_id, user_id, conversation_id, read_turn)
    select account_id, ${userId}, id, ${messagesEach}::int from conversations
    where account_id = ${accountId} and id % 10 <> 0`.execute(db)
  const { rows } = await sql<{ id: number }>`
    insert into conversation_labels (account_id, name, created_at, updated_at)
    values (${accountId}, 'VIP', app_now(), app_now()) returning id`.execute(db)
  await sql`
    insert into labels_of_conversations (account_id, conversation_id, label_id)
    select account_id, id, ${rows[0]!.id} from conversations
    where account_id = ${accountId} and id % 20 = 0`.execute(db)
  await sql`analyze`.execute(db)
}

/** The times of single insertions in milliseconds. */
async function insertMessages({ app }: TestApp, accountId: number, inserts: number): Promise<number[]> {
  const { db } = app.context
  const text = 'I would like to know when my order arrives, because I am not at home on Friday. '
    .repeat(3)
    .slice(0, 190)
  const { rows } = await sql<{ id: number; turn: number }>`
    select c.id, (select max(turn) + 1 from conversation_messages m
      where m.account_id = c.account_id and m.conversation_id = c.id) as turn
    from conversations c where c.account_id = ${accountId} limit ${inserts}`.execute(db)
  let index = 0
  return timeEach(rows.length, () => {
    const { id, turn } = rows[index++]!
    return sql`
      insert into conversation_messages (account_id, conversation_id, turn, part, author, content, created_at)
      values (${accountId}, ${id}, ${turn}, 0, 'customer', ${`${text} order${index}`}, app_now())`.execute(db)
  })
}
