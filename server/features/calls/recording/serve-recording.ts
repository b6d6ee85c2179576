// Serves the recording of a call by its API endpoint and by short-lived signed links.
import type { AppContext, Tx } from '#server/platform/context/context.ts'
import type { CallbackReply, CallbackRequest } from '#server/platform/http/callbacks.ts'
import { type FileReply, type FileRequest, replyWithFile } from '#server/platform/http/replies/file-reply.ts'
import { type LinkTarget, signLink, verifyLink } from '#server/platform/security/signed-link.ts'

/** The key of a recording in the file store. `id` is the UUID of the call. */
export const recordingKeyOf = ({ accountId, id }: LinkTarget): string => `recordings/${accountId}/${id}`

/** Returns a public URL that is valid for 15 minutes. */
export function recordingUrlOf(
  { settings, account, now }: Pick<Tx, 'settings' | 'account' | 'now'>,
  callId: string,
): string {
  const token = signLink(settings.masterKey, 'recording', { accountId: account.id, id: callId }, { now: now() })
  return `${settings.publicUrl}/recordings/${token}`
}

/** Undefined if there is no recording. */
export const replyWithRecording = (
  context: AppContext,
  target: LinkTarget,
  request: FileRequest,
): Promise<FileReply | undefined> =>
  replyWithFile(context.files, recordingKeyOf(target), request, {
    'content-disposition': `inline; filename="${target.id}.wav"`,
  })

/** Answers a signed link. */
export async function serveSignedRecording(context: AppContext, request: CallbackRequest): Promise<CallbackReply> {
  const { settings, now } = context
  const target = verifyLink(settings.masterKey, 'recording', request.params['token'] ?? '', now())
  const reply = target && (await replyWithRecording(context, target, request))
  if (!target || !reply) return { status: 404 }
  context.log.info({ account: target.accountId, call: target.id }, 'recording served by a signed link')
  return reply
}
