// Tests of media in freeform messages: downloaded and validated when sent, and served to the carrier.
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { ParleyError } from '#sdk/index.ts'
import { startTestApp, type TestSender } from '#testing/app/test-app.ts'
import { openReceiver, type ReceiverAnswer } from '#testing/emulators/receiver.ts'
import { charged, full, newestConversation, png } from '#testing/features/messages.ts'

const pdf = Buffer.from('%PDF-1.7')
const ogg = Buffer.from('OggS\0\x02 OpusHead', 'latin1')

/** An MP4 file that only its single track identifies as audio. */
const audioOnlyMp4 = Buffer.from(
  '00000010667479706d703432000000000000002c6d6f6f76000000247472616b0000001c6d646961' +
    '0000001468646c720000000000000000736f756e',
  'hex',
)

/** A WebP file with the extended header. */
function sticker(kilobytes: number, isAnimated: boolean): ReceiverAnswer & { bytes: Buffer } {
  const bytes = Buffer.alloc(kilobytes * 1024)
  bytes.write('RIFF\0\0\0\0WEBPVP8X\x0a\0\0\0', 'latin1')
  bytes[20] = isAnimated ? 0x02 : 0x10
  return { bytes, headers: { 'content-type': 'image/webp' } }
}

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
  '/sticker': sticker(100, false),
  '/large-sticker': sticker(101, false),
  '/animated-sticker': sticker(500, true),
  '/large-animated-sticker': sticker(501, true),
  '/undeclared': { bytes: Buffer.from('GIF89a') },
  '/empty': { bytes: Buffer.alloc(0) },
  '/redirect-to-private': { status: 302, headers: { location: 'http://169.254.169.254/latest/meta-data' } },
  '/redirect': { status: 302, headers: { location: '/picture.png' } },
}

const web = await openReceiver(({ path }) => {
  const { bytes, ...response } = files[path] ?? { status: 404 }
  return { ...response, body: bytes as unknown as string }
})
const parley = await startTestApp({ carrier: {}, config: { allowPrivate: [new URL(web.url).host] } })
after(async () => {
  await parley[Symbol.asyncDispose]()
  await web[Symbol.asyncDispose]()
})

/** Creates an account with a sender, and a phone that has opened the window. */
async function openPair(): Promise<{ sender: TestSender; phone: string }> {
  const sender = await parley.createSender()
  return { sender, phone: await sender.openWindow() }
}

const sendMedia = ({ sender, phone }: Awaited<ReturnType<typeof openPair>>, path: string, fields: object = {}) =>
  sender.sendFreeform(phone, '', {
    message: undefined,
    media_url: path.startsWith('/') ? web.url + path : path,
    ...fields,
  })

async function deliveredTo(phone: string) {
  for (let round = 0; round < 3; round++) await parley.runUntilIdle()
  return parley.carrier.phones.inbox(phone)
}

const fetchFirst = (message: { mediaUrls: string[] } | undefined) => parley.fetch(new Request(message!.mediaUrls[0]!))

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
    assert.equal((await newestConversation(pair.sender)).history.at(-1)!.content, '[image] The lid')
  })

  it('keep their original name in the history, while the carrier gets a short name', async () => {
    const pair = await openPair()
    await sendMedia(pair, '/report.pdf', { filename: 'Price list März 2026 (final).pdf' })
    const [message] = await deliveredTo(pair.phone)
    const served = await fetchFirst(message)
    assert.equal(served.headers.get('content-disposition'), 'inline; filename="Price_list_Marz_.pdf"')
    const { content, attachments } = (await newestConversation(pair.sender)).history.at(-1)!
    assert.equal(content, '[document Price list März 2026 (final).pdf]')
    assert.deepEqual(
      attachments!.map(({ filename }) => filename),
      ['Price list März 2026 (final).pdf'],
    )
  })

  it('are refused for a malformed URL before the sender and the window are checked', async () => {
    const sender = await parley.createSender()
    const phone = parley.createPhoneNumber()
    for (const sender_id of [sender.senderId, 999_999]) {
      const send = (media_url: string) => sendMedia({ sender, phone }, media_url, { sender_id })
      for (const url of ['nonsense', 'https://', 'http://exa mple.com/x'])
        await assert.rejects(send(url), refusedUrl('The media url format is invalid.'))
      await assert.rejects(send('file:///etc/passwd'), refusedUrl(/^The media url is refused: /))
      await assert.rejects(send('http://127.0.0.1:9/x'), refusedUrl(/^The media url is refused: /))
    }
    await assert.rejects(sendMedia({ sender, phone }, '/picture.png'), { status: 403, code: 'SESSION_EXPIRED' })
  })

  it('get their type and size limit from their bytes, and are downloaded through redirects', async () => {
    const pair = await openPair()
    await sendMedia(pair, '/mislabeled.png')
    await sendMedia(pair, '/redirect')
    await sendMedia(pair, '/sticker')
    await sendMedia(pair, '/animated-sticker')
    const inbox = await deliveredTo(pair.phone)
    assert.deepEqual(
      inbox.map(({ status, errorCode }) => [status, errorCode]),
      Array.from({ length: 4 }, () => ['read', null]),
    )
    const served = await fetchFirst(inbox[0])
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
    const served = await fetchFirst(message)
    assert.deepEqual([message!.body, served.headers.get('content-type')], ['', 'audio/mp4'])
    const picture = await openPair()
    const caption = 'word '.repeat(300).trim()
    await sendMedia(picture, '/picture.png', { message: caption })
    assert.deepEqual(
      (await deliveredTo(picture.phone)).map(({ body }) => body),
      ['', caption],
    )
    assert.deepEqual(await picture.sender.money(), charged)
  })

  it('may be text in a single-byte encoding, while other encodings are refused with the required one', async () => {
    const pair = await openPair()
    await sendMedia(pair, '/prices.txt')
    const [message] = await deliveredTo(pair.phone)
    const served = await fetchFirst(message)
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
    for (const [path, size] of [
      ['/huge.png', '5 MB'],
      ['/large-sticker', '100 KB'],
      ['/large-animated-sticker', '500 KB'],
    ] as const)
      await assert.rejects(sendMedia(pair, path), refusedUrl(`The media url may not be greater than ${size}.`))
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
    assert.deepEqual(await pair.sender.money(), full)
  })

  it('are refused if the download does not end in time', async () => {
    const endless = await openReceiver(() => new Promise(() => {}))
    await using other = await startTestApp({ carrier: {}, config: { allowPrivate: [new URL(endless.url).host] } })
    const sender = await other.createSender()
    const phone = await sender.openWindow()
    const { fetcher } = other.app.context
    // Shortens the time limit of the fetcher.
    const fetch = fetcher.fetch.bind(fetcher)
    fetcher.fetch = (request) => fetch({ ...request, timeoutMs: 300 })
    await assert.rejects(
      sender.sendFreeform(phone, '', { message: undefined, media_url: `${endless.url}/x` }),
      refusedUrl('The media url could not be fetched.'),
    )
    await endless[Symbol.asyncDispose]()
  })

  it('are not found by an invalid token', async () => {
    const uuid = crypto.randomUUID()
    for (const token of ['%00', 'x%00', '%ff', '%F0%9F%91%A9', '..%2F..%2Fetc', uuid, `${uuid}x`, 'x'.repeat(9000)])
      assert.equal((await parley.app.http.inject({ url: `/media/${token}` })).statusCode, 404, token)
  })
})
