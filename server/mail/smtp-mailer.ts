// Sends mails over SMTP.
import { createHash } from 'node:crypto'
import { isIP } from 'node:net'
import { createTransport } from 'nodemailer'
import { OutsideError } from '#server/platform/outside-error.ts'
import { isMailAddress } from '#server/platform/text/mail-address.ts'
import { withTimeout } from '#server/platform/time/with-timeout.ts'
import type { Mail, Mailer } from '#server/ports/mailer.ts'

export interface SmtpOptions {
  host: string
  port: number
  /** TLS from the start. Otherwise the connection is upgraded if the server offers it. */
  isSecure: boolean
  user: string | undefined
  password: string | undefined
  from: { name: string; address: string }
  /** Default: ten seconds for each wait, 30 for a mail. For tests. */
  timeoutMs?: number
}

export interface SmtpMailer extends Mailer {
  /** Connects and signs in. Returns why that failed, or undefined. */
  findFault(): Promise<string | undefined>
}

/** Without options, no mail is sent. */
export function createMailer(options: SmtpOptions | undefined): SmtpMailer {
  if (options) return createSmtpMailer(options)
  return {
    isConfigured: false,
    send: async () => {
      throw new OutsideError('mail_not_configured', 'SMTP_URL is not set in this process.', { retryable: true })
    },
    findFault: async () => undefined,
  }
}

function createSmtpMailer(options: SmtpOptions): SmtpMailer {
  const { host, port, isSecure, user, password, from, timeoutMs = 10_000 } = options
  const transport = createTransport({
    host,
    port,
    secure: isSecure,
    // A password is not sent in clear text, except on this machine.
    requireTLS: !isSecure && user !== undefined && !isLoopback(host),
    ...(user !== undefined && { auth: { user, pass: password ?? '' } }),
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    dnsTimeout: timeoutMs,
    maxResponseSize: 10_000,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  /** The connection ends by its own time limits soon after. */
  const attempt = <T>(work: Promise<T>): Promise<T> =>
    withTimeout(3 * timeoutMs, work, () => Object.assign(new Error('too slow'), { code: 'ETIMEDOUT' })).catch(
      (error: unknown) => {
        throw failureOf(error)
      },
    )
  return {
    isConfigured: true,
    async send(mail) {
      checkMail(mail)
      await attempt(
        transport.sendMail({
          from: { name: mail.fromName ?? from.name, address: from.address },
          to: { name: '', address: mail.to },
          envelope: { from: from.address, to: [mail.to] },
          ...(mail.replyTo !== undefined && { replyTo: { name: '', address: mail.replyTo } }),
          subject: mail.subject,
          text: mail.text,
          messageId: messageIdOf(mail.key, from.address),
          headers: { 'Auto-Submitted': 'auto-generated' },
        }),
      )
    },
    async findFault() {
      try {
        await attempt(transport.verify())
        return undefined
      } catch (error) {
        return (error as Error).message
      }
    },
  }
}

const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'))

/** The library folds and encodes headers, so this only catches callers that did not check. */
function checkMail({ to, fromName = '', replyTo, subject, text }: Mail): void {
  const areAddresses = isMailAddress(to) && (replyTo === undefined || isMailAddress(replyTo))
  const areLines = [fromName, subject].every((line) => line.length <= 500 && !/\p{Cc}/u.test(line))
  if (!areAddresses || !areLines || text.length > 100_000)
    throw new OutsideError('mail_invalid', 'The mail has an invalid address, name, subject or text.', {
      retryable: false,
    })
}

const messageIdOf = (key: string, address: string): string => {
  const hash = createHash('sha256').update(key).digest('hex').slice(0, 40)
  return `<${hash}@${address.slice(address.lastIndexOf('@') + 1)}>`
}

/**
 * 4xx is temporary and 5xx permanent (RFC 5321, 4.2.1), but only in answers to the mail itself: the operator can correct a
 * wrong password or certificate. Responses of servers often contain the recipient, so their text is left out.
 */
function failureOf(error: unknown): OutsideError {
  const { code = 'EUNKNOWN', responseCode } = error as { code?: string; responseCode?: number }
  if (code === 'EAUTH' || code === 'ENOAUTH' || responseCode === 530)
    return new OutsideError('mail_sign_in', 'The mail server refuses the user or the password.', { retryable: true })
  const isAboutMail = code === 'EENVELOPE' || code === 'EMESSAGE'
  if (responseCode === undefined || code === 'ETLS')
    return new OutsideError('mail_unreachable', explain(code), { retryable: !isAboutMail })
  const retryable = responseCode < 500 || !isAboutMail
  return new OutsideError(`smtp_${responseCode}`, `The mail server responded with ${responseCode}.`, { retryable })
}

const explanations: Record<string, string> = {
  ETIMEDOUT: 'The mail server does not respond.',
  ETLS: 'The mail server offers no valid TLS.',
  EDNS: 'The name of the mail server is unknown.',
}

const explain = (code: string): string => explanations[code] ?? `The mail server cannot be used (${code}).`
