// Inserts chat-app messages as years of use would: conversations, history, ledger entries and carrier inbox.
import { documentedAccount } from '@parley/carrier-sandbox'
import { progress } from '../shared/progress.ts'
import { openClient, type Workspace } from '../shared/workspace.ts'
import type { BenchSender } from './senders.ts'

/** Half of the messages are from the customer. */
export const messagesPerConversation = 10

const conversations = `
  with made as (
    select s.*, n, clock_timestamp() - interval '200 days' * random() as at
    from unnest($1::bigint[], $2::bigint[], $3::bigint[]) as s (account_id, assistant_id, sender_id),
      generate_series(1, $4::int) n
  ), c as (
    insert into conversations (account_id, uuid, assistant_id, type, customer_key, customer_identifier, customer_phone,
      customer_name, turns, message_count, cost_micros, status, opened_at, last_activity_at, ended_at, created_at,
      updated_at)
    select account_id, gen_random_uuid(), assistant_id, 'chatapp', sender_id || ':+' || $5 || n, '+' || $5 || n,
      '+' || $5 || n, 'Customer ' || n, $6 / 2, $6, 10000 * $6 / 2, 'ended', at, at + interval '1 hour',
      at + interval '2 hours', at, at + interval '2 hours' from made
    returning account_id, id, customer_key, customer_phone, created_at
  )
  insert into chatapp_contacts (account_id, sender_id, customer_key, address, name, conversation_id, last_inbound_at,
    last_template_at, reached_at)
  select account_id, split_part(customer_key, ':', 1)::bigint, customer_phone, customer_phone, 'Customer', id,
    created_at + interval '1 hour', created_at, created_at from c`

/** The conversations with this prefix, with a row for each message. */
const numbered = `
  select c.account_id, c.id as conversation_id, split_part(c.customer_key, ':', 1)::bigint as sender_id,
    c.customer_phone as phone, n, c.created_at + n * interval '5 minutes' as at, gen_random_uuid() as uuid
  from conversations c, generate_series(1, $2::int) n
  where c.type = 'chatapp' and c.customer_phone like '+' || $1 || '%'`

const history = `
  insert into conversation_messages (account_id, conversation_id, turn, part, author, content, created_at)
  select account_id, conversation_id, (n + 1) / 2, 1 - n % 2, case n % 2 when 1 then 'assistant' else 'customer' end,
    'Your order has been packed and is on its way to you; it should be there by the evening. ' || n, at
  from (${numbered}) m`

const carried = `
  with m as (
    insert into chatapp_messages (account_id, uuid, sender_id, customer_key, direction, kind, head_uuid, part,
      conversation_id, conversation_message_id, address, body, state, status, carrier_account_id, external_id, callback_token,
      ledger_ref, price_micros, charged_micros, created_at, updated_at)
    select m.account_id, m.uuid, m.sender_id, m.phone, case m.n % 2 when 1 then 'outbound' else 'inbound' end,
      case when m.n = 1 then 'template' when m.n % 2 = 1 then 'freeform' else 'inbound' end, m.uuid, 1,
      m.conversation_id, h.id, m.phone, h.content, case m.n % 2 when 1 then 'accepted' else 'received' end,
      case m.n % 2 when 1 then 'read' else 'received' end, $3, 'SM' || replace(m.uuid::text, '-', ''),
      gen_random_uuid(), case m.n % 2 when 1 then 'message:' || m.uuid end, 10000 * (m.n % 2), 10000 * (m.n % 2), m.at,
      m.at
    from (${numbered}) m join conversation_messages h on h.account_id = m.account_id
      and h.conversation_id = m.conversation_id and h.turn = (m.n + 1) / 2 and h.part = 1 - m.n % 2
    returning *
  ), told as (
    insert into carrier_inbox (carrier_account_id, external_id, event, subject, news, received_at, done_at)
    select $3, external_id, word, uuid, json_build_object('externalId', external_id, 'status', word), created_at, created_at
    from m, unnest(case direction when 'outbound' then array['status:sent', 'status:delivered', 'status:read']
      else array['message'] end) word
    where created_at > now() - interval '14 days'
  ), held as (
    insert into holds (account_id, ref, amount_micros, status, created_at, expires_at)
    select account_id, ledger_ref, 10000, 'settled', created_at, created_at + interval '1 day' from m
    where ledger_ref is not null
  )
  insert into ledger_entries (account_id, kind, ref, amount_micros, balance_after_micros, created_at)
  select account_id, 'chatapp-message', ledger_ref, -10000, 1000000000, created_at from m where ledger_ref is not null`

/** @param prefix The unique prefix of the customer numbers. */
export async function insertMessages(
  workspace: Workspace,
  senders: readonly BenchSender[],
  { messages, prefix }: { messages: number; prefix: string },
): Promise<void> {
  progress(`storing ${messages.toLocaleString('en')} messages`)
  await using client = await openClient(workspace)
  const ids = (name: 'accountId' | 'assistantId' | 'senderId') => senders.map((sender) => sender[name])
  const ofEach = Math.ceil(messages / messagesPerConversation / senders.length)
  const made = [ids('accountId'), ids('assistantId'), ids('senderId'), ofEach, prefix, messagesPerConversation]
  await client.query(conversations, made)
  await client.query('analyze conversations')
  progress('storing their history')
  await client.query(history, [prefix, messagesPerConversation])
  await client.query('analyze conversation_messages')
  progress('storing their deliveries and ledger entries')
  await client.query(carried, [prefix, messagesPerConversation, documentedAccount.accountSid])
  progress('vacuum analyze')
  await client.query('vacuum analyze')
  // Pending writes must not affect the measurement. A user without this permission skips it.
  await client.query('checkpoint').catch(() => {})
}
