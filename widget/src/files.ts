// The files that a visitor has chosen for the next message: prepared, uploaded one after the other, removed, tried again.
import { ParleyError } from '#sdk/index.ts'
import { isPictureType } from './file-text.ts'
import { scaledPicture } from './files-scale.ts'

/** A file of a message, as it is shown. */
export interface MessageFile {
  name: string
  isPicture: boolean
  /** Where the server has it; undefined for one that was uploaded from this page. */
  url?: string
  /** The content of one that was uploaded from this page. */
  content?: File
  /** Names the uploaded file to the server. */
  id?: string
  /** To which it was uploaded. */
  conversation?: string
}

export interface ChosenFile {
  key: number
  name: string
  content: File
  isPicture: boolean
  state: 'uploading' | 'done' | 'failed'
  /** From 0 to 1. */
  progress: number
  /** Why it failed; undefined if the server could not be reached. */
  reason?: string
  /** It would be refused again. */
  isFinal?: boolean
  /** Set when it is uploaded. */
  sent?: MessageFile
}

export interface Uploaded {
  id: string
  filename: string
  content_type: string
  conversation: string
}

export type Upload = (file: File, onProgress: (share: number) => void, signal: AbortSignal) => Promise<Uploaded>

export const maxFiles = 5
export const maxBytes = 10 * 2 ** 20

export interface FileLimits {
  tooMany: string
  tooLarge: string
}

export function chooseFiles(upload: Upload, limits: FileLimits, onChange: (files: readonly ChosenFile[]) => void) {
  let files: readonly ChosenFile[] = []
  let lastKey = 0
  const uploads = new Map<number, AbortController>()
  /** Uploads wait for the one before. */
  let queue: Promise<void> = Promise.resolve()

  function set(next: readonly ChosenFile[]): void {
    files = next
    onChange(files)
  }

  const change = (key: number, changed: Partial<ChosenFile>): void =>
    set(files.map((each) => (each.key === key ? { ...each, ...changed } : each)))

  function start(key: number): void {
    const controller = new AbortController()
    uploads.set(key, controller)
    queue = queue.then(() => run(key, controller.signal))
  }

  async function run(key: number, signal: AbortSignal): Promise<void> {
    const chosen = files.find((each) => each.key === key)
    if (!chosen || signal.aborted) return
    try {
      const content = await scaledPicture(chosen.content)
      if (content.size > maxBytes) return change(key, { state: 'failed', reason: limits.tooLarge, isFinal: true })
      const {
        id,
        filename,
        content_type: type,
        conversation,
      } = await upload(content, (progress) => !signal.aborted && change(key, { progress }), signal)
      const isPicture = isPictureType(type)
      change(key, { state: 'done', sent: { id, name: filename, isPicture, content, conversation } })
    } catch (error) {
      if (signal.aborted) return
      const isRefused = error instanceof ParleyError && error.status < 500
      const reason = isRefused ? { reason: error.errors['file']?.[0] ?? error.message } : {}
      change(key, { state: 'failed', ...reason, isFinal: isRefused && error.status === 422 })
    }
  }

  return {
    add(added: readonly File[]): void {
      for (const content of added) {
        const key = ++lastKey
        const chosen = { key, name: content.name, content, isPicture: isPictureType(content.type), progress: 0 }
        const isTooMany = files.filter(({ isFinal }) => !isFinal).length >= maxFiles
        if (isTooMany) set([...files, { ...chosen, state: 'failed', reason: limits.tooMany, isFinal: true }])
        else {
          set([...files, { ...chosen, state: 'uploading' }])
          start(key)
        }
      }
    },
    remove(key: number): void {
      uploads.get(key)?.abort()
      uploads.delete(key)
      set(files.filter((each) => each.key !== key))
    },
    retry(key: number): void {
      const { reason: _, ...chosen } = files.find((each) => each.key === key)!
      set(files.map((each) => (each.key === key ? { ...chosen, state: 'uploading', progress: 0 } : each)))
      start(key)
    },
    isUploading: (): boolean => files.some(({ state }) => state === 'uploading'),
    /** The uploaded files, which are no longer chosen. */
    take(): MessageFile[] {
      const taken = files.flatMap(({ sent }) => sent ?? [])
      if (taken.length > 0) set(files.filter(({ sent }) => sent === undefined))
      return taken
    },
    clear(): void {
      for (const upload of uploads.values()) upload.abort()
      uploads.clear()
      set([])
    },
  }
}

export type ChosenFiles = ReturnType<typeof chooseFiles>
