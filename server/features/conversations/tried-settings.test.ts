// Tests of test conversations with settings that are not saved: what applies, who may try them, and for how long they last.
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, beforeEach, describe, it } from 'node:test'
import { sql } from 'kysely'
import { createClient } from '#sdk/index.ts'
import { signInMember } from '#testing/app/members.ts'
import { startTestApp, testBaseUrl } from '#testing/app/test-app.ts'
import { openReceiver } from '#testing/emulators/receiver.ts'
import type { Script } from '#testing/language-models/script.ts'
import { assertInvalid, refusedWith } from '#testing/requests/expect-refusal.ts'

const hook = await openReceiver(() => ({}))
const masterKey = randomBytes(32).toString('base64')
const parley = await startTestApp({ script: 'Hello.', config: { masterKey, allowPrivate: [new URL(hook.url).host] } })
after(async () => {
  await parley[Symbol.asyncDispose]()
  await hook[Symbol.asyncDispose]()
})
beforeEach(() => parley.model.use('Hello.'))

const saved = { initial_message: 'Saved greeting.', system_prompt: 'You sell bread.' }
const ada = await parley.createAssistant(saved)
const other = await parley.createAccount()

type Input = Parameters<typeof ada.client.conversations.create>[0]
type Changes = NonNullable<Input['changed_settings']>

const start = (changed_settings: Changes, { assistant = ada, client = ada.client } = {}) =>
  client.conversations.create({ assistant_id: assistant.uuid, type: 'test', changed_settings })

const of = (assistant: typeof ada) => ({ assistant, client: assistant.client })
const promptOf = (): string => JSON.stringify(parley.model.requests.at(-1)?.body)

describe('a test conversation with changed settings', () => {
  it('runs with them from the greeting to its end, and leaves the saved assistant as it is', async () => {
    const before = (await ada.client.assistants.get({ id: ada.id })).data
    const { conversation_id: uuid, history } = await start({
      initial_message: 'Changed greeting for {{guest}}.',
      system_prompt: 'You sell cheese.',
      variables: { guest: 'Ada' },
    })
    assert.deepEqual(history, [{ role: 'assistant', content: 'Changed greeting for Ada.' }])
    await ada.client.conversations.sendMessage({ uuid, message: 'What do you sell?' })
    assert.ok(promptOf().includes('You sell cheese.'))
    assert.deepEqual((await ada.client.assistants.get({ id: ada.id })).data, before)
    const plain = await ada.client.conversations.create({ assistant_id: ada.uuid, type: 'test' })
    assert.equal(plain.history[0]?.content, saved.initial_message)
    await ada.client.conversations.sendMessage({ uuid: plain.conversation_id, message: 'And you?' })
    assert.ok(promptOf().includes('You sell bread.'))
  })

  it('keeps them when the saved settings change, and in every process that answers', async () => {
    const account = await parley.createAccount()
    const assistant = await parley.createAssistant(saved, account)
    const { conversation_id: uuid } = await start({ system_prompt: 'You sell cheese.' }, of(assistant))
    await account.client.assistants.update({ id: assistant.id, system_prompt: 'You sell shoes.' })
    await using another = await startTestApp({
      script: 'Hello from here.',
      config: { masterKey },
      database: { connectionString: parley.connectionString, [Symbol.asyncDispose]: async () => {} },
    })
    const client = createClient({ baseUrl: testBaseUrl, apiKey: account.token, fetch: another.fetch })
    await client.conversations.sendMessage({ uuid, message: 'What do you sell?' })
    assert.ok(JSON.stringify(another.model.requests.at(-1)?.body).includes('You sell cheese.'))
  })

  it('uses the changed tools, and after a transfer the settings of the other assistant', async () => {
    const account = await parley.createAccount()
    const tool = { description: 'Bakes.', url: 'https://oven.example/' }
    const { data: bake } = await account.client.tools.create({ ...tool, name: 'bake' })
    const bob = await parley.createAssistant({ system_prompt: 'You are Bob.' }, account)
    const assistant = await parley.createAssistant(saved, account)
    const changes: Changes = {
      tool_ids: [bake.id],
      tools: [{ type: 'assistant_transfer', assistant_id: bob.id }],
      system_prompt: 'You sell cheese.',
    }
    const { conversation_id: uuid } = await start(changes, of(assistant))
    const transfer: Script = [
      { pieces: [{ tool: 'assistant_transfer', arguments: {} }] },
      'Bob will help.',
      'Bob here.',
    ]
    parley.model.use(transfer)
    await account.client.conversations.sendMessage({ uuid, message: 'Bob, please' })
    assert.ok(promptOf().includes('"bake"') && promptOf().includes('You sell cheese.'))
    await account.client.conversations.sendMessage({ uuid, message: 'Bob?' })
    assert.ok(promptOf().includes('You are Bob.') && !promptOf().includes('cheese'))
  })

  it('is free, and sends its webhook where the saved settings say', async () => {
    const account = await parley.createAccount()
    const assistant = await parley.createAssistant(
      { ...saved, conversation_ended_webhook_url: `${hook.url}/saved` },
      account,
    )
    const before = await assistant.balance()
    const { conversation_id: uuid } = await start(
      { conversation_inactivity_timeout: 5, conversation_ended_webhook_url: `${hook.url}/unsaved` },
      of(assistant),
    )
    await account.client.conversations.sendMessage({ uuid, message: 'Hi' })
    await parley.turnClock(6 * 60_000)
    await parley.runJobs()
    assert.equal((await account.client.conversations.show({ uuid })).data.status, 'ended')
    assert.equal(await assistant.balance(), before)
    assert.deepEqual(
      hook.requests.filter(({ body }) => body.includes(uuid)).map(({ path }) => path),
      ['/saved'],
    )
  })

  it('is open to visitors only as long as the saved settings open the assistant', async () => {
    const assistant = await parley.createAssistant({ ...saved, widget_enabled: false })
    const { conversation_id: uuid } = await start({ widget_enabled: true }, of(assistant))
    const visitor = createClient({ baseUrl: testBaseUrl, fetch: parley.fetch })
    const send = () => visitor.conversations.sendMessage({ uuid, message: 'Hi' })
    await assert.rejects(send(), { status: 404 })
    await assistant.client.assistants.update({ id: assistant.id, widget_enabled: true })
    await send()
  })

  it('loses them when the assistant is deleted', async () => {
    const assistant = await parley.createAssistant(saved)
    const { conversation_id: uuid } = await start({ system_prompt: 'Sell silver.' }, of(assistant))
    await assistant.client.assistants.delete({ id: assistant.id })
    const { rows } = await sql<{ tried: unknown }>`
      select tried_settings as tried from conversations where uuid = ${uuid}`.execute(parley.app.context.db)
    assert.deepEqual(rows, [{ tried: null }])
  })

  it('takes them along when it is deleted', async () => {
    const { db } = parley.app.context
    const count = async () =>
      (await sql`select 1 from conversations where tried_settings::text like '%Sell gold%'`.execute(db)).rows.length
    const { conversation_id: uuid } = await start({ system_prompt: 'Sell gold.' })
    assert.equal(await count(), 1)
    await sql`delete from conversations where uuid = ${uuid}`.execute(db)
    assert.equal(await count(), 0)
  })
})

describe('changed settings are refused', () => {
  it('with the errors of an update, below their field', async () => {
    const foreign = {
      folder: (await other.client.folders.create({ name: 'x' })).data.id,
      tool: (await other.client.tools.create({ name: 'x', description: 'x', url: 'https://api.example/' })).data.id,
      knowledgebase: (await other.client.knowledge.create({ name: 'x' })).data.id,
      assistant: (await parley.createAssistant({}, other)).id,
    }
    await assertInvalid(
      start({
        folder_id: foreign.folder,
        tool_ids: [foreign.tool],
        knowledgebase_id: foreign.knowledgebase,
        phone_number_id: 1,
        voice_id: 99_999,
        tools: [{ type: 'assistant_transfer', assistant_id: foreign.assistant }],
        conversation_ended_webhook_url: 'http://192.168.1.1/',
      }),
      {
        'changed_settings.conversation_ended_webhook_url': [
          'This address is private or reserved and cannot be used, unless the operator allows it in ALLOW_PRIVATE_ADDRESSES.',
        ],
        ...Object.fromEntries(
          ['voice_id', 'folder_id', 'tool_ids.0', 'knowledgebase_id', 'phone_number_id', 'tools.0.assistant_id'].map(
            (path) => [
              `changed_settings.${path}`,
              [`The selected changed settings.${path.replaceAll('_', ' ')} is invalid.`],
            ],
          ),
        ),
      },
    )
    await assertInvalid(start({ name: null, speech_speed: 3 }), {
      'changed_settings.name': ['The changed settings.name field is required.'],
      'changed_settings.speech_speed': ['The changed settings.speech speed must be between 0.7 and 1.2.'],
    })
  })

  it('outside of tests', async () => {
    const changed_settings = { system_prompt: 'You sell cheese.' }
    await assertInvalid(ada.client.conversations.create({ assistant_id: ada.uuid, type: 'widget', changed_settings }), {
      changed_settings: ['The changed settings field is accepted in conversations of type test only.'],
    })
  })

  it('for callers who may not update the assistant', async () => {
    const changes = { system_prompt: 'You sell cheese.' }
    const permission = 'Changed settings need the permission to update the assistant.'
    const [agent, viewer, editor] = await Promise.all(
      (['agent', 'viewer', 'editor'] as const).map((role) => signInMember(parley, ada.account, role)),
    )
    for (const client of [parley.anonymous, other.client, agent!.client, viewer!.client])
      await assert.rejects(start(changes, { client }), refusedWith(403, { status: false, error: permission }))
    await start(changes, { client: editor!.client })
    const keyWith = async (scopes: string[]) => {
      const { api_key: key } = await ada.client.accounts.createApiKey({ name: 'limited', scopes })
      return createClient({ baseUrl: testBaseUrl, apiKey: key.token, fetch: parley.fetch })
    }
    await assert.rejects(
      start(changes, { client: await keyWith(['conversations:write']) }),
      refusedWith(403, { status: false, error: 'This API key lacks the scope assistants:write.' }),
    )
    await start(changes, { client: await keyWith(['conversations:write', 'assistants:write']) })
    await assert.rejects(
      (await keyWith(['calls:write'])).calls.makeWebCall({ assistant_id: ada.id, changed_settings: changes }),
      refusedWith(403, { message: 'This API key lacks the scope assistants:write.' }),
    )
  })
})
