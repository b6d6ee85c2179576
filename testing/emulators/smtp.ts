// A mail server on the loopback interface that accepts only correct SMTP, and records the mails.
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { SMTPServer, type SMTPServerSession } from 'smtp-server'
import type { SmtpOptions } from '#server/mail/smtp-mailer.ts'

export interface ReceivedMail {
  /** The sender and recipients are those of the envelope. */
  sender: string
  recipients: string[]
  /** By name in lower case, unfolded. */
  headers: Record<string, string>
  subject: string
  text: string
}

/**
 * For the next mail: a refusal in this step, no response, or a lost connection after the mail was accepted.
 */
export type SmtpFault = { step: 'mail' | 'rcpt' | 'data'; code: number; message?: string } | 'silence' | 'lost-response'

export interface SmtpEmulatorOptions {
  /** Requires this user and password. */
  auth?: { user: string; password: string }
  /** Offers STARTTLS, with a certificate that no one has signed. */
  hasUntrustedTls?: boolean
}

export async function openSmtpEmulator({ auth, hasUntrustedTls = false }: SmtpEmulatorOptions = {}) {
  const mails: ReceivedMail[] = []
  const faults: SmtpFault[] = []
  let commands = 0

  const refusal = (step: 'mail' | 'rcpt' | 'data'): Error | undefined => {
    const [fault] = faults
    if (typeof fault !== 'object' || fault.step !== step) return undefined
    faults.shift()
    return Object.assign(new Error(fault.message ?? 'refused'), { responseCode: fault.code })
  }

  const server = new SMTPServer({
    authOptional: auth === undefined,
    allowInsecureAuth: true,
    disabledCommands: hasUntrustedTls ? [] : ['STARTTLS'],
    size: 200_000,
    closeTimeout: 100,
    logger: false,
    onAuth: ({ username, password }, _session, callback) => {
      if (username === auth?.user && password === auth?.password) callback(null, { user: username })
      else callback(new Error('wrong user or password'))
    },
    onMailFrom: (_address, _session, callback) => {
      commands++
      callback(refusal('mail'))
    },
    onRcptTo: (_address, _session, callback) => callback(refusal('rcpt')),
    onData: async (stream, session, callback) => {
      const chunks: Buffer[] = []
      for await (const chunk of stream) chunks.push(chunk as Buffer)
      const refused = refusal('data')
      if (refused) return callback(refused)
      const fault = faults.shift()
      if (fault === 'silence') return
      mails.push(parse(Buffer.concat(chunks).toString(), session))
      if (fault === 'lost-response') cut(session)
      else callback(null)
    },
  })
  server.on('error', () => {})

  function cut({ id }: SMTPServerSession): void {
    for (const connection of server.connections as Set<{ id: string; _socket: { destroy(): void } }>)
      if (connection.id === id) connection._socket.destroy()
  }

  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  const { port } = server.server.address() as AddressInfo
  const options: SmtpOptions = {
    host: '127.0.0.1',
    port,
    isSecure: false,
    user: auth?.user,
    password: auth?.password,
    from: { name: 'Parley', address: 'parley@example.com' },
  }
  return {
    /** For `createMailer`, and for the configuration of a test. */
    options,
    mails,
    /** The number of mails that were begun. */
    attempts: () => commands,
    /** The faults of the next mails, one each. */
    script: (...next: SmtpFault[]) => void faults.push(...next),
    [Symbol.asyncDispose]: () => new Promise<void>((resolve) => server.close(resolve)),
  }
}

function parse(mail: string, { envelope }: SMTPServerSession): ReceivedMail {
  const end = mail.indexOf('\r\n\r\n')
  const lines = mail
    .slice(0, end)
    .replace(/\r\n[ \t]+/g, ' ')
    .split('\r\n')
  const headers = Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
  )
  return {
    sender: envelope.mailFrom ? envelope.mailFrom.address : '',
    recipients: envelope.rcptTo.map(({ address }) => address),
    headers,
    subject: decodeWords(headers['subject'] ?? ''),
    text: decodeBody(mail.slice(end + 4), headers['content-transfer-encoding'] ?? '7bit').replaceAll('\r\n', '\n'),
  }
}

/** https://www.rfc-editor.org/rfc/rfc2047 */
const decodeWords = (text: string): string =>
  text
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?utf-8\?([bq])\?(.*?)\?=/gi, (_, kind: string, word: string) =>
      kind.toLowerCase() === 'b'
        ? Buffer.from(word, 'base64').toString()
        : decodeQuotedPrintable(word.replaceAll('_', ' ')),
    )

function decodeBody(body: string, encoding: string): string {
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString()
  return encoding === 'quoted-printable' ? decodeQuotedPrintable(body) : body
}

const decodeQuotedPrintable = (text: string): string =>
  Buffer.from(
    text
      .replace(/=\r\n/g, '')
      .replace(/=([\dA-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  ).toString()
