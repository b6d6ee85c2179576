// The manifest of templates of assistants.
import type { Feature } from '#server/platform/feature.ts'
import { assistantTemplateHandlers } from './routes.ts'

export const assistantTemplates = {
  name: 'assistant-templates',
  handlers: { assistantTemplates: assistantTemplateHandlers },
} satisfies Feature
