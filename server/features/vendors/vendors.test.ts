// Tests of vendors' keys: who may use them, what is stored, and what answers afterwards.
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, describe, it } from 'node:test'
import { sql } from 'kysely'
import { ParleyError } from '#sdk/index.ts'
import { createTestDatabase } from '#testing/app/database.ts'
import { signInMember } from '#testing/app/members.ts'
import { replyOf } from '#testing/app/reply-of.ts'
import { startTestApp, type TestApp, type TestAssistant, testBaseUrl } from '#testing/app/test-app.ts'
import { until } from '#testing/app/until.ts'
import { openReceiver } from '#testing/emulators/receiver.ts'
import { startScriptedAnthropic } from '#testing/language-models/anthropic-server.ts'
import { startScriptedOpenAi } from '#testing/language-models/openai-server.ts'
import { assertInvalid } from '#testing/requests/expect-refusal.ts'
import { startScriptedDeepgram } from '#testing/speech-servers/deepgram-server.ts'
import { encodeSpokenWords } from '#testing/speech-servers/spoken-words.ts'

const apiKey = 'sk-ant-secret-of-the-account-1234'
const opened = new AsyncDisposableStack()
after(() => opened.disposeAsync())
const model = opened.use(await startScriptedAnthropic({ apiKey, script: 'The vendor answers.' }))
const hearing = opened.use(await startScriptedDeepgram({ apiKey }))
const vendorUrls = { anthropic: model.baseUrl, deepgram: hearing.baseUrl }
const masterKey = Buffer.alloc(32, 7).toString('base64')
const { connectionString } = opened.use(await createTestDatabase())
/** Processes that end do not drop it. */
const database = { connectionString, [Symbol.asyncDispose]: async () => {} }
const config = { vendorUrls, masterKey, allowPrivate: ['127.0.0.0/8'], speech: { default: 'scripted' as const } }
const parley = opened.use(await startTestApp({ database, config }))
const operator = await signInMember(parley, (await parley.createAccount()).account, 'viewer', { isOperator: true })
const { installationVendors } = operator.client

const refusedAs =
  (status: number, code: string, message: RegExp) =>
  (error: unknown): true => {
    assert.ok(error instanceof ParleyError)
    assert.deepEqual([error.status, error.body['error']], [status, code])
    assert.match(error.message, message)
    return true
  }

const anthropicOf = async ({ client }: Pick<TestAssistant, 'client'>) =>
  (await client.vendors.list()).data.find(({ vendor }) => vendor === 'anthropic')!

describe('the key of an account', () => {
  it('answers for this account from the next message on, until it is removed, and for no other account', async () => {
    const own = await parley.createAssistant()
    const other = await parley.createAssistant()
    assert.deepEqual((await own.client.vendors.list()).answering.language, {
      vendor: 'offline',
      model: 'parley-offline',
      source: 'built_in',
    })
    assert.notEqual(await replyOf(own), 'The vendor answers.')
    const { answering, data } = await own.client.vendors.set({ vendor: 'anthropic', access_key: apiKey })
    assert.deepEqual(answering.language, { vendor: 'anthropic', model: 'claude-haiku-4-5', source: 'account' })
    const { uses, key } = data.find(({ vendor }) => vendor === 'anthropic')!
    assert.deepEqual([uses, key?.hint, key?.last_error], ['account', '********1234', null])
    assert.equal(await replyOf(own), 'The vendor answers.')
    const asked = model.requests.length
    assert.notEqual(await replyOf(other), 'The vendor answers.')
    assert.equal((await anthropicOf(other)).uses, null)
    assert.equal(model.requests.length, asked)
    await own.client.vendors.remove({ vendor: 'anthropic' })
    assert.notEqual(await replyOf(own), 'The vendor answers.')
    await assert.rejects(
      own.client.vendors.remove({ vendor: 'anthropic' }),
      refusedAs(404, 'VENDOR_KEY_NOT_FOUND', /There is no key of this vendor\./),
    )
  })

  it('adds models, recognizers and voices to those that are available to the account', async () => {
    const own = await parley.createAssistant()
    const other = await parley.createAssistant()
    const availableTo = async ({ client: { catalogues } }: Pick<TestAssistant, 'client'>) => ({
      models: (await catalogues.models({ available: true })).map(({ name }) => name.split(' ', 1)[0]),
      recognizers: (await catalogues.transcriberProviders({ available: true })).map(({ code }) => code),
      speakers: (await catalogues.synthesizerProviders({ available: true })).map(({ code }) => code),
      voices: (await catalogues.voices({ available: true })).map(({ name }) => name),
    })
    const builtIn = { models: ['Parley'], recognizers: [], speakers: [], voices: ['Parley Female', 'Parley Male'] }
    assert.deepEqual(await availableTo(own), builtIn)
    await own.client.vendors.set({ vendor: 'anthropic', access_key: apiKey })
    await own.client.vendors.set({ vendor: 'deepgram', access_key: apiKey })
    const { models, recognizers, ...speech } = await availableTo(own)
    assert.deepEqual([...new Set(models)].sort(), ['Claude', 'Parley'])
    assert.ok(recognizers.length > 0 && recognizers.every((code) => code.startsWith('deepgram')), String(recognizers))
    assert.deepEqual(speech, { speakers: [], voices: builtIn.voices })
    assert.deepEqual(await availableTo(other), builtIn)
  })

  it('answers in place of vendors that only the environment configures, as the page says', async () => {
    await using ofEnvironment = await startScriptedOpenAi({ apiKey: 'env', script: 'The environment answers.' })
    const models = { openai: { apiKey: 'env', baseUrl: ofEnvironment.baseUrl } }
    await using other = await startTestApp({ config: { ...config, models } })
    const own = await other.createAssistant()
    assert.equal(await replyOf(own), 'The environment answers.')
    const asked = ofEnvironment.requests.length
    const { answering } = await own.client.vendors.set({ vendor: 'anthropic', access_key: apiKey })
    assert.deepEqual([answering.language.vendor, answering.language.source], ['anthropic', 'account'])
    assert.equal(await replyOf(own), 'The vendor answers.')
    assert.equal(ofEnvironment.requests.length, asked)
    await own.client.vendors.remove({ vendor: 'anthropic' })
    assert.equal(await replyOf(own), 'The environment answers.')
  })

  it('is not used if this version does not know its vendor or it was encrypted with another master key', async () => {
    const own = await parley.createAssistant()
    await own.client.vendors.set({ vendor: 'anthropic', access_key: apiKey })
    const { db } = parley.app.context
    await sql`
      insert into vendor_keys (account_id, vendor, sealed_key, hint, set_by, set_at, tested_at)
      select account_id, 'of-the-future', sealed_key, hint, set_by, set_at, tested_at
      from vendor_keys where account_id = ${own.account.id}`.execute(db)
    await using restarted = await startTestApp({ database, config })
    const known = restarted.app.context.vendors
    assert.equal(known.answering(own.account.id).language.source, 'account')
    await sql`update vendor_keys set sealed_key = ${randomBytes(64)} where account_id = ${own.account.id}`.execute(db)
    await Promise.all([parley, restarted].map(({ app }) => app.context.vendors.refresh(own.account.id)))
    assert.notEqual(await replyOf(own), 'The vendor answers.')
    const { uses, key } = await anthropicOf(own)
    assert.deepEqual([uses, key?.hint], [null, '********1234'])
  })

  it('is stored encrypted, and neither replies nor the audit log contain it', async () => {
    const { client, account } = await parley.createAccount()
    const replies = [
      await client.vendors.set({ vendor: 'anthropic', access_key: apiKey }),
      await client.vendors.test({ vendor: 'anthropic' }),
      await client.vendors.list(),
      await client.audit.list({ action: 'vendors.set' }),
    ]
    assert.ok(!JSON.stringify(replies).includes('sk-ant'), 'the key is shown')
    const [entry] = (await client.audit.list({ action: 'vendors.set' })).data
    assert.deepEqual([entry?.subject, entry?.outcome], ['anthropic', 'done'])
    const { rows } = await sql<{ row: string }>`
      select row_to_json(k)::text || encode(k.sealed_key, 'escape') as row from vendor_keys k
      where account_id = ${account.id}`.execute(parley.app.context.db)
    assert.equal(rows.length, 1)
    assert.ok(!rows[0]!.row.includes('sk-ant'), 'the key is stored in plain text')
  })

  it('is not stored if the vendor rejects it, cannot be reached, or says nothing about it', async () => {
    await using broken = await openReceiver(() => ({ status: 503 }))
    const owner = await parley.createAssistant()
    const { vendors } = owner.client
    const rejected = /^Anthropic rejected the key\. Check that it is complete and active\.$/
    await assert.rejects(
      vendors.set({ vendor: 'anthropic', access_key: 'wrong' }),
      refusedAs(422, 'KEY_REJECTED', rejected),
    )
    const away = { vendor: 'openai', access_key: 'key', server_url: 'http://127.0.0.1:9/v1' } as const
    await assert.rejects(
      vendors.set(away),
      refusedAs(422, 'VENDOR_UNREACHABLE', /^127\.0\.0\.1:9 could not be reached/),
    )
    const unclear = { vendor: 'openai', access_key: 'key', server_url: broken.url } as const
    await assert.rejects(vendors.set(unclear), refusedAs(422, 'VENDOR_UNREACHABLE', /answered with status 503/))
    await assertInvalid(vendors.set({ vendor: 'anthropic' }), { access_key: ['The access key field is required.'] })
    await assertInvalid(vendors.set({ vendor: 'azure', access_key: 'key' }), {
      region: ['The region field is required.'],
    })
    for (const ending of ['?a=b', '#part'])
      await assertInvalid(vendors.set({ ...away, server_url: away.server_url + ending }), {
        server_url: ['The server url must not have a query or a fragment.'],
      })
    assert.ok((await vendors.list()).data.every(({ key }) => key === null))
  })

  it('is kept with the reason if the vendor rejects it later', async () => {
    let isValid = true
    await using server = await openReceiver(() => ({ status: isValid ? 200 : 401 }))
    const { client } = await parley.createAccount()
    const openai = async () => (await client.vendors.list()).data.find(({ vendor }) => vendor === 'openai')!.key
    await client.vendors.set({ vendor: 'openai', access_key: apiKey, server_url: server.url })
    isValid = false
    const { host } = new URL(server.url)
    const reason = `${host} rejected the key. Check that it is complete and active.`
    await assert.rejects(client.vendors.test({ vendor: 'openai' }), refusedAs(422, 'KEY_REJECTED', /rejected the key/))
    assert.equal((await openai())!.last_error, reason)
    isValid = true
    await client.vendors.test({ vendor: 'openai' })
    assert.equal((await openai())!.last_error, null)
  })

  it('can be for another server, whose address is checked whenever it is used', async () => {
    await using server = await startScriptedOpenAi({ apiKey, script: 'The own server answers.' })
    const own = await parley.createAssistant()
    const input = { vendor: 'openai', access_key: apiKey, server_url: server.baseUrl } as const
    const { answering } = await own.client.vendors.set(input)
    assert.deepEqual(answering.language, { vendor: 'openai', model: null, source: 'account' })
    assert.equal(answering.voice.source, 'built_in')
    assert.equal(await replyOf(own), 'The own server answers.')
    const metrics = await (await parley.fetch(new Request(`${testBaseUrl}/metrics`))).text()
    assert.match(metrics, /parley_model_turn_seconds_count\{model="openai\/other",outcome="done"\} 1/)
    assert.doesNotMatch(metrics, /model="openai\/scripted"/)

    await using strict = await startTestApp({ database, config: { vendorUrls, masterKey } })
    const client = await strict.createAccount()
    for (const url of ['http://127.0.0.1:9000/v1', 'http://169.254.169.254/latest'])
      await assertInvalid(client.client.vendors.set({ vendor: 'openai', access_key: apiKey, server_url: url }), {
        server_url: [
          'This address is private or reserved and cannot be used, unless the operator allows it in ALLOW_PRIVATE_ADDRESSES.',
        ],
      })
    const { languageModel } = strict.app.context.modelsFor(own.account.id)
    const messages = [{ role: 'user', content: 'Hello' }] as const
    const asked = server.requests.length
    const generation = { model: { vendor: 'openai', code: 'gpt-4.1-mini' }, messages, language: 'en', facts: {} }
    await assert.rejects(Array.fromAsync(languageModel.stream(generation as never)))
    assert.equal(server.requests.length, asked)
  })

  it('is not sent to another server by a redirect', async () => {
    await using target = await openReceiver(() => ({ status: 200 }))
    await using server = await openReceiver(({ path }) =>
      path.endsWith('/models') ? {} : { status: 307, headers: { location: `${target.url}/chat/completions` } },
    )
    const own = await parley.createAssistant()
    await own.client.vendors.set({ vendor: 'openai', access_key: apiKey, server_url: server.url })
    await assert.rejects(replyOf(own))
    assert.ok(server.requests.some(({ path }) => path.endsWith('/chat/completions')))
    assert.deepEqual(target.requests, [])
  })

  it('hears with the key of the account', async () => {
    const own = await parley.createAccount()
    const other = await parley.createAccount()
    const { answering } = await own.client.vendors.set({ vendor: 'deepgram', access_key: apiKey })
    assert.deepEqual(answering.recognition, { vendor: 'deepgram', model: null, source: 'account' })
    assert.equal((await other.client.vendors.list()).answering.recognition.vendor, 'scripted')
    const { promise, resolve, reject } = Promise.withResolvers<string>()
    const settings = { vendor: 'deepgram', language: 'en', secondaryLanguages: [] }
    const stream = parley.app.context.modelsFor(own.account.id).speechToText.open(settings, {
      interim() {},
      final: resolve,
      finalized() {},
      turnEnded() {},
      failed: reject,
    })
    stream.speechStarted()
    stream.write(encodeSpokenWords('Good morning'))
    stream.finalize()
    assert.equal(await promise, 'Good morning')
    stream.close()
    const handshakes = hearing.handshakes.length
    parley.app.context
      .modelsFor(other.account.id)
      .speechToText.open(settings, { interim() {}, final() {}, finalized() {}, turnEnded() {}, failed() {} })
      .close()
    assert.equal(hearing.handshakes.length, handshakes)
  })

  it('is tested at most ten times a minute', async () => {
    const { client } = await parley.createAccount()
    const test = () => client.vendors.set({ vendor: 'anthropic', access_key: 'wrong' }).catch((error) => error.status)
    const statuses = []
    for (let count = 0; count < 11; count++) statuses.push(await test())
    assert.deepEqual(statuses, [...Array(10).fill(422), 429])
  })
})

describe('the key of the installation', () => {
  it('answers for accounts without a key of their own, in all processes and after a restart', async () => {
    const start = (): Promise<TestApp> => startTestApp({ database, config })
    await using second = await start()
    const own = await second.createAssistant()
    const { answering } = await installationVendors.set({ vendor: 'anthropic', access_key: apiKey })
    assert.equal(answering.language.source, 'installation')
    await until(async () => (await replyOf(own)) === 'The vendor answers.')
    const { uses, key } = await anthropicOf(own)
    assert.deepEqual([uses, key], ['installation', null])
    await using restarted = await start()
    const another = await restarted.createAssistant()
    assert.equal(await replyOf(another), 'The vendor answers.')
    await installationVendors.remove({ vendor: 'anthropic' })
    await until(async () => (await replyOf(own)) !== 'The vendor answers.')
    await until(async () => (await replyOf(another)) !== 'The vendor answers.')
  })

  it('gives way to the environment, and the environment to the key of an account', async () => {
    await using server = await startScriptedAnthropic({
      apiKey: 'of the environment',
      script: 'The environment answers.',
    })
    const models = { anthropic: { apiKey: 'of the environment', baseUrl: server.baseUrl } }
    await using other = await startTestApp({ config: { ...config, models } })
    const own = await other.createAssistant()
    const member = await signInMember(other, own.account, 'owner', { isOperator: true })
    await assert.rejects(
      member.client.installationVendors.set({ vendor: 'anthropic', access_key: apiKey }),
      refusedAs(409, 'SET_BY_ENVIRONMENT', /The environment variable ANTHROPIC_API_KEY sets this vendor\./),
    )
    const { uses, variable } = await anthropicOf(own)
    assert.deepEqual([uses, variable], ['environment', 'ANTHROPIC_API_KEY'])
    assert.equal(await replyOf(own), 'The environment answers.')
    await own.client.vendors.set({ vendor: 'anthropic', access_key: apiKey })
    assert.equal(await replyOf(own), 'The vendor answers.')
  })

  it('gives way to the speech servers of the environment, and the key of an account does not', async () => {
    await using openai = await openReceiver()
    const speech = { default: 'scripted' as const, openai: { baseUrl: `${openai.url}/own` } }
    await using other = await startTestApp({ config: { ...config, speech, vendorUrls: { openai: openai.url } } })
    const own = await other.createAccount()
    const member = await signInMember(other, own.account, 'owner', { isOperator: true })
    const key = { vendor: 'openai', access_key: apiKey } as const
    const { answering } = await member.client.installationVendors.set(key)
    assert.deepEqual(
      [answering.voice.source, answering.recognition.source, answering.realtime.source],
      ['environment', 'installation', 'installation'],
    )
    const { voice } = (await own.client.vendors.set(key)).answering
    assert.deepEqual([voice.vendor, voice.source], ['openai', 'account'])
  })

  it('is set by operators only', async () => {
    const { account } = await parley.createAccount()
    const owner = await signInMember(parley, account, 'owner')
    await assert.rejects(owner.client.installationVendors.list(), { status: 403 })
    const editor = await signInMember(parley, account, 'editor')
    await assert.rejects(editor.client.vendors.set({ vendor: 'anthropic', access_key: apiKey }), { status: 403 })
    await editor.client.vendors.list()
  })
})
