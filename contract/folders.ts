// Endpoints of folders and labels, which organize assistants.
import { z } from 'zod'
import { color } from './color.ts'
import { endpoint } from './endpoint.ts'
import { id, idParam, isoMicros, message, requiredText } from './fields.ts'

const group = z
  .object({
    id,
    name: z.string(),
    color: z.string().nullable(),
    assistants_count: z.int(),
    created_at: isoMicros,
    updated_at: isoMicros,
  })
  .meta({ id: 'AssistantGroup' })

const name = requiredText(255).meta({ description: 'Unique within the account.' })

function groupArea(one: 'folder' | 'label', code: string, notFoundMessage: string, afterDelete: string) {
  const notFoundCode = { id: code }
  const refusals = { [code]: { status: 404, message: notFoundMessage } }
  const reply = z.object({ message: z.string(), data: group })
  return {
    list: endpoint({
      method: 'GET',
      path: `/api/user/${one}s`,
      summary: `List ${one}s`,
      description: `Returns all ${one}s of the account, oldest first.`,
      auth: 'key',
      reply: z.object({ data: z.array(group) }),
      envelope: 'message',
    }),

    create: endpoint({
      method: 'POST',
      path: `/api/user/${one}`,
      aliases: [`/api/user/${one}s`],
      summary: `Create a ${one}`,
      description: `Creates a ${one} without assistants. Its name must be unique within the account.`,
      auth: 'key',
      body: z.object({ name, color: color.nullable().optional() }),
      status: 201,
      reply,
      envelope: 'message',
    }),

    update: endpoint({
      method: 'PUT',
      path: `/api/user/${one}/{id}`,
      aliases: [`/api/user/${one}s/{id}`],
      summary: `Update a ${one}`,
      description: 'Missing fields stay unchanged, but at least one is required. A `color` of null removes the color.',
      auth: 'key',
      params: idParam,
      notFoundCode,
      body: z.object({ name: name.optional(), color: color.nullable().optional() }).superRefine((fields, check) => {
        if (fields.name !== undefined || fields.color !== undefined) return
        const message = 'The :attribute field is required when color is not present.'
        check.addIssue({ code: 'custom', path: ['name'], message })
      }),
      reply,
      refusals,
      envelope: 'message',
    }),

    delete: endpoint({
      method: 'DELETE',
      path: `/api/user/${one}/{id}`,
      aliases: [`/api/user/${one}s/{id}`],
      summary: `Delete a ${one}`,
      description: afterDelete,
      auth: 'key',
      params: idParam,
      notFoundCode,
      reply: message,
      refusals,
      envelope: 'message',
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
