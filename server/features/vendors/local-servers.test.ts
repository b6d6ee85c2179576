// Tests of servers on this machine: which are offered, who may choose one, and what answers afterwards.
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { sql } from 'kysely'
import { createTestDatabase } from '#testing/app/database.ts'
import { signInMember } from '#testing/app/members.ts'
import { replyOf } from '#testing/app/reply-of.ts'
import { startTestApp, type TestApp } from '#testing/app/test-app.ts'
import { until } from '#testing/app/until.ts'
import { openReceiver } from '#testing/emulators/receiver.ts'
import { startScriptedOpenAi } from '#testing/language-models/openai-server.ts'
import { offeredLocally } from './index.ts'

const opened = new AsyncDisposableStack()
after(() => opened.disposeAsync())
const ollama = opened.use(await startScriptedOpenAi({ script: 'The server on this machine answers.' }))
const kokoro = opened.use(await openReceiver(({ path }) => answersOfKokoro[path] ?? { status: 404 }))
const answersOfKokoro: Record<string, { body: string }> = {
  '/v1/models': { body: '{"data":[{"id":"tts-1"},{"id":"kokoro"}]}' },
  '/v1/audio/voices': { body: '{"voices":["af_heart"]}' },
}
const portOf = (url: string) => Number(new URL(url).port)
const localPorts = [
  { port: portOf(ollama.baseUrl), name: 'Ollama' },
  { port: portOf(kokoro.url), name: 'Kokoro-FastAPI' },
]
const [languageUrl, voiceUrl] = localPorts.map(({ port }) => `http://127.0.0.1:${port}/v1`) as [string, string]
const masterKey = Buffer.alloc(32, 7).toString('base64')
const { connectionString } = opened.use(await createTestDatabase())
/** Processes that end do not drop it. */
const database = { connectionString, [Symbol.asyncDispose]: async () => {} }
const start = (config: Partial<TestApp['config']> = {}): Promise<TestApp> =>
  startTestApp({ database, config: { masterKey, localPorts, speech: { default: 'scripted' }, ...config } })
const parley = opened.use(await start())
const operatorOf = async (app: TestApp) =>
  (await signInMember(app, (await app.createAccount()).account, 'viewer', { isOperator: true })).client.localServers
const localServers = await operatorOf(parley)

const answer = 'The server on this machine answers.'
const kindsOf = (reply: { found: { kind: string; name: string }[] }) =>
  reply.found.map(({ kind, name }) => `${kind}: ${name}`)

describe('servers on this machine', () => {
  it('are offered and not used before an operator chooses one, which then answers in all processes', async () => {
    await using second = await start()
    const own = await parley.createAssistant()
    const other = await second.createAssistant()
    const offered = await localServers.list()
    assert.deepEqual(kindsOf(offered), ['language: Ollama', 'voice: Kokoro-FastAPI'])
    assert.deepEqual(offered.found[1]?.models, ['tts-1', 'kokoro'])
    assert.notEqual(await replyOf(own), answer)

    const { chosen, found } = await localServers.choose({ kind: 'language', url: languageUrl })
    assert.deepEqual(
      chosen.map(({ kind, name, url, is_used }) => ({ kind, name, url, is_used })),
      [{ kind: 'language', name: 'Ollama', url: languageUrl, is_used: true }],
    )
    assert.deepEqual(kindsOf({ found }), ['voice: Kokoro-FastAPI'])
    assert.deepEqual(
      (await offeredLocally(parley.app.context.vendors)).map(({ name }) => name),
      ['Kokoro-FastAPI'],
    )
    assert.equal(await replyOf(own), answer)
    await until(async () => (await replyOf(other)) === answer)
    const { language } = (await own.client.vendors.list()).answering
    assert.deepEqual([language.vendor, language.source], ['other', 'installation'])
    await using restarted = await start()
    assert.equal(await replyOf(await restarted.createAssistant()), answer)

    await localServers.remove({ kind: 'language' })
    assert.notEqual(await replyOf(own), answer)
    await assert.rejects(localServers.remove({ kind: 'language' }), { status: 404 })
  })

  it('speak with the chosen model', async () => {
    const { chosen } = await localServers.choose({ kind: 'voice', url: voiceUrl, model: 'kokoro' })
    assert.deepEqual([chosen[0]?.model, chosen[0]?.is_used], ['kokoro', true])
    const { answering } = await (await parley.createAccount()).client.vendors.list()
    assert.deepEqual(answering.voice, { vendor: 'other', model: 'kokoro', source: 'installation' })
    assert.equal(answering.language.source, 'built_in')
    await localServers.remove({ kind: 'voice' })
  })

  it('can be chosen only as they were found', async () => {
    const elsewhere = [
      'http://127.0.0.1:9/v1',
      'http://169.254.169.254/v1',
      languageUrl.replace('127.0.0.1', 'localhost'),
    ]
    for (const url of elsewhere)
      await assert.rejects(localServers.choose({ kind: 'language', url }), { status: 404 }, url)
    await assert.rejects(localServers.choose({ kind: 'voice', url: languageUrl }), { status: 404 })
    await assert.rejects(localServers.choose({ kind: 'voice', url: voiceUrl, model: 'other' }), { status: 404 })
    assert.deepEqual((await localServers.list()).chosen, [])
  })

  it('are used at no other address, even if the database has one', async () => {
    const { db, vendors } = parley.app.context
    await localServers.choose({ kind: 'language', url: languageUrl })
    const own = await parley.createAssistant()
    const url = `${languageUrl.replace('127.0.0.1', 'localhost')}`
    await sql`update local_servers set url = ${url}`.execute(db)
    await vendors.refresh(undefined)
    assert.notEqual(await replyOf(own), answer)
    assert.equal((await localServers.list()).chosen[0]?.is_used, false)
    await localServers.remove({ kind: 'language' })
  })

  it('give way to the environment, which is not asked about them', async () => {
    await using configured = await start({
      models: { anthropic: { apiKey: 'key', baseUrl: 'http://127.0.0.1:9' } },
      speech: { default: 'scripted', openai: { apiKey: 'key' }, deepgram: { apiKey: 'key' } },
    })
    await localServers.choose({ kind: 'language', url: languageUrl })
    const servers = await operatorOf(configured)
    const asked = kokoro.requests.length
    const { found, chosen } = await servers.list()
    assert.deepEqual([found, chosen[0]?.is_used], [[], false])
    await assert.rejects(servers.choose({ kind: 'voice', url: voiceUrl }), { status: 409 })
    assert.equal(kokoro.requests.length, asked)
    await localServers.remove({ kind: 'language' })
  })

  it('are for operators only', async () => {
    const { account } = await parley.createAccount()
    const owner = await signInMember(parley, account, 'owner')
    await assert.rejects(owner.client.localServers.list(), { status: 403 })
    const choosing = owner.client.localServers.choose({ kind: 'language', url: languageUrl })
    await assert.rejects(choosing, { status: 403 })
  })
})
