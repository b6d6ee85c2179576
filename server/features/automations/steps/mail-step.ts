// The step that sends an email through the mail server of the installation.
import { z } from 'zod'
import { messages } from '#contract/messages/messages.ts'
import { requiredText, text } from '#contract/wire/fields.ts'
import { findAccountRow } from '#server/features/accounts/index.ts'
import { mailName, sendForAccount } from '#server/features/mail/index.ts'
import { isMailAddress } from '#server/platform/text/mail-address.ts'
import { stepType, wiringError } from './step-type.ts'

const maxRecipients = 10

/** A text can contain several addresses. No address contains one of the separators. */
const splitAddresses = (given: unknown): unknown =>
  typeof given === 'string' ? given.split(/[\s,;]+/).filter((one) => one !== '') : given

export const recipients = z
  .preprocess(
    splitAddresses,
    z
      .array(text(254))
      .min(1)
      .max(maxRecipients)
      .refine((addresses) => addresses.every(isMailAddress), 'The :attribute must be valid email addresses.'),
  )
  .meta({ description: 'Email addresses: a list, or a text with commas between them. Each gets an email of its own.' })

function withoutRepetitions(addresses: readonly string[]): string[] {
  const lower = addresses.map((address) => address.toLowerCase())
  return addresses.filter((_, index) => lower.indexOf(lower[index]!) === index)
}

export const sendEmailStep = stepType({
  type: 'send_email',
  description: 'Sends an email as plain text, with the name of the account as the name of the sender.',
  input: z.object({
    to: recipients,
    subject: requiredText(200).meta({ description: 'Line breaks become spaces.' }),
    text: requiredText(50_000),
    reply_to: text(254)
      .refine(
        (address) => address === '' || isMailAddress(address),
        'The :attribute field must be a valid email address.',
      )
      .nullable()
      .optional()
      .meta({ description: 'Where replies go. Defaults to the address of the installation.' }),
  }),
  actsAs: () => [messages.sendFreeform],
  hasSideEffects: true,
  async run({ ctx, effectKey }, { to, subject, text, reply_to: replyTo }) {
    const addresses = withoutRepetitions(to)
    const account = await findAccountRow(ctx.db, ctx.account.id)
    const content = {
      fromName: mailName(account?.name ?? ''),
      subject: subject
        .toWellFormed()
        .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
        .trim(),
      text: text.toWellFormed(),
      ...(replyTo && { replyTo }),
    }
    const keyOf = (index: number) => `automation:${effectKey}:${index}`
    const statuses = await sendForAccount(
      ctx,
      addresses.map((address, index) => ({ key: keyOf(index), to: address, ...content })),
    )
    const refused = addresses.filter((_, index) => statuses.get(keyOf(index)) === 'failed')
    if (refused.length === addresses.length) throw wiringError('The mail server refuses all recipients.')
    const isQueued = addresses.some((_, index) => statuses.get(keyOf(index)) === 'waiting')
    return { status: isQueued ? 'queued' : 'sent', recipients: addresses, refused }
  },
})
