// The port to a mail server.
export interface Mail {
  /** Identifies the mail: attempts with the same key have the same Message-ID, so that receivers can drop repetitions. */
  key: string
  /** One address, without a name. */
  to: string
  /** Shown instead of the name of the installation's sender. */
  fromName?: string | undefined
  /** One address, without a name, to which replies go. */
  replyTo?: string | undefined
  subject: string
  /** Plain text. */
  text: string
}

export interface Mailer {
  /** If false, `send` fails with the code `mail_not_configured`. */
  readonly isConfigured: boolean
  /**
   * Resolves when the server has accepted the mail. Throws `OutsideError`, whose message contains neither the recipient
   * nor the content: retryable if the server was not reached, did not respond, or asks to try later. After a lost
   * response, the server may have accepted the mail.
   */
  send(mail: Mail): Promise<void>
}
