// The doors of folders and labels.
import { folders, labels } from '#contract/folders.ts'
import { statementTime } from '#server/platform/database-time.ts'
import { type Route, route } from '#server/platform/http/route.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { presentGroup } from './present.ts'
import { deleteGroup, type GroupTable, insertGroup, selectGroups, updateGroup } from './store-groups.ts'

function routesOf(area: typeof folders | typeof labels, table: GroupTable, noun: string, absent: string): Route[] {
  return [
    route(area.list, async (ctx) => ({
      data: (await selectGroups(ctx.db, table, ctx.account.id)).map(presentGroup),
    })),

    route(area.create, async (ctx, { body: { name } }) => ({
      message: `${noun} created successfully`,
      data: presentGroup(await insertGroup(ctx.db, table, ctx.account.id, { name, now: statementTime(ctx) })),
    })),

    route(area.update, async (ctx, { params: { id }, body: { name } }) => {
      const group = await updateGroup(ctx.db, table, ctx.account.id, { id, name, now: statementTime(ctx) })
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
