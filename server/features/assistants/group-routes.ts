// HTTP handlers for folders and labels.
import type { folders, labels } from '#contract/assistants/folders.ts'
import { isUniqueViolation } from '#server/platform/database/database.ts'
import type { Handlers } from '#server/platform/http/route.ts'
import { InvalidInput, Refusal } from '#server/platform/refusal.ts'
import { deleteGroup, type GroupTable, insertGroup, selectGroups, updateGroup } from './groups/store-groups.ts'
import { presentGroup } from './present.ts'
import { nameTaken } from './tools/tool-rules.ts'

function handlersOf(table: GroupTable, noun: string, notFoundCode: string): Handlers<typeof folders | typeof labels> {
  return {
    list: async (ctx) => ({
      data: (await selectGroups(ctx.db, table, ctx.account.id)).map(presentGroup),
    }),

    create: async (ctx, { body: { name, color = null } }) => {
      const group = await insertGroup(ctx.db, table, ctx.account.id, { name, color })
      if (!group) throw new InvalidInput(nameTaken)
      return { message: `${noun} created successfully`, data: presentGroup(group) }
    },

    update: async (ctx, { params: { id }, body: { name, color } }) => {
      const group = await updateGroup(ctx.db, table, ctx.account.id, { id, name, color }).catch((error: unknown) => {
        throw isUniqueViolation(error) ? new InvalidInput(nameTaken) : error
      })
      if (!group) throw new Refusal(notFoundCode)
      return { message: `${noun} updated successfully`, data: presentGroup(group) }
    },

    delete: async (ctx, { params: { id } }) => {
      if (!(await deleteGroup(ctx.db, table, ctx.account.id, id))) throw new Refusal(notFoundCode)
      return { message: `${noun} deleted successfully` }
    },
  }
}

export const folderHandlers = handlersOf('folders', 'Folder', 'FOLDER_NOT_FOUND')
export const labelHandlers = handlersOf('labels', 'Label', 'LABEL_NOT_FOUND')
