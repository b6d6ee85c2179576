// Tests how a carrier adapter reports failed requests.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { errorCodes } from '@parley/carrier-sandbox'
import type { OutsideError } from '#server/platform/outside-error.ts'
import { failureOf } from '#server/testing/expect-refusal.ts'
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
    await using stand = await open()
    for (const [number, code] of Object.entries(errorCodes)) {
      if (code.at !== 'request') continue
      const error = await failureOf(stand.carrier.sendMessage(accountOf(stand), text({ to: failing(number) })))
      const expected = { 20003: 'unauthorised', 20500: 'outcome_unknown' }[number] ?? number
      assert.deepEqual([error.code, error.retryable], [expected, number === '20429'], number)
      assertTellsNothing(error, stand)
    }
  })

  test('every error code of a message that fails later is found on the message', async () => {
    await using stand = await open()
    for (const [number, code] of Object.entries(errorCodes)) {
      if (code.at !== 'callback') continue
      const { sid } = await stand.carrier.sendMessage(accountOf(stand), text({ to: failing(number) }))
      await stand.sandbox.control.forward(60_000)
      const found = await stand.carrier.findMessage(accountOf(stand), sid)
      assert.deepEqual([found?.status, found?.errorCode], [code.ends, Number(number)])
    }
  })

  test('a message that the carrier refuses reports its error code', async () => {
    await using stand = await open()
    const template = stand.sandbox.control.addTemplate({ name: 't', body: 'Hello {{1}}, welcome to us here.' })
    const withTemplate = (templateSid: string, variables: Record<string, string>) => ({
      content: { kind: 'template', templateSid, variables } as const,
    })
    for (const [change, code] of [
      [{ to: '+1' }, '21211'],
      [{ from: '+15550001111' }, '63007'],
      [{ channel: 'sms', from: '+15550001111' }, '21659'],
      [{ content: { kind: 'text', body: 'x'.repeat(1_601) } }, '21617'],
      [{ content: { kind: 'media', mediaUrl: 'ftp://files.example/a' } }, '21620'],
      [withTemplate(`HX${'0'.repeat(32)}`, {}), '21655'],
      [withTemplate(template.sid, { 1: '' }), '21656'],
      [{ statusCallbackUrl: 'http://under_score.example/s' }, '21609'],
    ] as const) {
      const error = await failureOf(stand.carrier.sendMessage(accountOf(stand), text(change)))
      assert.deepEqual([error.code, error.retryable], [code, false])
    }
    assert.equal(stand.sandbox.messages().length, 0)
  })

  test('if the response is lost, late or an error, the outcome is unknown and can be looked up', async () => {
    await using stand = await open({ timeoutMs: 300 })
    const { control } = stand.sandbox
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
      const error = await failureOf(stand.carrier.sendMessage(accountOf(stand), text({ to: pair.to })))
      assert.deepEqual([error.code, error.retryable], ['outcome_unknown', false], fault)
      assertTellsNothing(error, stand)
      const found = await stand.carrier.listMessages(accountOf(stand), { ...pair, since })
      assert.deepEqual(
        found.map(({ body }) => body),
        accepted ? [secretText] : [],
        fault,
      )
    }
  })

  test('a read request is retryable if its response was lost', async () => {
    await using stand = await open({ timeoutMs: 300 })
    const since = new Date(0)
    const reads = [
      () => stand.carrier.findMessage(accountOf(stand), `SM${'0'.repeat(32)}`),
      () => stand.carrier.listMessages(accountOf(stand), { channel: 'chatapp', from, to, since }),
      () => stand.carrier.listSenders(accountOf(stand)),
      () => stand.carrier.listTemplates(accountOf(stand)),
      () => stand.carrier.fetchMedia(accountOf(stand), mediaUrl(stand), 1_000),
    ]
    for (const [fault, code] of [
      ['lost-request', 'unavailable'],
      ['error-before-accept', 'unavailable'],
      ['too-many-requests', '20429'],
    ] as const) {
      for (const read of reads) {
        stand.sandbox.control.script({ faults: [{ fault }], on: 'GET ' })
        const error = await failureOf(read())
        assert.deepEqual([error.code, error.retryable], [code, true], fault)
      }
    }
    stand.sandbox.control.settings({ answerDelayMs: 2_000 })
    for (const read of reads.slice(1, 4)) {
      const error = await failureOf(read())
      assert.deepEqual([error.code, error.retryable], ['timeout', true])
    }
  })

  test('an unreachable carrier has not accepted the request', async () => {
    const stand = await open()
    const account = accountOf(stand)
    await stand.sandbox[Symbol.asyncDispose]()
    await using _ = stand
    for (const ask of [
      () => stand.carrier.sendMessage(account, text()),
      () => stand.carrier.submitTemplate(account, newTemplate()),
      () => stand.carrier.listSenders(account),
    ]) {
      const error = await failureOf(ask())
      assert.deepEqual([error.code, error.retryable], ['connect_failed', true])
    }
  })

  test('wrong credentials are reported without being revealed', async () => {
    await using stand = await open()
    const account = { ...accountOf(stand), authToken: 'the wrong token' }
    for (const ask of [
      () => stand.carrier.sendMessage(account, text()),
      () => stand.carrier.findMessage(account, `SM${'0'.repeat(32)}`),
      () => stand.carrier.listMessages(account, { channel: 'sms', from, to, since: new Date(0) }),
      () => stand.carrier.listSenders(account),
      () => stand.carrier.listTemplates(account),
      () => stand.carrier.submitTemplate(account, newTemplate()),
      () => stand.carrier.fetchMedia(account, mediaUrl(stand), 1_000),
    ]) {
      const error = await failureOf(ask())
      assert.deepEqual([error.code, error.retryable], ['unauthorised', false])
      assertTellsNothing(error, stand, account.authToken)
    }
  })
}

/** A number that ends in 99 and five digits fails with that error code. */
function failing(code: string): string {
  return `+155599${code.padStart(5, '0')}`
}

function assertTellsNothing(error: OutsideError, { sandbox }: CarrierSetup, authToken = sandbox.authToken): void {
  const told = `${error.message} ${error.stack} ${String(error.cause)} ${JSON.stringify(error)}`
  const encoded = Buffer.from(`${sandbox.accountSid}:${authToken}`).toString('base64')
  for (const secret of [authToken, encoded, secretText, to]) assert.ok(!told.includes(secret), told)
}
