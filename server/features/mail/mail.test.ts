// Tests of queued mail: sent once per key, retried, given up, and nothing of it in logs and tables.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { sql } from 'kysely'
import { transaction } from '#server/platform/context/transaction.ts'
import { createLog } from '#server/platform/observability/log.ts'
import type { Mail } from '#server/ports/mailer.ts'
import { startTestApp } from '#testing/app/test-app.ts'
import { openSmtpEmulator } from '#testing/emulators/smtp.ts'
import { isMailConfigured, queueMail } from './index.ts'

const mail = { key: 'reset:7', to: 'bob@example.com', subject: 'Your password', text: 'https://parley.example/canary' }

async function start() {
  const server = await openSmtpEmulator()
  const lines: string[] = []
  const log = createLog({
    level: 'trace',
    pretty: false,
    destination: { write: (line: string) => void lines.push(line) },
  })
  const parley = await startTestApp({ config: { mail: server.options }, log })
  const { context } = parley.app
  return {
    server,
    parley,
    context,
    lines,
    queue: (more: Partial<Mail> = {}) => transaction(context, (tx) => queueMail(tx, { ...mail, ...more })),
    async rows() {
      const { rows } = await sql<{ key: string; status: string; isSealed: boolean }>`
        select key, status, sealed_content is not null as is_sealed from mails order by key`.execute(context.db)
      return rows.map(({ key, status, isSealed }) => [key, status, isSealed])
    },
    /** Makes the waiting jobs due. */
    async retry() {
      await parley.turnClock(10 * 60_000)
      await parley.runJobs()
    },
    async [Symbol.asyncDispose]() {
      await parley[Symbol.asyncDispose]()
      await server[Symbol.asyncDispose]()
    },
  }
}

describe('queued mail', () => {
  it('is sent after the commit, once for each key', async () => {
    await using app = await start()
    assert.equal(isMailConfigured(app.context), true)
    for (const isUndone of [true, false])
      await transaction(app.context, async (tx) => {
        assert.equal(await queueMail(tx, mail), true)
        if (isUndone) throw new Error('undone')
      }).catch(() => {})
    await Promise.all([app.queue(), app.queue({ to: 'eve@example.com' }), app.queue({ key: 'reset:8' })])
    await app.parley.runJobs()
    assert.deepEqual(
      app.server.mails.map(({ recipients }) => recipients),
      [['bob@example.com'], ['bob@example.com']],
    )
    assert.equal(app.server.mails[0]!.text.trim(), mail.text)
    await app.queue()
    await app.parley.runJobs()
    assert.equal(app.server.mails.length, 2)
    assert.deepEqual(await app.rows(), [
      ['reset:7', 'sent', false],
      ['reset:8', 'sent', false],
    ])
    await app.parley.turnClock(31 * 86_400_000)
    await app.parley.runCron('mail.delete-old')
    assert.deepEqual(await app.rows(), [])
  })

  it('is tried again with the same Message-ID until the server accepts it', async () => {
    await using app = await start()
    await app.queue()
    app.server.script({ step: 'rcpt', code: 451 }, 'lost-response')
    for (let attempt = 0; attempt < 3; attempt++) await app.retry()
    const ids = app.server.mails.map(({ headers }) => headers['message-id'])
    assert.equal(ids.length, 2)
    assert.equal(new Set(ids).size, 1)
    assert.deepEqual(await app.rows(), [['reset:7', 'sent', false]])
  })

  it('is given up when the server refuses it, and leaves no trace in logs and jobs', async () => {
    await using app = await start()
    await app.queue()
    const message = 'bob@example.com is unknown here'
    app.server.script({ step: 'rcpt', code: 451, message }, { step: 'rcpt', code: 550, message })
    await app.parley.runJobs()
    const { rows } = await sql<{ text: string }>`
      select j::text as text from graphile_worker._private_jobs j union all select m::text from mails m`.execute(
      app.context.db,
    )
    assert.ok(rows.length >= 2)
    const stored = rows.map(({ text }) => text).join()
    await app.retry()
    assert.deepEqual(await app.rows(), [['reset:7', 'failed', false]])
    assert.match(app.lines.join(), /a mail was refused.*smtp_550|smtp_550.*a mail was refused/)
    assert.doesNotMatch(app.lines.join() + stored, /bob|canary|Your password/)
  })

  it('is given up if it was encrypted with another master key', async () => {
    await using app = await start()
    await app.queue()
    await sql`update mails set sealed_content = ${Buffer.alloc(64)}`.execute(app.context.db)
    await app.parley.runJobs()
    assert.deepEqual([await app.rows(), app.server.mails], [[['reset:7', 'failed', false]], []])
  })

  it('is not queued with an address, subject or key that is not valid, or without a server', async () => {
    await using app = await start()
    for (const wrong of [
      { to: 'bob' },
      { to: 'a@b.com\nBcc: c@d.com' },
      { subject: 'a\nb' },
      { subject: 'x'.repeat(401) },
      { fromName: 'a\nb' },
      { replyTo: 'a@b.com, c@d.com' },
    ])
      await assert.rejects(app.queue(wrong), RangeError)
    await assert.rejects(app.queue({ text: 'x'.repeat(100_001) }), RangeError)
    await assert.rejects(app.queue({ key: 'x'.repeat(201) }), RangeError)
    await using without = await startTestApp()
    assert.equal(await transaction(without.app.context, (tx) => queueMail(tx, mail)), false)
    assert.equal(isMailConfigured(without.app.context), false)
  })
})
