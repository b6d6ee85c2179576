// The manifest of assistants.
import { phoneNumbersPoint } from '#server/features/catalogues/index.ts'
import { assistantCountsPoint } from '#server/features/knowledge/index.ts'
import { extend } from '#server/platform/context/extension-point.ts'
import type { Feature } from '#server/platform/feature.ts'
import { countAssistantsOfKnowledgebases } from './assistant/store.ts'
import { personalVersions } from './assistant/store-versions.ts'
import { folderHandlers, labelHandlers } from './group-routes.ts'
import { assistantSubscriptions } from './jobs.ts'
import { listNumbersForAssistants } from './list-numbers.ts'
import { assistantHandlers } from './routes.ts'
import { toolHandlers } from './tool-routes.ts'

export const assistants = {
  name: 'assistants',
  handlers: { assistants: assistantHandlers, folders: folderHandlers, labels: labelHandlers, tools: toolHandlers },
  subscriptions: assistantSubscriptions,
  extensions: [
    extend(phoneNumbersPoint, listNumbersForAssistants),
    extend(assistantCountsPoint, countAssistantsOfKnowledgebases),
  ],
  personalData: [personalVersions],
} satisfies Feature
