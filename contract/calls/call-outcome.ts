// Schemas of the outcome of a call: what answered it, and whether the person opted out.
import { z } from 'zod'

export const answerer = z.enum(['person', 'voicemail', 'screening', 'menu', 'announcement', 'fax', 'unknown']).meta({
  description:
    'What answered an outbound call, as it was known at the end. `person`: a person answered, directly or after a screening service or a menu; `screening` and `menu` if no person was heard after them. `voicemail` includes a full mailbox. `unknown` if words and sounds do not show it.',
})

export const optOut = z
  .enum(['topic', 'everything'])
  .nullable()
  .meta({ description: 'The person does not want to be called again: about the topic of the call, or at all.' })
