// Stickers: how large the channel lets them be, by whether they move.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { ParleyError } from '#sdk/index.ts'
import { quiet, startChatapp, type TestChatapp } from '#server/testing/chatapp-fixtures.ts'
import { openReceiver, type Receiver } from '#server/testing/receiver.ts'

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

let chatapp: TestChatapp
let web: Receiver
before(async () => {
  web = await openReceiver(({ path }) => ({ headers: { 'content-type': 'image/webp' }, body: files[path] ?? '' }))
  chatapp = await startChatapp({ config: { allowPrivate: [new URL(web.url).host] } })
})
after(async () => {
  await chatapp[Symbol.asyncDispose]()
  await web[Symbol.asyncDispose]()
})

test('a sticker is small, and may be less so when it moves', async () => {
  const holder = await chatapp.openHolder()
  const phone = chatapp.newPhone()
  await chatapp.parley.carrier.phones.send({ from: phone, to: holder.number, ...quiet })
  await chatapp.settle()
  const send = (path: string) => holder.sendText(phone, '', { message: undefined, media_url: web.url + path })
  const tooLarge = (size: string) => (error: unknown) =>
    error instanceof ParleyError && error.errors['media_url']?.[0] === `The media url may not be greater than ${size}.`
  await assert.rejects(send('/large-still'), tooLarge('100 KB'))
  await assert.rejects(send('/large-moving'), tooLarge('500 KB'))
  await send('/still')
  await send('/moving')
  await chatapp.settle()
  assert.deepEqual(
    chatapp.parley.carrier.phones.inbox(phone).map(({ status }) => status),
    ['read', 'read'],
  )
})
