// The templates of assistants, in the order in which they are listed.
import { booking } from './booking.ts'
import { lead } from './lead.ts'
import { receptionist } from './receptionist.ts'
import { reminder } from './reminder.ts'
import { support } from './support.ts'
import { survey } from './survey.ts'
import type { Template, TemplateId } from './template.ts'

export const templates: Record<TemplateId, Template> = { receptionist, booking, lead, reminder, support, survey }
