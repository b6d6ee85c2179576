// Tests that every table of the database is classified, and that personal data belongs to a feature.
import assert from 'node:assert/strict'
import { after, it } from 'node:test'
import { sql } from 'kysely'
import { startTestApp } from '#testing/app/test-app.ts'
import { personalData } from './features.ts'

const parley = await startTestApp()
after(() => parley[Symbol.asyncDispose]())

/**
 * Tables without data about the people whom an account talks with. All others are named by a feature as `personalData`.
 * Members of the account are deleted by its owners.
 */
const withoutPersonalData = [
  'accounts',
  'api_keys',
  'assistant_labels',
  'assistant_tools',
  'assistants',
  'automation_versions',
  'balance_alerts',
  'balance_thresholds',
  'balances',
  'calendars',
  // People of the account.
  'call_listeners',
  'calling_limits',
  'campaign_counts',
  'campaign_phone_numbers',
  'campaigns',
  'carrier_accounts',
  'catalogue_version',
  'chatapp_senders',
  'chatapp_templates',
  'clock_offset',
  'connections',
  // The key of a row, until all rows have been read.
  'contact_collections',
  'contact_webhooks',
  // Keyed hashes of addresses that are forgotten after a day.
  'conversation_visitor_addresses',
  'conversation_visitors',
  // Ids of members and positions.
  'conversation_handovers',
  'conversation_labels',
  'conversation_activities',
  'conversation_views',
  'conversation_reads',
  'labels_of_conversations',
  'saved_replies',
  'dialled_costs',
  // The person is encrypted until the end, and deleted then.
  'erasures',
  'folders',
  'holds',
  'knowledgebases',
  'labels',
  'languages',
  'ledger_entries',
  'live_event_position',
  'llm_models',
  'local_servers',
  // The recipient and the text are encrypted until the mail is sent or refused, and deleted then.
  'mails',
  'master_key',
  'migrations',
  'multimodal_models',
  'opt_out_words',
  'phone_numbers',
  // Hashes of addresses, and ids.
  'rate_limits',
  'retention_clock',
  'retention_rules',
  // Telephones and lines of the account, with their addresses.
  'sip_phones',
  'sip_server',
  'sip_trunks',
  'synthesizer_providers',
  'tools',
  'transcriber_providers',
  'voices',
  'vendor_keys',
  'webhook_secrets',
  'widgets',
  'usage_days',
  'users',
  'recovery_codes',
  'members',
  'sessions',
  'user_links',
  'invitations',
]

it('every table of the database contains no personal data, or belongs to a feature that deletes it', async () => {
  const { rows } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables where table_schema = 'public'`.execute(
    parley.app.context.db,
  )
  const personal = personalData.flatMap(({ name, children = [] }) => [name, ...children])
  assert.deepEqual([...personal, ...withoutPersonalData].sort(), rows.map(({ name }) => name).sort())
})
