// Fields of the do-not-contact list and of consents.
import { z } from 'zod'
import { requiredText, text } from '../wire/fields.ts'
import { personal } from '../wire/personal.ts'

export const phoneNumberInput = text(40).min(1).meta({
  description: 'In E.164 format, or as it is dialed within the country of the account.',
  example: '+14155550123',
})

export const phoneNumberFilter = phoneNumberInput.meta({
  description:
    'The whole number, in E.164 format or as it is dialed within the country of the account. A `+` is accepted without encoding as `%2B`.',
  example: '+14155550123',
  'x-plus-as-space': true,
  'x-personal': 'phone',
})

export const phoneNumberOutput = personal(
  'phone',
  z.string().nullable().meta({
    description: 'E.164. Null after the erasure of the person; a keyed hash of the number remains.',
    example: '+14155550123',
  }),
)

export const topicInput = requiredText(100).meta({
  description: 'A subject of campaigns, in any letter case.',
  example: 'winter sale',
})

export const topicOutput = z.string().nullable().meta({ description: 'In lower case.', example: 'winter sale' })

export const noteInput = text(1000).nullable()
