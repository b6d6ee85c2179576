// Tests of mail over SMTP: what is sent, what is refused, and which failures are temporary.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { isMailAddress, readMailbox } from '#server/platform/text/mail-address.ts'
import { openSmtpEmulator } from '#testing/emulators/smtp.ts'
import { freePort } from '#testing/processes/free-port.ts'
import { anyCharacter } from '#testing/requests/any-character.ts'
import { createMailer } from './smtp-mailer.ts'

const mail = { key: 'invitation:1', to: 'bob@example.com', subject: 'Hello', text: 'Good morning' }

describe('a mail', () => {
  it('reaches the server as it was written, with a Message-ID that depends on its key', async () => {
    await using server = await openSmtpEmulator({ auth: { user: 'parley', password: 'p@ss' } })
    const mailer = createMailer(server.options)
    const link = `https://parley.example/reset?token=${'aZ09-_'.repeat(20)}`
    const text = `Grüße, здравствуйте 👋\n\n${link}\n.\n.hidden\n=20 line\n${'long '.repeat(300)}`
    await mailer.send({ ...mail, subject: 'Einladung für Žofia – 👋', text })
    await mailer.send({ ...mail, to: 'eve@example.com' })
    await mailer.send({ ...mail, key: 'invitation:2' })
    const [first, second, third] = server.mails
    assert.deepEqual([first!.sender, first!.recipients], ['parley@example.com', ['bob@example.com']])
    assert.equal(first!.subject, 'Einladung für Žofia – 👋')
    assert.equal(first!.text.trimEnd(), text.trimEnd())
    assert.equal(first!.headers['from'], 'Parley <parley@example.com>')
    assert.equal(first!.headers['auto-submitted'], 'auto-generated')
    assert.match(first!.headers['message-id']!, /^<[0-9a-f]{40}@example\.com>$/)
    assert.equal(second!.headers['message-id'], first!.headers['message-id'])
    assert.notEqual(third!.headers['message-id'], first!.headers['message-id'])
    assert.equal(await mailer.findFault(), undefined)
  })

  it('shows the name and the address for replies that it has', async () => {
    await using server = await openSmtpEmulator()
    await createMailer(server.options).send({ ...mail, fromName: 'Bäckerei "Korn", <x>', replyTo: 'team@example.com' })
    const { headers } = server.mails[0]!
    assert.match(headers['from']!, /^=\?UTF-8\?.+\?= <parley@example\.com>$/)
    assert.equal(headers['reply-to'], 'team@example.com')
  })

  it('has no other recipient or header than its own, whatever its fields contain', async () => {
    await using server = await openSmtpEmulator()
    const mailer = createMailer(server.options)
    const hostile = [
      'a@b.com\r\nBcc: c@d.com',
      'a@b.com, c@d.com',
      'a@b.com>\r\nRCPT TO:<c@d.com',
      '"a b"@c.com',
      'a',
      '',
      '<a@b.com>',
    ]
    for (const to of hostile)
      await assert.rejects(mailer.send({ ...mail, to }), { code: 'mail_invalid', retryable: false })
    for (const subject of ['a\r\nBcc: c@d.com', 'a\nb', 'a\0', 'x'.repeat(501)])
      await assert.rejects(mailer.send({ ...mail, subject }), { code: 'mail_invalid' })
    for (const fromName of ['a\r\nBcc: c@d.com', 'x'.repeat(501)])
      await assert.rejects(mailer.send({ ...mail, fromName }), { code: 'mail_invalid' })
    for (const replyTo of hostile) await assert.rejects(mailer.send({ ...mail, replyTo }), { code: 'mail_invalid' })
    assert.equal(server.attempts(), 0)
    const field = fc.string({ unit: anyCharacter, maxLength: 60 })
    await fc.assert(
      fc.asyncProperty(field, field, async (subject, text) => {
        server.mails.length = 0
        await mailer.send({ ...mail, subject: subject.replace(/\p{Cc}/gu, ' ').toWellFormed(), text }).catch(() => {})
        for (const { recipients, headers } of server.mails) {
          assert.deepEqual(recipients, ['bob@example.com'])
          const names = ['auto-submitted', 'content-transfer-encoding', 'content-type', 'date', 'from', 'message-id']
          const known = new Set([...names, 'mime-version', 'subject', 'to'])
          assert.deepEqual(
            Object.keys(headers).filter((name) => !known.has(name)),
            [],
          )
        }
      }),
      { numRuns: 15 },
    )
  })

  it('is sent later after a temporary failure, and given up after a permanent one', async () => {
    await using server = await openSmtpEmulator()
    const mailer = createMailer(server.options)
    const impatient = createMailer({ ...server.options, timeoutMs: 300 })
    for (const [fault, code, retryable] of [
      [{ step: 'mail', code: 451 }, 'smtp_451', true],
      [{ step: 'rcpt', code: 450 }, 'smtp_450', true],
      [{ step: 'rcpt', code: 550, message: 'bob@example.com is unknown' }, 'smtp_550', false],
      [{ step: 'data', code: 452 }, 'smtp_452', true],
      [{ step: 'data', code: 554 }, 'smtp_554', false],
      ['silence', 'mail_unreachable', true],
      ['lost-response', 'mail_unreachable', true],
    ] as const) {
      server.script(fault)
      const { send } = fault === 'silence' ? impatient : mailer
      await assert.rejects(send(mail), (error: { code: string; retryable: boolean; message: string }) => {
        assert.deepEqual([error.code, error.retryable], [code, retryable])
        assert.doesNotMatch(error.message, /bob|Hello|morning/)
        return true
      })
    }
    await mailer.send(mail)
    assert.equal(server.mails.length, 2)
  })

  it('is sent later if the server cannot be used', async () => {
    await using server = await openSmtpEmulator({ auth: { user: 'parley', password: 'right' } })
    const wrong = createMailer({ ...server.options, password: 'wrong' })
    await assert.rejects(wrong.send(mail), { code: 'mail_sign_in', retryable: true })
    assert.equal(await wrong.findFault(), 'The mail server refuses the user or the password.')
    const nobody = createMailer({ ...server.options, port: await freePort() })
    await assert.rejects(nobody.send(mail), { code: 'mail_unreachable', retryable: true })
    const none = createMailer(undefined)
    assert.equal(none.isConfigured, false)
    await assert.rejects(none.send(mail), { code: 'mail_not_configured', retryable: true })
  })

  it('is not sent over TLS that cannot be trusted, and no password in clear text', async () => {
    await using untrusted = await openSmtpEmulator({ hasUntrustedTls: true })
    await assert.rejects(createMailer(untrusted.options).send(mail), { retryable: true })
    await using plain = await openSmtpEmulator({ auth: { user: 'parley', password: 'secret' } })
    // A name for the same machine that does not count as this machine.
    await assert.rejects(createMailer({ ...plain.options, host: '0.0.0.0' }).send(mail), { retryable: true })
    assert.deepEqual([untrusted.attempts(), plain.attempts()], [0, 0])
  })
})

describe('an address', () => {
  it('is one mailbox', () => {
    const valid = [
      'a@b.co',
      'first.last+tag@sub.example.com',
      'žofia@příklad.cz',
      "o'neil@example.com",
      'root@localhost',
    ]
    for (const address of valid) assert.ok(isMailAddress(address), address)
    const long = `${'a'.repeat(65)}@example.com`
    const invalid = [
      'a@b',
      'a b@c.com',
      'a@b..com',
      '.a@b.com',
      'a@-b.com',
      'a@b.com\n',
      'a,b@c.com',
      'a@b.com;c@d.com',
      long,
    ]
    for (const address of invalid) assert.ok(!isMailAddress(address), address)
    assert.deepEqual(readMailbox('Parley <a@b.co>'), { name: 'Parley', address: 'a@b.co' })
    assert.deepEqual(readMailbox('a@b.co'), { name: '', address: 'a@b.co' })
    for (const text of ['Parley', 'a@b.co, c@d.co', 'x\nBcc: y <a@b.co>', 'a <b> <c@d.co>', '<a@b.co', ''])
      assert.equal(readMailbox(text), undefined, text)
  })
})
