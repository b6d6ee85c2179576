// Uploads the files of messages to a conversation, and again to the one that replaces it.
import type { Client } from '#sdk/index.ts'
import type { MessageFile, Uploaded } from './files.ts'

export async function uploadTo(client: Client, to: string, file: File, signal: AbortSignal): Promise<Uploaded> {
  const reply = await client.conversations.uploadFile({ uuid: to, file }, { signal })
  return { ...reply.file, conversation: to }
}

/** Uploads those files again that are in another conversation, which was deleted. Returns the same array if there are none. */
export async function moveFiles(
  client: Client,
  { files, to }: { files: readonly MessageFile[]; to: string },
  signal: AbortSignal,
): Promise<readonly MessageFile[]> {
  if (files.every(({ conversation }) => conversation === to)) return files
  const moved: MessageFile[] = []
  for (const file of files) {
    if (!file.content || file.conversation === to) moved.push(file)
    else moved.push({ ...file, id: (await uploadTo(client, to, file.content, signal)).id, conversation: to })
  }
  return moved
}
