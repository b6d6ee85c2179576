// Tests of the size limits of stickers.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { ParleyError } from '#sdk/index.ts'
import { openReceiver, type Receiver } from '#server/testing/receiver.ts'
import { startTestApp, type TestApp } from '#server/testing/test-app.ts'

/** A WebP file with the extended header. */
function sticker(kilobytes: number, isAnimated: boolean): string {
  const bytes = Buffer.alloc(kilobytes * 1024)
  bytes.write('RIFF\0\0\0\0WEBPVP8X\x0a\0\0\0', 'latin1')
  bytes[20] = isAnimated ? 0x02 : 0x10
  return bytes as unknown as string
}

const files: Record<string, string> = {
  '/still': sticker(100, false),
  '/large-still': sticker(101, false),
  '/animated': sticker(500, true),
  '/large-animated': sticker(501, true),
}

let parley: TestApp
let web: Receiver
before(async () => {
  web = await openReceiver(({ path }) => ({ headers: { 'content-type': 'image/webp' }, body: files[path] ?? '' }))
  parley = await startTestApp({ carrier: {}, config: { allowPrivate: [new URL(web.url).host] } })
})
after(async () => {
  await parley[Symbol.asyncDispose]()
  await web[Symbol.asyncDispose]()
})

test('a sticker may have 100 KB, or 500 KB if it is animated', async () => {
  const account = await parley.createSender()
  const phone = await account.openWindow()
  const send = (path: string) => account.sendFreeform(phone, '', { message: undefined, media_url: web.url + path })
  const tooLarge = (size: string) => (error: unknown) =>
    error instanceof ParleyError && error.errors['media_url']?.[0] === `The media url may not be greater than ${size}.`
  await assert.rejects(send('/large-still'), tooLarge('100 KB'))
  await assert.rejects(send('/large-animated'), tooLarge('500 KB'))
  await send('/still')
  await send('/animated')
  await parley.runUntilIdle()
  assert.deepEqual(
    parley.carrier.phones.inbox(phone).map(({ status }) => status),
    ['read', 'read'],
  )
})
