// The templates of automations.
import { callTemplates } from './call-templates.ts'
import { otherTemplates } from './other-templates.ts'
import type { Template } from './template.ts'

export const templates: ReadonlyMap<string, Template> = new Map(
  [...callTemplates, ...otherTemplates].map((one) => [one.id, one]),
)
