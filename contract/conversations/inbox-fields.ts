// Schemas of the inbox: owners, notes, labels, saved replies and the activity of members.
import { z } from 'zod'
import { color } from '../wire/color.ts'
import { id, isoMicros, requiredText } from '../wire/fields.ts'
import { personal } from '../wire/personal.ts'

export const maxNotes = 500
export const maxLabels = 200
export const maxLabelsOfConversation = 20
export const maxSavedReplies = 500
export const maxViews = 50
/** How long a member counts as looking at a conversation after the latest report. */
export const activitySeconds = 35
/** `unread` does not count further. */
export const maxUnread = 100

export const owner = z
  .object({
    kind: z.enum(['assistant', 'member', 'nobody']),
    member: z
      .object({ id, name: personal('name', z.string()) })
      .optional()
      .meta({ description: 'Only of the kind `member`.' }),
  })
  .meta({
    id: 'ConversationOwner',
    description:
      'Who answers the customer. A conversation without an assistant belongs to `nobody` until a member takes it.',
  })

const words = z.enum(['assistant', 'nobody'])

export const ownerInput = z.union([words, id]).meta({
  description: '`assistant`, `nobody`, or the id of a member who may answer conversations.',
  example: 'nobody',
})

export const ownerFilter = z.union([z.enum([...words.options, 'me']), id]).meta({
  description: '`assistant`, `nobody`, `me` for the signed-in member, or the id of a member.',
  example: 'nobody',
})

export const conversationLabel = z
  .object({ id, name: z.string(), color: z.string().nullable() })
  .meta({ id: 'ConversationLabel' })

export const conversationLabelRecord = conversationLabel
  .extend({ conversations_count: z.int(), created_at: isoMicros, updated_at: isoMicros })
  .meta({ id: 'ConversationLabelRecord' })

export const labelName = requiredText(100).meta({ description: 'Unique within the account, in any case.' })
export const labelColor = color.nullable().optional()

export const note = z
  .object({
    id,
    author: z
      .object({
        id: id.nullable().meta({ description: 'The id of the member. Null for an API key.' }),
        name: personal('name', z.string()),
      })
      .meta({ id: 'NoteAuthor' }),
    text: personal('text', z.string()),
    created_at: isoMicros,
  })
  .meta({ id: 'ConversationNote' })

export const savedReply = z
  .object({ id, shortcut: z.string(), text: z.string(), created_at: isoMicros, updated_at: isoMicros })
  .meta({ id: 'SavedReply' })

export const shortcut = z
  .string()
  .regex(/^[\p{L}\p{N}_-]{1,50}$/u)
  .meta({
    description: 'Letters, digits, `_` and `-`. Unique within the account, in any case.',
    example: `thanks`,
    maxLength: 50,
  })

export const savedText = requiredText(4096).meta({
  description:
    'May use {{variable_name}} placeholders: `customer_name`, `customer_phone`, `agent_name` and the variables of the conversation.',
})

export const activity = z.enum(['reading', 'writing', 'left']).meta({
  description: '`left` means that the member has closed the conversation.',
  example: 'reading',
})

export const activeMember = z
  .object({ id, name: personal('name', z.string()), is_writing: z.boolean() })
  .meta({ id: 'ActiveMember' })
