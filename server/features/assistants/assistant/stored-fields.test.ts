// Every field of the contract is stored: as a column, in the configuration, or in a table of links.
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { sql } from 'kysely'
import { assistantSettings } from '#contract/assistant-fields.ts'
import { startTestApp } from '#server/testing/test-app.ts'
import { fieldOfSetting } from './setting-names.ts'

const linkedFields = ['label_ids', 'tool_ids']

it('stores every field of an assistant that the contract declares, and no unknown setting', async () => {
  await using parley = await startTestApp()
  const { client } = await parley.createAccount()
  await client.assistants.create({ name: 'Ada' })
  const { rows } = await sql<{ columns: string[]; settings: (keyof typeof fieldOfSetting)[] }>`
    select array(select jsonb_object_keys(to_jsonb(a))) as columns,
      array(select jsonb_object_keys(a.configuration)) as settings
    from assistants a`.execute(parley.app.context.db)
  const { columns, settings } = rows[0]!
  const fields = Object.keys(assistantSettings)
  const inColumns = columns.filter((column) => fields.includes(column))
  const inConfiguration = settings.map((setting) => fieldOfSetting[setting] ?? setting)
  assert.deepEqual([...inColumns, ...inConfiguration, ...linkedFields].sort(), fields.sort())
})
