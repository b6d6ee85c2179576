// Checks chosen files, and sends them to their knowledge base, two at a time, even while another page is open.
import { useSyncExternalStore } from 'react'
import { uploadFieldOf } from '#contract/wire/forms.ts'
import { contract } from '#sdk/index.ts'
import { newKey } from '#widget/src/new-key.ts'
import { clientWithProgress } from '../../api/client.ts'
import { queryClient } from '../../api/query.ts'

type Problem = 'type' | 'size' | 'empty' | Error

/** A file that can be sent, or the reason why it cannot. */
export interface ChosenFile {
  id: string
  file: File
  state: 'chosen' | 'failed'
  problem?: Problem
}

export interface Upload extends Omit<ChosenFile, 'state'> {
  knowledgebaseId: number
  state: 'waiting' | 'sending' | 'failed'
  /** Which part of the file has been sent, from 0 to 1. */
  share?: number
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

export const maxNameCharacters = 255
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

export const checkFiles = (files: readonly File[]): ChosenFile[] =>
  files.map((file) => {
    const problem = problemOf(file)
    return { id: newKey(), file, state: problem ? 'failed' : 'chosen', ...(problem && { problem }) }
  })

export function addUploads(knowledgebaseId: number, files: readonly ChosenFile[]): void {
  const added = files.map(
    ({ state, ...file }): Upload => ({ ...file, knowledgebaseId, state: state === 'chosen' ? 'waiting' : state }),
  )
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
    const client = clientWithProgress((share) => change(id, { share }))
    await client.knowledge.createDocument(fields, { idempotencyKey: id })
    removeUpload(id)
    await queryClient.invalidateQueries({ queryKey: ['knowledge'] })
  } catch (error) {
    change(id, { state: 'failed', problem: error as Error })
  }
}

export const useUploads = (knowledgebaseId: number | undefined): readonly Upload[] =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => uploads,
  ).filter((upload) => upload.knowledgebaseId === knowledgebaseId)

// Leaving Parley would lose a file.
window.addEventListener('beforeunload', (event) => {
  if (uploads.some(({ state }) => state !== 'failed')) event.preventDefault()
})
