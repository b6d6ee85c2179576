// The rules under which an assistant hands a conversation over to a person.
import { weekdays } from '@parley/rules'
import { z } from 'zod'
import { id, intBetween, requiredText, text, webUrl } from '../wire/fields.ts'
import { personal } from '../wire/personal.ts'

const weekday = z.enum(weekdays)

const timeOfDay = z
  .string()
  .regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/)
  .meta({ description: 'Hours and minutes.', example: '09:00' })

const window = z.object({ days: z.array(weekday).min(1).max(7), start: timeOfDay, end: timeOfDay }).meta({
  description: 'In the time zone of the assistant. A window whose `end` is not after its `start` ends on the next day.',
})

const windows = z.array(window).min(1).max(20)

const closedMessage = text(1000).nullable().meta({
  description:
    'Sent to the customer instead of a handover at other times. Without it, the assistant answers as if there were no rule.',
})

const officeHours = z.object({ windows, closed_message: closedMessage }).meta({ id: 'OfficeHours' })
const officeHoursInput = z.object({ windows, closed_message: closedMessage.default(null) })

/** Without a letter or a digit, it could not be found. */
const keyword = requiredText(100)
  .regex(/[\p{L}\p{N}]/u)
  .meta({ example: 'human' })

const always = 'The rules apply only then. Null: always.'

const fields = {
  keywords: z.array(keyword).max(50).meta({
    description: 'Words or phrases. A message of the customer that contains one, in any case, is handed over.',
  }),
  on_request: z.boolean().meta({ description: 'The assistant hands over when the customer asks for a person.' }),
  after_failures: intBetween(1, 20).nullable().meta({
    description: 'Hands over when the assistant could not answer this many times in succession, including retries.',
  }),
  to: z.union([z.enum(['nobody', 'round_robin']), id]).meta({
    description:
      'Who owns the conversation then: `nobody`, until a member takes it · `round_robin`, the agents of the account in turn, or its owners and editors if it has no agents · the id of a member who may answer; `nobody` if they have left.',
  }),
  message: text(1000).nullable().meta({
    description: 'Sent to the customer at the handover, free of charge unless the assistant has answered too.',
  }),
  webhook_url: personal(
    'url',
    webUrl.nullable().meta({ description: 'Receives a `conversation.handed-over` webhook for each handover.' }),
  ),
}

export const handoverRules = z
  .object({ ...fields, office_hours: officeHours.nullable().meta({ description: always }) })
  .meta({
    id: 'HandoverRules',
    description: 'When text conversations of the assistant are handed over to a person. Null for never.',
  })

export const handoverInput = z
  .object({
    keywords: fields.keywords.default([]),
    on_request: fields.on_request.default(false),
    after_failures: fields.after_failures.default(null),
    to: fields.to.default('nobody'),
    message: fields.message.default(null),
    office_hours: officeHoursInput.nullable().default(null).meta({ description: always }),
    webhook_url: fields.webhook_url.default(null),
  })
  .meta({ id: 'HandoverInput' })
