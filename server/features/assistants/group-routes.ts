// The doors of folders and labels.
import { folders, labels } from '#contract/folders.ts'
import { type Route, route } from '#server/platform/http/route.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { changeGroup, createGroup } from './groups/save-group.ts'
import { deleteGroup, type GroupTable, selectGroups } from './groups/store-groups.ts'
import { presentGroup } from './present.ts'

function routesOf(area: typeof folders | typeof labels, table: GroupTable, noun: string, absent: string): Route[] {
  return [
    route(area.list, async (ctx) => ({
      data: (await selectGroups(ctx.db, table, ctx.account.id)).map(presentGroup),
    })),

    route(area.create, async (ctx, { body: { name, color = null } }) => ({
      message: `${noun} created successfully`,
      data: presentGroup(await createGroup(ctx, table, { name, color })),
    })),

    route(area.update, async (ctx, { params: { id }, body: { name, color } }) => {
      const group = await changeGroup(ctx, table, { id, name, color })
      if (!group) throw new Refusal(absent)
      return { message: `${noun} updated successfully`, data: presentGroup(group) }
    }),

    route(area.delete, async (ctx, { params: { id } }) => {
      if (!(await deleteGroup(ctx.db, table, ctx.account.id, id))) throw new Refusal(absent)
      return { message: `${noun} deleted successfully` }
    }),
  ]
}

export const groupRoutes = [
  ...routesOf(folders, 'folders', 'Folder', 'FOLDER_NOT_FOUND'),
  ...routesOf(labels, 'labels', 'Label', 'LABEL_NOT_FOUND'),
]
