// Receives a file for a message of a conversation: who may send it, how much, and how it is stored.
import type { UploadedFile } from '#contract/wire/fields.ts'
import type { Assistant } from '#server/features/assistants/index.ts'
import type { PublicContext } from '#server/platform/context/context.ts'
import { transaction } from '#server/platform/context/transaction.ts'
import { OutsideError } from '#server/platform/outside-error.ts'
import { orRefuse, Refusal } from '#server/platform/refusal.ts'
import { addressKey } from '#server/platform/security/address-key.ts'
import { countVisitorRequest } from '#server/platform/visitor-requests.ts'
import type { Conversation } from '../conversation/conversation.ts'
import { findAssistantOf } from '../conversation/find-assistant-of.ts'
import { findByUuid } from '../conversation/store.ts'
import { acceptsFiles, countVisitorFile, isOpenToVisitors, isOwner, isPublic, refuseBusy } from '../visitors/visitor.ts'
import { cleanFileName } from './file-name.ts'
import { readContentType } from './file-type.ts'
import { deleteFile, insertFile, markStored, type NewFile } from './store-files.ts'

/** Of visitors, in this process; each takes space on the disk while it arrives. */
const maxUploads = 40
const maxUploadsOfAddress = 5
const uploading = new Map<string, number>()
let uploads = 0

interface Target {
  conversation: Conversation
  assistant: Assistant
  fromVisitor: boolean
}

/** Refuses what needs no look at the file, before it is received. The result must be disposed of after the upload. */
export async function admitUpload(ctx: PublicContext, uuid: string): Promise<Disposable> {
  if (!ctx.account) await countVisitorRequest(ctx, 'file')
  const { fromVisitor, conversation, assistant } = await findTarget(ctx, uuid)
  if (!fromVisitor) return { [Symbol.dispose]() {} }
  if (ctx.account) await countVisitorRequest(ctx, 'file')
  const { accountId } = conversation
  await countVisitorFile(ctx, { accountId, assistantId: assistant.id, bytes: 0, isFromVisitor: true })
  const network = addressKey(ctx.remoteAddress)
  const own = uploading.get(network) ?? 0
  if (uploads >= maxUploads || own >= maxUploadsOfAddress) throw refuseBusy(maxUploadsOfAddress)
  uploads++
  uploading.set(network, own + 1)
  return {
    [Symbol.dispose]() {
      uploads--
      const rest = uploading.get(network)! - 1
      if (rest === 0) uploading.delete(network)
      else uploading.set(network, rest)
    },
  }
}

/**
 * Refuses with `CONVERSATION_NOT_FOUND`, `ASSISTANT_NOT_FOUND`, `FILES_NOT_ENABLED`, `TOO_MANY_FILES`, `FILE_NOT_STORED`
 * and `TOO_MANY_REQUESTS`, or throws `InvalidInput`.
 */
export async function uploadFile(ctx: PublicContext, uuid: string, file: UploadedFile): Promise<NewFile> {
  const { conversation, assistant, fromVisitor } = await findTarget(ctx, uuid)
  const { accountId, id: conversationId } = conversation
  const contentType = await readContentType(file)
  const stored: NewFile = {
    uuid: ctx.newId(),
    token: ctx.newId(),
    fileKey: `conversations/${accountId}/${ctx.newId()}`,
    contentType,
    sizeBytes: file.sizeBytes,
    filename: cleanFileName(file.name, contentType),
  }
  // The row comes first: if the process dies, it is deleted after a day with whatever was stored.
  const id = await transaction(ctx, async (tx) => {
    const inserted = orRefuse(await insertFile(tx.db, { accountId, conversationId }, stored), 'TOO_MANY_FILES')
    const use = { accountId, assistantId: assistant.id, bytes: file.sizeBytes, isFromVisitor: fromVisitor }
    await countVisitorFile({ ...tx, remoteAddress: ctx.remoteAddress }, use)
    return inserted
  })
  try {
    await ctx.files.putFile(stored.fileKey, file.path, contentType)
  } catch (error) {
    await deleteFile(ctx.db, accountId, id)
    if (!(error instanceof OutsideError)) throw error
    ctx.log.error({ error }, 'the file of a conversation was not stored')
    throw new Refusal('FILE_NOT_STORED')
  }
  if (await markStored(ctx.db, accountId, id)) return stored
  await ctx.files.remove(stored.fileKey)
  throw new Refusal('CONVERSATION_NOT_FOUND')
}

async function findTarget(ctx: PublicContext, uuid: string): Promise<Target> {
  const conversation = await findByUuid(ctx.db, uuid, 0)
  const fromVisitor = conversation === undefined || !isOwner(ctx, conversation.accountId)
  const isOpen = conversation && (isPublic(conversation.type) || (conversation.type === 'api' && !fromVisitor))
  if (!isOpen) throw new Refusal('CONVERSATION_NOT_FOUND')
  const assistant = await findAssistantOf(ctx.db, conversation)
  if (!assistant || (fromVisitor && !isOpenToVisitors(assistant, ctx.origin))) throw new Refusal('ASSISTANT_NOT_FOUND')
  if (!acceptsFiles(ctx, assistant)) throw new Refusal('FILES_NOT_ENABLED')
  return { conversation, assistant, fromVisitor }
}
