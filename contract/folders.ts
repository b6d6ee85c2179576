// The endpoints of folders and labels, by which assistants are kept in order.
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { id, idParam, isoMicros, message, requiredText } from './fields.ts'

const group = z.object({ id, name: z.string(), created_at: isoMicros, updated_at: isoMicros })

function groupArea(one: 'folder' | 'label', code: string, sentence: string, afterDelete: string) {
  const absent = { id: code }
  const refusals = { [code]: { status: 404, sentence } }
  const body = z.object({ name: requiredText(255) })
  const reply = z.object({ message: z.string(), data: group })
  return {
    list: endpoint({
      method: 'GET',
      path: `/api/user/${one}s`,
      summary: `List ${one}s`,
      description: `Returns all ${one}s of the account in the order in which they were created.`,
      auth: 'key',
      reply: z.object({ data: z.array(group) }),
      envelope: 'message',
    }),

    create: endpoint({
      method: 'POST',
      path: `/api/user/${one}`,
      summary: `Create a ${one}`,
      description: `Creates an empty ${one}; names may repeat.`,
      auth: 'key',
      body,
      status: 201,
      reply,
      envelope: 'message',
    }),

    update: endpoint({
      method: 'PUT',
      path: `/api/user/${one}/{id}`,
      summary: `Rename a ${one}`,
      description: `Changes the name; the assistants of the ${one} stay.`,
      auth: 'key',
      params: idParam,
      absent,
      body,
      reply,
      refusals,
      envelope: 'message',
    }),

    delete: endpoint({
      method: 'DELETE',
      path: `/api/user/${one}/{id}`,
      summary: `Delete a ${one}`,
      description: afterDelete,
      auth: 'key',
      params: idParam,
      absent,
      reply: message,
      refusals,
      envelope: 'message',
    }),
  }
}

export const folders = groupArea('folder', 'FOLDER_NOT_FOUND', 'Folder not found', 'Its assistants stay, in no folder.')
export const labels = groupArea('label', 'LABEL_NOT_FOUND', 'Label not found', 'Its assistants stay, without it.')
