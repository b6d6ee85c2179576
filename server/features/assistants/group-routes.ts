// HTTP handlers for folders and labels.
import type { folders, labels } from '#contract/folders.ts'
import type { Handlers } from '#server/platform/http/route.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { changeGroup, createGroup } from './groups/save-group.ts'
import { deleteGroup, type GroupTable, selectGroups } from './groups/store-groups.ts'
import { presentGroup } from './present.ts'

function handlersOf(table: GroupTable, noun: string, notFoundCode: string): Handlers<typeof folders | typeof labels> {
  return {
    list: async (ctx) => ({
      data: (await selectGroups(ctx.db, table, ctx.account.id)).map(presentGroup),
    }),

    create: async (ctx, { body: { name, color = null } }) => ({
      message: `${noun} created successfully`,
      data: presentGroup(await createGroup(ctx, table, { name, color })),
    }),

    update: async (ctx, { params: { id }, body: { name, color } }) => {
      const group = await changeGroup(ctx, table, { id, name, color })
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
