// The labels and helps of all fields.
import { advancedTexts } from './advanced.ts'
import { afterTexts } from './after.ts'
import { behaviorTexts } from './behavior.ts'
import { channelTexts } from './channels.ts'
import { conversationTexts } from './conversation.ts'
import type { FieldTexts } from './field-text.ts'
import { toolTexts } from './tools.ts'

export const fieldTexts: FieldTexts = {
  ...conversationTexts,
  ...behaviorTexts,
  ...toolTexts,
  ...channelTexts,
  ...afterTexts,
  ...advancedTexts,
}
