// Stickers: how large the channel lets them be, by whether they move.

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { ParleyError } from '#sdk/index.ts'
import { openReceiver, type Receiver } from '#server/testing/receiver.ts'
import { helpMessage, startTestApp, type TestApp } from '#server/testing/test-app.ts'

/** A WebP with a header that says whether it moves. */
function sticker(kilobytes: number, moves: boolean): string {
  const bytes = Buffer.alloc(kilobytes * 1024)
  bytes.write('RIFF\0\0\0\0WEBPVP8X\x0a\0\0\0', 'latin1')
  bytes[20] = moves ? 0x02 : 0x10
  return bytes as unknown as string
}

const files: Record<string, string> = {
  '/still': sticker(100, false),
  '/large-still': sticker(101, false),
  '/moving': sticker(500, true),
  '/large-moving': sticker(501, true),
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

test('a sticker is small, and may be less so when it moves', async () => {
  const holder = await parley.createSender()
  const phone = parley.createPhoneNumber()
  await parley.carrier.phones.send({ from: phone, to: holder.number, ...helpMessage })
  await parley.runUntilIdle()
  const send = (path: string) => holder.sendFreeform(phone, '', { message: undefined, media_url: web.url + path })
  const tooLarge = (size: string) => (error: unknown) =>
    error instanceof ParleyError && error.errors['media_url']?.[0] === `The media url may not be greater than ${size}.`
  await assert.rejects(send('/large-still'), tooLarge('100 KB'))
  await assert.rejects(send('/large-moving'), tooLarge('500 KB'))
  await send('/still')
  await send('/moving')
  await parley.runUntilIdle()
  assert.deepEqual(
    parley.carrier.phones.inbox(phone).map(({ status }) => status),
    ['read', 'read'],
  )
})
