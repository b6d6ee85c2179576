// Tests of the step that sends emails, at a real mail server.
import assert from 'node:assert/strict'
import { after, beforeEach, describe, it } from 'node:test'
import { sql } from 'kysely'
import { startTestApp } from '#testing/app/test-app.ts'
import { createFlow, runFlow, settledRun, step } from '#testing/automations/flows.ts'
import { assertFails, runStep, runTwice } from '#testing/automations/steps.ts'
import { openSmtpEmulator } from '#testing/emulators/smtp.ts'

const smtp = await openSmtpEmulator()
after(() => smtp[Symbol.asyncDispose]())
const parley = await startTestApp({ config: { mail: smtp.options }, settings: { automationMailsPerDay: 12 } })
after(() => parley[Symbol.asyncDispose]())
beforeEach(() => smtp.mails.splice(0))

const wiring = { classification: 'wiring_error' } as const
const input = { to: 'ann@example.com', subject: 'Hello', text: 'Good morning' }

/** Makes the jobs of mails due that were not sent at once. */
async function sendQueued() {
  await parley.turnClock(10 * 60_000)
  await parley.runJobs()
}

describe('the step send_email', () => {
  it('sends one mail in the name of the account, however often it is repeated', async () => {
    const owner = await parley.createAccount({ name: 'Bakery Korn' })
    const output = await runTwice(parley, owner, 'send_email', { input: { ...input, reply_to: 'team@korn.example' } })
    await sendQueued()
    assert.deepEqual(output, { status: 'sent', recipients: ['ann@example.com'], refused: [] })
    assert.equal(smtp.mails.length, 1)
    const { recipients, headers, subject, text } = smtp.mails[0]!
    assert.deepEqual([recipients, subject, text.trim()], [['ann@example.com'], 'Hello', 'Good morning'])
    assert.equal(headers['from'], 'Bakery Korn <parley@example.com>')
    assert.equal(headers['reply-to'], 'team@korn.example')
    assert.match(headers['content-type']!, /^text\/plain/)
  })

  it('sends each recipient an own mail, from a list or a text', async () => {
    const owner = await parley.createAccount()
    for (const to of [['a@example.com', 'b@example.com'], 'a@example.com, b@example.com;\nA@Example.com']) {
      smtp.mails.splice(0)
      const { recipients } = await runStep(parley, owner, 'send_email', { input: { ...input, to } })
      assert.equal((recipients as string[]).length, 2)
      assert.deepEqual(
        smtp.mails.map(({ recipients, headers }) => [recipients[0], headers['to']]),
        (recipients as string[]).map((one) => [one, one]),
      )
    }
  })

  it('uses values of the trigger and of steps, in a flow', async () => {
    const owner = await parley.createAccount()
    const flow = await createFlow(owner, [
      step('mail', 'send_email', {
        to: '{{trigger.people}}',
        subject: 'For {{trigger.name}}',
        text: '{{trigger.name}}!',
      }),
      step('label', 'set', { outcome: '{{steps.mail.status}}' }),
    ])
    const run = await runFlow(flow, {
      people: ['ann@example.com', 'bob@example.com'],
      name: 'Ann\r\nBcc: eve@example.com',
    })
    assert.deepEqual([run.status, run.outcome], ['SUCCEEDED', 'sent'])
    assert.deepEqual(
      smtp.mails.map(({ recipients, subject, text }) => [recipients, subject, text.trim()]),
      [
        [['ann@example.com'], 'For Ann Bcc: eve@example.com', 'Ann\nBcc: eve@example.com!'],
        [['bob@example.com'], 'For Ann Bcc: eve@example.com', 'Ann\nBcc: eve@example.com!'],
      ],
    )
    assert.ok(smtp.mails.every(({ headers }) => headers['bcc'] === undefined))
  })

  it('leaves mails to the queue that the mail server does not accept yet', async () => {
    const owner = await parley.createAccount()
    smtp.script({ step: 'rcpt', code: 451 })
    const to = ['a@example.com', 'b@example.com']
    const output = await runTwice(parley, owner, 'send_email', { input: { ...input, to } })
    assert.deepEqual([output['status'], smtp.mails.length], ['queued', 0])
    await sendQueued()
    assert.deepEqual(smtp.mails.map(({ recipients }) => recipients[0]).sort(), to)
  })

  it('names the recipients that the mail server refuses, and fails if it refuses all', async () => {
    const owner = await parley.createAccount()
    smtp.script({ step: 'rcpt', code: 550 })
    const to = ['gone@example.com', 'b@example.com']
    const output = await runTwice(parley, owner, 'send_email', { input: { ...input, to } })
    assert.deepEqual(output, { status: 'sent', recipients: to, refused: ['gone@example.com'] })
    assert.equal(smtp.mails.length, 1)
    smtp.script({ step: 'rcpt', code: 550 })
    const flow = await createFlow(owner, [step('mail', 'send_email', input)])
    const failed = await runFlow(flow)
    assert.equal(failed.steps[0]!.error, 'The mail server refuses all recipients.')
    await flow.client.automations.retry({ id: flow.id, run_id: failed.id })
    assert.equal((await settledRun(flow, failed.id)).status, 'SUCCEEDED')
    assert.equal(smtp.mails.length, 2)
  })

  it('that lost the response of the mail server sends the mail again with the same Message-ID', async () => {
    const owner = await parley.createAccount()
    smtp.script('lost-response')
    assert.equal((await runTwice(parley, owner, 'send_email', { input }))['status'], 'queued')
    await sendQueued()
    const ids = smtp.mails.map(({ headers }) => headers['message-id'])
    assert.deepEqual([ids.length, new Set(ids).size], [2, 1])
  })

  it('takes no address, name or subject that would be another header', async () => {
    const owner = await parley.createAccount({ name: 'Eve\r\nBcc: x@evil.example <pay@evil.example>, "x' })
    const fails = (change: object, message: RegExp) =>
      assert.rejects(runStep(parley, owner, 'send_email', { input: { ...input, ...change } }), { message })
    const hostile = [
      'a@b.com\r\nBcc: c@d.com',
      '<a@b.com>',
      'Ann <a@b.com>',
      '"a b"@c.com',
      'a',
      `${'x'.repeat(250)}@b.com`,
    ]
    for (const one of hostile) {
      await fails({ to: [one] }, /The to (?:must be valid|\S+ may not)/)
      await fails({ reply_to: one }, /The reply to field must be a valid|The reply to may not/)
    }
    await fails({ reply_to: 'a@b.com, c@d.com' }, /reply to/)
    await fails({ to: '' }, /The to field is required/)
    await fails({ to: ' , ' }, /The to field is required|at least 1/)
    await fails({ to: Array.from({ length: 11 }, (_, index) => `${index}@example.com`) }, /more than 10/)
    await fails({ subject: 'x'.repeat(201) }, /200 characters/)
    await fails({ text: 'x'.repeat(50_001) }, /50000 characters/)
    const long = { subject: '👋'.repeat(200), text: '👋'.repeat(50_000) }
    await runStep(parley, owner, 'send_email', { input: { ...input, ...long } })
    const { headers, recipients, subject, sender } = smtp.mails.at(-1)!
    assert.deepEqual([recipients, subject, sender], [['ann@example.com'], long.subject, 'parley@example.com'])
    assert.equal(headers['bcc'], undefined)
    assert.match(headers['from']!, /<parley@example\.com>$/)
    assert.doesNotMatch(headers['from']!, /evil\.example/)
  })

  it('sends no more than an account may send in a day, and nothing of a step that is over the limit', async () => {
    const [owner, other] = [await parley.createAccount(), await parley.createAccount()]
    const send = (count: number, by = owner) => {
      const to = Array.from({ length: count }, (_, index) => `${index}@example.com`)
      return runStep(parley, by, 'send_email', { input: { ...input, to } })
    }
    await send(8)
    const limit = { ...wiring, message: 'The limit of 12 emails in 24 hours is reached. No email was sent.' }
    await assertFails(send(5), limit)
    assert.equal(smtp.mails.length, 8)
    await send(4)
    await assertFails(send(1), limit)
    await send(1, other)
    await sendQueued()
    assert.equal(smtp.mails.length, 13)
  })

  it('has neither the addresses nor the text in its job', async () => {
    const owner = await parley.createAccount()
    smtp.script({ step: 'rcpt', code: 451 })
    await runStep(parley, owner, 'send_email', { input: { ...input, to: 'canary@example.com' } })
    const { rows } = await sql<{ text: string }>`
      select j::text as text from graphile_worker._private_jobs j`.execute(parley.app.context.db)
    assert.match(rows.map(({ text }) => text).join(), /automation:/)
    assert.doesNotMatch(rows.map(({ text }) => text).join(), /canary|Good morning/)
  })

  it('fails without a mail server, and if the operator allows no mails', async () => {
    await using without = await startTestApp()
    const owner = await without.createAccount()
    const message = 'No mail server is configured. The operator of this installation can set one up.'
    await assertFails(runStep(without, owner, 'send_email', { input }), { ...wiring, message })
    await using forbidden = await startTestApp({
      config: { mail: smtp.options },
      settings: { automationMailsPerDay: 0 },
    })
    const other = await forbidden.createAccount()
    await assertFails(runStep(forbidden, other, 'send_email', { input }), { ...wiring, message: /^The limit of 0/ })
    assert.equal(smtp.mails.length, 0)
  })
})
