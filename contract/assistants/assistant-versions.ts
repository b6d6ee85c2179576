// Endpoints of the versions of an assistant's settings.
import { z } from 'zod'
import { endpoint } from '../wire/endpoint.ts'
import { assistantId, id, isoMicros } from '../wire/fields.ts'
import { personal } from '../wire/personal.ts'
import { noAssistant, notFound, ofAssistant } from '../wire/records.ts'
import { assistantSettings, assistantSummary } from './assistant-fields.ts'

/** Earlier versions of an assistant are deleted. */
export const keptVersions = 100

const fieldNames = Object.keys(assistantSettings) as (keyof typeof assistantSettings)[]

const author = z
  .object({
    kind: z.enum(['member', 'operator', 'api_key', 'parley']).meta({
      description:
        '`operator` is an operator of the installation who acted for the account. `parley` disabled a webhook whose receiver responded with 410.',
    }),
    name: personal(
      'name',
      z.string().nullable().meta({ description: 'The name of the member or API key; null for Parley.' }),
    ),
  })
  .nullable()
  .meta({ description: 'Null for the state of an assistant from before its versions were kept.' })

const head = {
  version: id,
  author,
  changed_fields: z
    .array(z.enum(fieldNames))
    .meta({ description: 'The fields that differ from the version before. Empty for the first version.' }),
  created_at: isoMicros,
}

const versionHead = z.object(head).meta({ id: 'AssistantVersionSummary' })
const version = z.object({ ...head, settings: z.object(assistantSettings) }).meta({ id: 'AssistantVersion' })

const ofVersion = {
  params: z.object({ id: assistantId, version: id }),
  notFoundCode: { id: 'ASSISTANT_NOT_FOUND', version: 'VERSION_NOT_FOUND' },
  refusals: { ...noAssistant, ...notFound('VERSION_NOT_FOUND', 'Version not found') },
}

export const assistantVersions = {
  listVersions: endpoint('GET', '/api/user/assistant/{id}/versions', {
    summary: 'List versions of an assistant',
    description: `Every change to the settings is a version: who made it, when, and which fields it changed. Returns the latest ${keptVersions} versions, newest first; earlier ones are deleted. A folder, label, tool, knowledgebase or phone number that is deleted leaves the assistant without a version. All versions are deleted with the assistant.`,
    ...ofAssistant,
    reply: z.object({ data: z.array(versionHead) }),
  }),

  getVersion: endpoint('GET', '/api/user/assistant/{id}/versions/{version}', {
    summary: 'Get a version of an assistant',
    description:
      'Returns the version with all settings of the assistant at that time. Ids of records that were deleted since are included.',
    ...ofVersion,
    reply: z.object({ data: version }),
  }),

  restoreVersion: endpoint('POST', '/api/user/assistant/{id}/versions/{version}/restore', {
    summary: 'Restore a version of an assistant',
    description:
      'Sets all settings to those of the version, which becomes the next version, so this can be undone in the same way. Values that are no longer possible, such as a folder that was deleted or a number that another assistant answers, are listed in `skipped`; these fields stay as they are. Like an update, this activates an assistant that it completes, unless it was deactivated.',
    ...ofVersion,
    reply: z.object({
      message: z.string(),
      data: assistantSummary,
      skipped: z
        .record(z.string(), z.array(z.string()))
        .meta({ description: 'The messages by field, as in validation errors.' }),
    }),
  }),
}
