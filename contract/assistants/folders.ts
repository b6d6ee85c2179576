// Endpoints of folders and labels, which organize assistants.
import { z } from 'zod'
import { color } from '../wire/color.ts'
import { endpoint } from '../wire/endpoint.ts'
import { id, message, requiredText, timestamps } from '../wire/fields.ts'
import { ofRecord } from '../wire/records.ts'

const group = z
  .object({
    id,
    name: z.string(),
    color: z.string().nullable(),
    assistants_count: z.int(),
    ...timestamps,
  })
  .meta({ id: 'AssistantGroup' })

const name = requiredText(255).meta({ description: 'Unique within the account.' })

function groupArea(kind: 'folder' | 'label', code: string, notFoundMessage: string, afterDelete: string) {
  const ofGroup = ofRecord(code, notFoundMessage)
  const reply = z.object({ message: z.string(), data: group })
  return {
    list: endpoint('GET', `/api/user/${kind}s`, {
      summary: `List ${kind}s`,
      description: `Returns all ${kind}s of the account, oldest first.`,
      reply: z.object({ data: z.array(group) }),
    }),

    create: endpoint('POST', `/api/user/${kind}`, {
      aliases: [`/api/user/${kind}s`],
      summary: `Create a ${kind}`,
      description: `Creates a ${kind} without assistants. Its name must be unique within the account.`,
      body: z.object({ name, color: color.nullable().optional() }),
      status: 201,
      reply,
    }),

    update: endpoint('PUT', `/api/user/${kind}/{id}`, {
      aliases: [`/api/user/${kind}s/{id}`],
      summary: `Update a ${kind}`,
      description: 'Missing fields stay unchanged, but at least one is required. A `color` of null removes the color.',
      ...ofGroup,
      body: z.object({ name: name.optional(), color: color.nullable().optional() }).superRefine((fields, check) => {
        if (fields.name !== undefined || fields.color !== undefined) return
        const message = 'The :attribute field is required when color is not present.'
        check.addIssue({ code: 'custom', path: ['name'], message })
      }),
      reply,
    }),

    delete: endpoint('DELETE', `/api/user/${kind}/{id}`, {
      aliases: [`/api/user/${kind}s/{id}`],
      summary: `Delete a ${kind}`,
      description: afterDelete,
      ...ofGroup,
      reply: message,
    }),
  }
}

export const folders = groupArea(
  'folder',
  'FOLDER_NOT_FOUND',
  'Folder not found',
  'Its assistants are kept, without a folder.',
)
export const labels = groupArea(
  'label',
  'LABEL_NOT_FOUND',
  'Label not found',
  'Its assistants are kept, without the label.',
)
