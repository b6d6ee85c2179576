// Tests of media in freeform messages: downloaded and validated when sent, and served to the carrier.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { ParleyError } from '#sdk/index.ts'
import { openReceiver, type Receiver, type ReceiverAnswer } from '#server/testing/receiver.ts'
import { startTestApp, type TestApp, type TestSender } from '#server/testing/test-app.ts'

const png = Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.alloc(100)])
const pdf = Buffer.from('%PDF-1.7')
const ogg = Buffer.from('OggS\0\x02 OpusHead', 'latin1')

/** An MP4 file that only its single track identifies as audio. */
const audioOnlyMp4 = Buffer.from(
  '00000010667479706d703432000000000000002c6d6f6f76000000247472616b0000001c6d646961' +
    '0000001468646c720000000000000000736f756e',
  'hex',
)

const files: Record<string, ReceiverAnswer & { bytes?: Buffer }> = {
  '/picture.png': { bytes: png, headers: { 'content-type': 'image/png' } },
  '/mislabeled.png': { bytes: pdf, headers: { 'content-type': 'image/png' } },
  '/html.png': { bytes: Buffer.from('<html>Hello</html>'), headers: { 'content-type': 'image/png' } },
  '/huge.png': { bytes: Buffer.concat([png, Buffer.alloc(5 * 2 ** 20)]), headers: { 'content-type': 'image/png' } },
  '/report.pdf': { bytes: pdf, headers: { 'content-type': 'application/pdf' } },
  '/prices.txt': { bytes: Buffer.from('Größe: 5 £', 'latin1'), headers: { 'content-type': 'text/plain' } },
  '/utf16.txt': { bytes: Buffer.from('\ufeffHello', 'utf16le'), headers: { 'content-type': 'text/plain' } },
  '/voice': { bytes: ogg, headers: { 'content-type': 'audio/ogg' } },
  '/audio.mp4': { bytes: audioOnlyMp4, headers: { 'content-type': 'audio/mp4' } },
  '/undeclared': { bytes: Buffer.from('GIF89a') },
  '/empty': { bytes: Buffer.alloc(0) },
  '/redirect-to-private': { status: 302, headers: { location: 'http://169.254.169.254/latest/meta-data' } },
  '/redirect': { status: 302, headers: { location: '/picture.png' } },
}

let parley: TestApp
let web: Receiver
let webUrl: string
before(async () => {
  web = await openReceiver(({ path }) => {
    const { bytes, ...response } = files[path] ?? { status: 404 }
    return { ...response, body: bytes as unknown as string }
  })
  parley = await startTestApp({ carrier: {}, config: { allowPrivate: [new URL(web.url).host] } })
  webUrl = web.url
})
after(async () => {
  await parley[Symbol.asyncDispose]()
  await web[Symbol.asyncDispose]()
})

/** Creates an account with a sender, and a phone that has opened the window. */
async function openPair(): Promise<{ holder: TestSender; phone: string }> {
  const holder = await parley.createSender()
  return { holder, phone: await holder.openWindow() }
}

const sendMedia = ({ holder, phone }: Awaited<ReturnType<typeof openPair>>, path: string, fields: object = {}) =>
  holder.sendFreeform(phone, '', {
    message: undefined,
    media_url: path.startsWith('/') ? webUrl + path : path,
    ...fields,
  })

async function deliveredTo(phone: string) {
  for (let round = 0; round < 3; round++) await parley.runUntilIdle()
  return parley.carrier.phones.inbox(phone)
}

const refusedUrl = (message: string | RegExp) => (error: unknown) => {
  assert.ok(error instanceof ParleyError)
  assert.equal(error.status, 422)
  const [actual] = error.errors['media_url'] ?? []
  if (typeof message === 'string') assert.equal(actual, message)
  else assert.match(actual ?? '', message)
  return true
}

describe('media of a message', () => {
  it('are delivered with their caption and the given file name', async () => {
    const pair = await openPair()
    const sent = await sendMedia(pair, '/picture.png', { message: 'The lid', filename: 'lid.png' })
    assert.match(sent.message_sid, /^MM/)
    const [message] = await deliveredTo(pair.phone)
    assert.deepEqual([message!.body, message!.mediaUrls.length], ['The lid', 1])
    const url = new URL(message!.mediaUrls[0]!)
    assert.equal(url.origin, parley.app.context.settings.publicUrl)
    const served = await parley.fetch(new Request(url))
    assert.deepEqual(
      ['content-type', 'content-disposition', 'x-content-type-options', 'content-length'].map((name) =>
        served.headers.get(name),
      ),
      ['image/png', 'inline; filename="lid.png"', 'nosniff', String(png.length)],
    )
    assert.deepEqual(Buffer.from(await served.arrayBuffer()), png)
    const head = await parley.fetch(new Request(url, { method: 'HEAD' }))
    assert.deepEqual([head.status, head.headers.get('content-length')], [200, String(png.length)])
    assert.equal((await parley.fetch(new Request(`${url}x`))).status, 404)
    const { data } = await pair.holder.client.conversations.list({ type: 'chatapp' })
    const shown = await pair.holder.client.conversations.show({ uuid: data[0]!.id })
    assert.equal(shown.data.history.at(-1)!.content, '[image] The lid')
  })

  it('keep their original name in the history, while the carrier gets a short name', async () => {
    const pair = await openPair()
    await sendMedia(pair, '/report.pdf', { filename: 'Price list März 2026 (final).pdf' })
    const [message] = await deliveredTo(pair.phone)
    const served = await parley.fetch(new Request(message!.mediaUrls[0]!))
    assert.equal(served.headers.get('content-disposition'), 'inline; filename="Price_list_Marz_.pdf"')
    const { data } = await pair.holder.client.conversations.list({ type: 'chatapp' })
    const { history } = (await pair.holder.client.conversations.show({ uuid: data[0]!.id })).data
    const { content, attachments } = history.at(-1)!
    assert.equal(content, '[document Price list März 2026 (final).pdf]')
    assert.deepEqual(
      attachments!.map(({ filename }) => filename),
      ['Price list März 2026 (final).pdf'],
    )
  })

  it('are refused for a malformed URL before the sender and the window are checked', async () => {
    const holder = await parley.createSender()
    const phone = parley.createPhoneNumber()
    for (const sender_id of [holder.senderId, 999_999]) {
      const send = (media_url: string) => sendMedia({ holder, phone }, media_url, { sender_id })
      for (const url of ['nonsense', 'https://', 'http://exa mple.com/x'])
        await assert.rejects(send(url), refusedUrl('The media url format is invalid.'))
      await assert.rejects(send('file:///etc/passwd'), refusedUrl(/^The media url is refused: /))
      await assert.rejects(send('http://127.0.0.1:9/x'), refusedUrl(/^The media url is refused: /))
    }
    await assert.rejects(sendMedia({ holder, phone }, '/picture.png'), { status: 403, code: 'SESSION_EXPIRED' })
  })

  it('get their type from their bytes, and are downloaded through redirects', async () => {
    const pair = await openPair()
    await sendMedia(pair, '/mislabeled.png')
    await sendMedia(pair, '/redirect')
    const inbox = await deliveredTo(pair.phone)
    assert.deepEqual(
      inbox.map(({ status, errorCode }) => [status, errorCode]),
      [
        ['read', null],
        ['read', null],
      ],
    )
    const served = await parley.fetch(new Request(inbox[0]!.mediaUrls[0]!))
    assert.equal(served.headers.get('content-type'), 'application/pdf')
    assert.equal(served.headers.get('content-disposition'), 'inline; filename="mislabeled.pdf"')
  })

  it('have no caption if they are audio, and are followed by a caption that is too long', async () => {
    const voice = await openPair()
    await sendMedia(voice, '/voice', { message: 'never read' })
    assert.deepEqual(
      (await deliveredTo(voice.phone)).map(({ body }) => body),
      [''],
    )
    const audio = await openPair()
    await sendMedia(audio, '/audio.mp4', { message: 'never read' })
    const [message] = await deliveredTo(audio.phone)
    const served = await parley.fetch(new Request(message!.mediaUrls[0]!))
    assert.deepEqual([message!.body, served.headers.get('content-type')], ['', 'audio/mp4'])
    const picture = await openPair()
    const caption = 'word '.repeat(300).trim()
    await sendMedia(picture, '/picture.png', { message: caption })
    assert.deepEqual(
      (await deliveredTo(picture.phone)).map(({ body }) => body),
      ['', caption],
    )
    assert.deepEqual(await picture.holder.money(), { balance: 99_990_000, held: 0 })
  })

  it('may be text in a single-byte encoding, while other encodings are refused with the required one', async () => {
    const pair = await openPair()
    await sendMedia(pair, '/prices.txt')
    const [message] = await deliveredTo(pair.phone)
    const served = await parley.fetch(new Request(message!.mediaUrls[0]!))
    assert.deepEqual([message!.status, served.headers.get('content-type')], ['read', 'text/plain'])
    assert.equal(Buffer.from(await served.arrayBuffer()).toString('latin1'), 'Größe: 5 £')
    await assert.rejects(
      sendMedia(pair, '/utf16.txt'),
      refusedUrl(/is declared as text\/plain, but its content is not UTF-8 text\.$/),
    )
  })

  it('are refused if they cannot be downloaded or the channel does not support them', async () => {
    const pair = await openPair()
    const before = parley.carrier.messages().length
    await assert.rejects(sendMedia(pair, '/gone'), refusedUrl('The media url could not be fetched.'))
    await assert.rejects(sendMedia(pair, '/empty'), refusedUrl('The media url is an empty file.'))
    await assert.rejects(sendMedia(pair, '/huge.png'), refusedUrl('The media url may not be greater than 5 MB.'))
    const types =
      'JPEG, PNG, WebP, MP3, M4A, AAC, AMR, OGG with Opus, MP4, 3GP, PDF, Word, Excel, PowerPoint, plain text or vCard'
    const unsupported = `The media url must be a file of type ${types}`
    const declaredAsPng = `${unsupported}; the file is declared as image/png, but its content is not of a supported type.`
    const undeclared = `${unsupported}; the content of the file is of another type.`
    await assert.rejects(sendMedia(pair, '/html.png'), refusedUrl(declaredAsPng))
    await assert.rejects(sendMedia(pair, '/undeclared'), refusedUrl(undeclared))
    await assert.rejects(sendMedia(pair, '/redirect-to-private'), refusedUrl('The media url could not be fetched.'))
    for (const url of ['http://127.0.0.1:9/x', 'http://[::1]/x', 'http://169.254.169.254/x', 'file:///etc/passwd'])
      await assert.rejects(sendMedia(pair, url), refusedUrl(/^The media url is refused: [A-Z].*\.$/))
    assert.equal(parley.carrier.messages().length, before)
    assert.deepEqual(await pair.holder.money(), { balance: 100_000_000, held: 0 })
  })

  it('are refused if the download does not end in time', async () => {
    const endless = await openReceiver(() => new Promise(() => {}))
    await using other = await startTestApp({ carrier: {}, config: { allowPrivate: [new URL(endless.url).host] } })
    const holder = await other.createSender()
    const phone = await holder.openWindow()
    const { fetcher } = other.app.context
    // Shortens the time limit of the fetcher.
    const fetch = fetcher.fetch.bind(fetcher)
    fetcher.fetch = (request) => fetch({ ...request, timeoutMs: 300 })
    await assert.rejects(
      holder.sendFreeform(phone, '', { message: undefined, media_url: `${endless.url}/x` }),
      refusedUrl('The media url could not be fetched.'),
    )
    await endless[Symbol.asyncDispose]()
  })

  it('are stored if a customer sends them', async () => {
    const { holder, phone } = await openPair()
    const media = [{ contentType: 'image/png', bytes: png }]
    await parley.carrier.phones.send({ from: phone, to: holder.number, media })
    await parley.runUntilIdle()
    const { files: stored } = parley.app.context
    const { rows } = await sql<{ key: string }>`
      select file_key as key from chatapp_media where account_id = ${holder.account.id}`.execute(parley.app.context.db)
    const { key } = rows[0]!
    assert.deepEqual(Buffer.from(await stored.read(key)), png)
    assert.deepEqual(await stored.find(key), { contentType: 'image/png', sizeBytes: png.length })
  })

  it('are not found by an invalid token', async () => {
    const { http } = parley.app
    for (const token of [
      '%00',
      'x%00',
      '%ff',
      '%F0%9F%91%A9',
      '..%2F..%2Fetc',
      `${crypto.randomUUID()}x`,
      'x'.repeat(9000),
    ])
      assert.equal((await http.inject({ url: `/media/${token}` })).statusCode, 404, token)
    assert.equal((await http.inject({ url: `/media/${crypto.randomUUID()}` })).statusCode, 404)
  })
})
