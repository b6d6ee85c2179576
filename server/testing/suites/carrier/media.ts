// Tests how a carrier adapter fetches the media of customers.
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { failureOf } from '#server/testing/expect-refusal.ts'
import { openReceiver } from '#server/testing/receiver.ts'
import { accountOf, type CarrierSetup, from, mediaUrl, type OpenCarrierSetup, to } from './setup.ts'

export function mediaSuite(open: OpenCarrierSetup): void {
  test('a medium is fetched byte for byte, and the file server receives no credentials', async () => {
    await using setup = await open()
    const bytes = randomBytes(300_000)
    const url = await receiveMedia(setup, { contentType: 'image/jpeg', bytes })
    const fetched = await setup.carrier.fetchMedia(accountOf(setup), url, bytes.length)
    assert.equal(fetched.contentType, 'image/jpeg')
    assert.ok(bytes.equals(fetched.body))
    const fileRequests = setup.sandbox.requests.filter(({ path }) => path.startsWith('/media/'))
    assert.ok(fileRequests.every(({ user }) => user === undefined))
  })

  test('the media of a message are listed as in its webhook', async () => {
    await using setup = await open()
    const bytes = Buffer.from('89504e470d0a1a0a', 'hex')
    const media = [{ contentType: 'image/png', bytes }]
    const { message } = await setup.sandbox.phones.send({ from: to, to: from, media })
    const pair = { channel: 'chatapp' as const, to: from, since: new Date(0) }
    const account = accountOf(setup)
    const [listed] = await setup.carrier.listMessages(account, pair)
    assert.deepEqual([listed?.sid, listed?.mediaCount], [message.sid, 1])
    const [found, ...others] = await setup.carrier.listMedia(account, message.sid)
    assert.deepEqual([found?.contentType, others], ['image/png', []])
    assert.deepEqual((await setup.carrier.fetchMedia(account, found!.url, 100)).body, bytes)
  })

  test('a medium that is too large, deleted or on another host is refused', async () => {
    await using setup = await open()
    await using elsewhere = await openReceiver()
    const url = await receiveMedia(setup, { contentType: 'video/mp4', bytes: randomBytes(300_000) })
    const codeOf = async (address: string, maxBytes: number) => {
      const error = await failureOf(setup.carrier.fetchMedia(accountOf(setup), address, maxBytes))
      assert.equal(error.retryable, false)
      return error.code
    }
    assert.equal(await codeOf(url, 299_999), 'too_large')
    assert.equal(await codeOf(mediaUrl(setup), 1_000), '20404')
    assert.equal(await codeOf(`${elsewhere.url}${new URL(url).pathname}`, 1_000), 'address_refused')
    assert.equal(await codeOf('http://169.254.169.254/latest/meta-data', 1_000), 'address_refused')
    assert.equal(await codeOf('not an address', 1_000), 'address_refused')
    assert.equal(elsewhere.requests.length, 0)
  })
}

async function receiveMedia(
  { sandbox }: CarrierSetup,
  medium: { contentType: string; bytes: Buffer },
): Promise<string> {
  const { message } = await sandbox.phones.send({ from: to, to: from, media: [medium] })
  const path = `/2010-04-01/Accounts/${sandbox.accountSid}/Messages/${message.sid}/Media/${message.mediaSids[0]}`
  return sandbox.baseUrl + path
}
