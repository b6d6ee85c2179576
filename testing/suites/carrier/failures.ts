// Tests how a carrier adapter reports failed requests.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { errorCodes } from '@parley/carrier-sandbox'
import type { OutsideError } from '#server/platform/outside-error.ts'
import { failureOf } from '#testing/requests/expect-refusal.ts'
import {
  accountOf,
  type CarrierSetup,
  from,
  mediaUrl,
  newTemplate,
  type OpenCarrierSetup,
  secretText,
  text,
  to,
} from './setup.ts'

export function failuresSuite(open: OpenCarrierSetup): void {
  test('every error code of a refused request is mapped to its reason', async () => {
    await using setup = await open()
    for (const [number, code] of Object.entries(errorCodes)) {
      if (code.at !== 'request') continue
      const error = await failureOf(setup.carrier.sendMessage(accountOf(setup), text({ to: failing(number) })))
      const expected = { 20003: 'unauthorised', 20500: 'outcome_unknown' }[number] ?? number
      assert.deepEqual([error.code, error.retryable], [expected, number === '20429'], number)
      assertNoSecrets(error, setup)
    }
  })

  test('every error code of a message that fails later is found on the message', async () => {
    await using setup = await open()
    for (const [number, code] of Object.entries(errorCodes)) {
      if (code.at !== 'callback') continue
      const { externalId: sid } = await setup.carrier.sendMessage(accountOf(setup), text({ to: failing(number) }))
      await setup.sandbox.control.forward(60_000)
      const found = await setup.carrier.findMessage(accountOf(setup), sid)
      assert.deepEqual([found?.status, found?.errorCode], [code.ends, Number(number)])
    }
  })

  test('a message that the carrier refuses reports its error code', async () => {
    await using setup = await open()
    const template = setup.sandbox.control.addTemplate({ name: 't', body: 'Hello {{1}}, welcome to us here.' })
    const withTemplate = (templateExternalId: string, variables: Record<string, string>) => ({
      content: { kind: 'template', templateExternalId, variables } as const,
    })
    for (const [change, code] of [
      [{ to: '+1' }, '21211'],
      [{ from: '+15550001111' }, '63007'],
      [{ channel: 'sms', from: '+15550001111' }, '21659'],
      [{ content: { kind: 'text', body: 'x'.repeat(1_601) } }, '21617'],
      [{ content: { kind: 'media', mediaUrl: 'ftp://files.example/a' } }, '21620'],
      [withTemplate(`HX${'0'.repeat(32)}`, {}), '21655'],
      [withTemplate(template.sid, { 1: '' }), '21656'],
    ] as const) {
      await assertFails(setup.carrier.sendMessage(accountOf(setup), text(change)), code, false)
    }
    assert.equal(setup.sandbox.messages().length, 0)
  })

  test('if the response is lost, late or an error, the outcome is unknown and can be looked up', async () => {
    await using setup = await open({ timeoutMs: 300 })
    const { control } = setup.sandbox
    for (const [fault, accepted] of [
      ['lost-reply', true],
      ['error-after-accept', true],
      ['slow-answer', true],
      ['lost-request', false],
      ['error-before-accept', false],
    ] as const) {
      const since = new Date()
      const pair = { channel: 'chatapp', from, to: `+4915112${accepted ? '1' : '0'}${fault.length}000` } as const
      control.script({ fault, delayMs: 2_000 })
      const error = await failureOf(setup.carrier.sendMessage(accountOf(setup), text({ to: pair.to })))
      assert.deepEqual([error.code, error.retryable], ['outcome_unknown', false], fault)
      assertNoSecrets(error, setup)
      const found = await setup.carrier.listMessages(accountOf(setup), { ...pair, since })
      assert.equal(found.length, accepted ? 1 : 0, fault)
      for (const { body } of found) assert.equal(body, secretText)
    }
  })

  test('a read request is retryable if its response was lost', async () => {
    await using setup = await open({ timeoutMs: 300 })
    const since = new Date(0)
    const reads = [
      () => setup.carrier.findMessage(accountOf(setup), `SM${'0'.repeat(32)}`),
      () => setup.carrier.listMessages(accountOf(setup), { channel: 'chatapp', from, to, since }),
      () => setup.carrier.listSenders(accountOf(setup)),
      () => setup.carrier.listTemplates(accountOf(setup)),
      () => setup.carrier.fetchMedia(accountOf(setup), mediaUrl(setup), 1_000),
    ]
    for (const [fault, code] of [
      ['lost-request', 'unavailable'],
      ['error-before-accept', 'unavailable'],
      ['too-many-requests', '20429'],
    ] as const) {
      for (const read of reads) {
        setup.sandbox.control.script({ faults: [{ fault }], on: 'GET ' })
        await assertFails(read(), code, true)
      }
    }
    setup.sandbox.control.settings({ answerDelayMs: 2_000 })
    for (const read of reads.slice(1, 4)) await assertFails(read(), 'timeout', true)
  })

  test('an unreachable carrier has not accepted the request', async () => {
    const setup = await open()
    const account = accountOf(setup)
    await setup.sandbox[Symbol.asyncDispose]()
    await using _ = setup
    for (const ask of [
      () => setup.carrier.sendMessage(account, text()),
      () => setup.carrier.submitTemplate(account, newTemplate()),
      () => setup.carrier.listSenders(account),
    ])
      await assertFails(ask(), 'connect_failed', true)
  })

  test('wrong credentials are reported without being revealed', async () => {
    await using setup = await open()
    const account = { ...accountOf(setup), credentials: 'the wrong token' }
    for (const ask of [
      () => setup.carrier.sendMessage(account, text()),
      () => setup.carrier.findMessage(account, `SM${'0'.repeat(32)}`),
      () => setup.carrier.listMessages(account, { channel: 'sms', from, to, since: new Date(0) }),
      () => setup.carrier.listSenders(account),
      () => setup.carrier.listTemplates(account),
      () => setup.carrier.submitTemplate(account, newTemplate()),
      () => setup.carrier.fetchMedia(account, mediaUrl(setup), 1_000),
    ]) {
      assertNoSecrets(await assertFails(ask(), 'unauthorised', false), setup, account.credentials)
    }
  })
}

async function assertFails(work: Promise<unknown>, code: string, retryable: boolean): Promise<OutsideError> {
  const error = await failureOf(work)
  assert.deepEqual([error.code, error.retryable], [code, retryable])
  return error
}

/** A number that ends in 99 and five digits fails with that error code. */
const failing = (code: string): string => `+155599${code.padStart(5, '0')}`

function assertNoSecrets(error: OutsideError, { sandbox }: CarrierSetup, authToken = sandbox.authToken): void {
  const output = `${error.message} ${error.stack} ${String(error.cause)} ${JSON.stringify(error)}`
  const encoded = Buffer.from(`${sandbox.accountSid}:${authToken}`).toString('base64')
  for (const secret of [authToken, encoded, secretText, to]) assert.ok(!output.includes(secret), output)
}
