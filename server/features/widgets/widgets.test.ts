// Tests of the appearance of widgets: who reads and changes it, its picture, and the check of a website.
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { type Client, createClient } from '#sdk/index.ts'
import { injectFetch } from '#testing/app/inject.ts'
import { startTestApp, testBaseUrl } from '#testing/app/test-app.ts'
import { openReceiver } from '#testing/emulators/receiver.ts'
import { pixel } from '#testing/features/picture.ts'
import { policyAllows } from './content-policy.ts'

const pages = new Map<string, { body?: string; headers?: Record<string, string> }>()
const shop = await openReceiver(({ path }) => ({
  status: pages.has(path) ? 200 : 404,
  ...pages.get(path),
}))
const parley = await startTestApp({ config: { allowPrivate: [new URL(shop.url).host] } })
after(async () => {
  await parley[Symbol.asyncDispose]()
  await shop[Symbol.asyncDispose]()
})

const defaults = {
  title: null,
  welcome: null,
  questions: [],
  color: '#0b6e66',
  theme: 'auto',
  language: null,
  side: 'end',
  picture_url: null,
}
const website = 'https://shop.example'
const request = injectFetch(parley.app.http)

function visitorOf(origin: string): Client {
  const fetch = (sent: Request) => {
    const headers = new Headers(sent.headers)
    headers.set('origin', origin)
    return request(new Request(sent, { headers }))
  }
  return createClient({ baseUrl: testBaseUrl, fetch })
}
const visitor = visitorOf(website)
const fetchPicture = (url: string | null) => request(new Request(url!))

describe('the appearance of a widget', () => {
  it('has defaults, and is replaced as a whole', async () => {
    const { id, client, uuid } = await parley.createAssistant()
    assert.deepEqual((await client.widgets.get({ id })).data, defaults)
    const changed = { title: 'Ask the bakery', questions: ['When do you open?', 'Do you bake rye?'], color: '#aa3311' }
    assert.deepEqual((await client.widgets.update({ id, ...changed })).data, { ...defaults, ...changed })
    assert.deepEqual((await visitor.widgets.show({ id: uuid })).data, { ...defaults, ...changed })
    assert.deepEqual((await client.widgets.update({ id, welcome: 'Hello' })).data, { ...defaults, welcome: 'Hello' })
    for (const language of ['en', 'de', 'fr'] as const)
      assert.equal((await client.widgets.update({ id, language })).data.language, language)
  })

  it('is shown only to websites that may use the widget, and to its account', async () => {
    const { id, client, uuid } = await parley.createAssistant({ widget_origins: [website] })
    await visitor.widgets.show({ id: uuid })
    const absent = { status: 404 }
    await assert.rejects(visitorOf('https://other.example').widgets.show({ id: uuid }), absent)
    await client.widgets.show({ id: uuid })
    await client.assistants.update({ id, widget_enabled: false })
    await assert.rejects(visitor.widgets.show({ id: uuid }), absent)
    const other = await parley.createAccount()
    await assert.rejects(other.client.widgets.get({ id }), absent)
    await assert.rejects(other.client.widgets.update({ id }), absent)
  })

  it('is kept by browsers for some minutes, but not for its account', async () => {
    const { uuid, token } = await parley.createAssistant()
    const headersOf = async (headers: Record<string, string>) => {
      const reply = await request(new Request(`${testBaseUrl}/api/widgets/${uuid}`, { headers }))
      return [reply.headers.get('cache-control'), reply.headers.get('vary')]
    }
    assert.deepEqual(await headersOf({ origin: website }), ['public, max-age=300', 'Origin'])
    assert.deepEqual(await headersOf({ authorization: `Bearer ${token}` }), ['private, no-store', 'Origin'])
  })

  it('refuses what could not be shown', async () => {
    const { id, client } = await parley.createAssistant()
    const invalid = { status: 422 }
    await assert.rejects(client.widgets.update({ id, color: 'red' }), invalid)
    await assert.rejects(client.widgets.update({ id, title: 'x'.repeat(61) }), invalid)
    await assert.rejects(client.widgets.update({ id, questions: ['1', '2', '3', '4', '5'] }), invalid)
    await assert.rejects(client.widgets.update({ id, questions: [' '] }), invalid)
  })

  it('has a picture until it is removed, replaced or the assistant deleted', async () => {
    const { id, client, uuid } = await parley.createAssistant()
    const set = await client.widgets.setPicture({ id, file: { name: 'me.png', data: pixel } })
    const url = set.data.picture_url
    const served = await fetchPicture(url)
    assert.equal(served.headers.get('content-type'), 'image/png')
    assert.deepEqual(new Uint8Array(await served.arrayBuffer()), new Uint8Array(pixel))
    assert.equal((await visitor.widgets.show({ id: uuid })).data.picture_url, url)
    // The appearance and the picture do not replace each other.
    assert.equal((await client.widgets.update({ id, title: 'Bakery' })).data.picture_url, url)
    const again = await client.widgets.setPicture({ id, file: { name: 'me.png', data: pixel } })
    assert.equal(again.data.title, 'Bakery')
    assert.equal((await fetchPicture(url)).status, 404)
    assert.equal((await client.widgets.removePicture({ id })).data.picture_url, null)
    assert.equal((await fetchPicture(again.data.picture_url)).status, 404)

    const last = await client.widgets.setPicture({ id, file: { name: 'me.png', data: pixel } })
    await client.assistants.delete({ id })
    assert.equal((await fetchPicture(last.data.picture_url)).status, 404)
  })

  it('accepts only pictures that browsers do not run', async () => {
    const { id, client } = await parley.createAssistant()
    for (const data of ['<svg xmlns="http://www.w3.org/2000/svg"/>', 'GIF89a\x01\x00\x01\x00', 'plain text'])
      await assert.rejects(
        client.widgets.setPicture({ id, file: { name: 'me.png', data: Buffer.from(data, 'latin1') } }),
        {
          status: 422,
        },
      )
  })
})

describe('the check of a website', () => {
  const tag = (uuid: string) => `<script async data-assistant='${uuid}' src="${testBaseUrl}/widget.js"></script>`

  async function failedChecks(client: Client, id: number, path: string): Promise<string[]> {
    const { data } = await client.widgets.check({ id, url: `${shop.url}${path}` })
    const failed = data.findings.filter(({ passed }) => !passed).map(({ check }) => check)
    assert.equal(data.works, failed.length === 0)
    return failed
  }

  it('passes for a page with the tag', async () => {
    const { id, client, uuid } = await parley.createAssistant({ widget_origins: [new URL(shop.url).origin] })
    pages.set('/works', { body: `<body>${tag(uuid)}` })
    assert.deepEqual(await failedChecks(client, id, '/works'), [])
  })

  it('says what is missing', async () => {
    const { id, client, uuid } = await parley.createAssistant({ widget_origins: [website] })
    const other = await parley.createAssistant()
    pages.set('/none', { body: `<!-- ${tag(uuid)} -->` })
    pages.set('/other', { body: tag(other.uuid) })
    pages.set('/policy', { body: tag(uuid), headers: { 'content-security-policy': "script-src 'self'" } })
    assert.deepEqual(await failedChecks(client, id, '/none'), ['origin_allowed', 'script_found'])
    assert.deepEqual(await failedChecks(client, id, '/other'), ['origin_allowed', 'assistant_matches'])
    assert.deepEqual(await failedChecks(client, id, '/policy'), ['origin_allowed', 'policy_allows'])
    await client.assistants.update({ id, widget_enabled: false, widget_origins: [] })
    assert.deepEqual(await failedChecks(client, id, '/gone'), ['widget_enabled', 'page_reachable'])
    await assert.rejects(client.widgets.check({ id, url: 'http://10.0.0.1/' }), { status: 422 })
  })
})

describe('a content security policy', () => {
  const origins = { page: 'https://shop.example', parley: 'https://chat.example' }
  const cases: [policy: string | undefined, allows: boolean][] = [
    [undefined, true],
    ['img-src *', true],
    ["default-src 'self'", false],
    ["default-src 'self'; script-src https://chat.example; connect-src chat.example", true],
    ['script-src https://chat.example', true],
    ["script-src https://chat.example; connect-src 'self'", false],
    ['default-src https:', true],
    ['default-src *.example', true],
    ["script-src 'nonce-abc' 'strict-dynamic'", false],
    ["script-src https://chat.example 'nonce-abc' 'strict-dynamic'", false],
    ["script-src 'self'; script-src-elem https://chat.example", true],
    ["script-src https://chat.example; script-src-elem 'self'", false],
    ['default-src http:', true],
    ['default-src http://chat.example', true],
    ['default-src http://chat.example:80', true],
    ['default-src http://chat.example:8080', false],
    ['default-src https://chat.example:443', true],
    ['default-src wss:', false],
    ['default-src *, default-src https://other.example', false],
    ['DEFAULT-SRC HTTPS://CHAT.EXAMPLE', true],
    ['default-src https://chat.example:8443', false],
  ]
  for (const [policy, allows] of cases)
    it(`${allows ? 'allows' : 'blocks'} the widget: ${policy ?? 'none'}`, () => {
      assert.equal(policyAllows(policy, origins), allows)
    })
})
