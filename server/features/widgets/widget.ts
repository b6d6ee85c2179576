// The appearance of an assistant's widget, for its account and for visitors of websites.
import { readFile } from 'node:fs/promises'
import { widgets } from '#contract/conversations/widgets.ts'
import type { UploadedFile } from '#contract/wire/fields.ts'
import { type Assistant, findAssistant, findAssistantByUuid, lockAssistant } from '#server/features/assistants/index.ts'
import { isOpenToVisitors, readContentType } from '#server/features/conversations/index.ts'
import type { AccountContext, AppContext, PublicContext } from '#server/platform/context/context.ts'
import { transaction } from '#server/platform/context/transaction.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { Callback } from '#server/platform/http/callbacks.ts'
import { InvalidInput, orRefuse, Refusal } from '#server/platform/refusal.ts'
import { isUuid } from '#server/platform/text/uuid.ts'
import { countVisitorRequest } from '#server/platform/visitor-requests.ts'
import { type Appearance, findPicture, findWidget, type Picture, saveAppearance, savePicture } from './store-widgets.ts'

export interface Widget extends Appearance {
  /** Null without a picture. */
  pictureUrl: string | null
}

const defaults: Appearance = widgets.update.body.parse({})

type Reader = Pick<AppContext, 'settings'> & { db: Db }

async function loadWidget({ db, settings }: Reader, { accountId, id }: Assistant): Promise<Widget> {
  const stored = await findWidget(db, { accountId, assistantId: id })
  const pictureUrl = stored?.pictureId ? `${settings.publicUrl}/widget-pictures/${stored.pictureId}` : null
  return { ...defaults, ...stored?.appearance, pictureUrl }
}

/** Refuses with `ASSISTANT_NOT_FOUND`. */
export async function getWidget(ctx: AccountContext, id: number): Promise<Widget> {
  return loadWidget(ctx, orRefuse(await findAssistant(ctx.db, ctx.account.id, id), 'ASSISTANT_NOT_FOUND'))
}

/** Refuses with `ASSISTANT_NOT_FOUND` and, for visitors, `TOO_MANY_REQUESTS`. */
export async function getWidgetOfVisitor(ctx: PublicContext, uuid: string): Promise<Widget> {
  if (!ctx.account) await countVisitorRequest(ctx, 'widget')
  const assistant = orRefuse(await findAssistantByUuid(ctx.db, uuid), 'ASSISTANT_NOT_FOUND')
  const isOwn = ctx.account?.id === assistant.accountId
  if (ctx.account && !isOwn) await countVisitorRequest(ctx, 'widget')
  if (!isOwn && !isOpenToVisitors(assistant, ctx.origin)) throw new Refusal('ASSISTANT_NOT_FOUND')
  return loadWidget(ctx, assistant)
}

/** Refuses with `ASSISTANT_NOT_FOUND`. */
function change(ctx: AccountContext, assistantId: number, save: (db: Db) => Promise<void>): Promise<Widget> {
  return transaction(ctx, async (tx) => {
    const assistant = orRefuse(await lockAssistant(tx.db, ctx.account.id, assistantId), 'ASSISTANT_NOT_FOUND')
    await save(tx.db)
    return loadWidget(tx, assistant)
  })
}

export const updateWidget = (ctx: AccountContext, assistantId: number, appearance: Appearance): Promise<Widget> =>
  change(ctx, assistantId, (db) => saveAppearance(db, { accountId: ctx.account.id, assistantId }, appearance))

const acceptedTypes = ['image/png', 'image/jpeg', 'image/webp']

/** Refuses with `ASSISTANT_NOT_FOUND`, or throws `InvalidInput`. Null removes the picture. */
export async function setPicture(ctx: AccountContext, assistantId: number, file: UploadedFile | null): Promise<Widget> {
  orRefuse(await findAssistant(ctx.db, ctx.account.id, assistantId), 'ASSISTANT_NOT_FOUND')
  const picture = file && (await readPicture(ctx, file))
  return change(ctx, assistantId, (db) => savePicture(db, { accountId: ctx.account.id, assistantId }, picture))
}

async function readPicture(ctx: AccountContext, file: UploadedFile): Promise<Picture> {
  const type = await readContentType(file)
  if (!acceptedTypes.includes(type)) throw new InvalidInput({ file: ['The file must be a PNG, JPEG or WebP picture.'] })
  return { id: ctx.newId(), content: await readFile(file.path), type }
}

export const pictureCallbacks: Callback[] = [
  {
    method: 'GET',
    path: '/widget-pictures/:id',
    async answer(_ctx, { params, publicDb }) {
      const id = params['id'] ?? ''
      const picture = isUuid(id) ? await findPicture(publicDb(), id) : undefined
      if (!picture) return { status: 404 }
      const headers = {
        'content-type': picture.type,
        'content-security-policy': "default-src 'none'; sandbox",
        'cache-control': 'public, max-age=31536000, immutable',
        'cross-origin-resource-policy': 'cross-origin',
      }
      return { status: 200, headers, body: picture.content }
    },
  },
]
