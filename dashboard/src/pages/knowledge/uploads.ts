// Sends chosen files to their knowledge base, two at a time, even while another page is open.
import { useSyncExternalStore } from 'react'
import { uploadFieldOf } from '#contract/wire/forms.ts'
import { contract } from '#sdk/index.ts'
import { newKey } from '#widget/src/new-key.ts'
import { client } from '../../api/client.ts'
import { queryClient } from '../../api/query.ts'

type Problem = 'type' | 'size' | 'empty' | Error

export interface Upload {
  id: string
  knowledgebaseId: number
  file: File
  state: 'waiting' | 'sending' | 'failed'
  problem?: Problem
}

const typesByExtension: Record<string, 'pdf' | 'docx' | 'txt'> = {
  pdf: 'pdf',
  docx: 'docx',
  txt: 'txt',
  text: 'txt',
  md: 'txt',
  markdown: 'txt',
}
export const acceptedExtensions = Object.keys(typesByExtension).map((extension) => `.${extension}`)
export const maxFileBytes = uploadFieldOf(contract.knowledge.createDocument)!.maxBytes

const maxNameCharacters = 255
const atOnce = 2
let uploads: readonly Upload[] = []
const listeners = new Set<() => void>()

function set(next: readonly Upload[]): void {
  uploads = next
  for (const listener of listeners) listener()
}

const change = (id: string, fields: Partial<Upload>): void =>
  set(uploads.map((upload) => (upload.id === id ? { ...upload, ...fields } : upload)))

const typeOf = ({ name }: File) => typesByExtension[name.split('.').at(-1)!.toLowerCase()]

function problemOf(file: File): Problem | undefined {
  if (!typeOf(file)) return 'type'
  if (file.size > maxFileBytes) return 'size'
  return file.size === 0 ? 'empty' : undefined
}

export function addUploads(knowledgebaseId: number, files: readonly File[]): void {
  const added = files.map((file): Upload => {
    const problem = problemOf(file)
    const state = problem ? 'failed' : 'waiting'
    return { id: newKey(), knowledgebaseId, file, state, ...(problem && { problem }) }
  })
  set([...uploads, ...added])
  sendNext()
}

export const removeUpload = (id: string): void => set(uploads.filter((upload) => upload.id !== id))

export function retryUpload(id: string): void {
  change(id, { state: 'waiting' })
  sendNext()
}

function sendNext(): void {
  const sending = uploads.filter(({ state }) => state === 'sending').length
  const next = uploads.find(({ state }) => state === 'waiting')
  if (!next || sending >= atOnce) return
  change(next.id, { state: 'sending' })
  void send(next).then(sendNext)
  sendNext()
}

async function send({ id, knowledgebaseId, file }: Upload): Promise<void> {
  const name = file.name.replace(/\.[^.]+$/, '').slice(0, maxNameCharacters) || file.name
  try {
    const fields = { knowledgebaseId, name, type: typeOf(file)!, file }
    await client.knowledge.createDocument(fields, { idempotencyKey: id })
    removeUpload(id)
    await queryClient.invalidateQueries({ queryKey: ['knowledge'] })
  } catch (error) {
    change(id, { state: 'failed', problem: error as Error })
  }
}

export const useUploads = (knowledgebaseId: number): readonly Upload[] =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => uploads,
  ).filter((upload) => upload.knowledgebaseId === knowledgebaseId)

/** Whether leaving Parley would lose a file. */
export const areUploadsOpen = (): boolean => uploads.some(({ state }) => state !== 'failed')
