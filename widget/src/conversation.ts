// The conversation of a visitor: sends messages, streams answers, and looks for messages of a person.
import { contract } from '#contract/index.ts'
import { createClient, ParleyError } from '#sdk/index.ts'
import { isPictureType, textBeside } from './file-text.ts'
import type { MessageFile, Uploaded } from './files.ts'
import { fetchWithProgress } from './files-request.ts'
import { newKey } from './new-key.ts'
import type { Options } from './options.ts'
import { storeConversation, storedConversation } from './storage.ts'

export interface Message {
  id: number
  from: 'visitor' | 'other'
  text: string
  files: readonly MessageFile[]
  state: 'done' | 'sending' | 'streaming' | 'failed'
}

export type Trouble = 'busy' | 'unavailable'

export interface Conversation {
  messages: readonly Message[]
  /** A person of the account answers instead of the assistant. */
  hasPerson: boolean
  /** Why nothing can be sent at the moment. */
  trouble: Trouble | undefined
  isWriting: boolean
  /** The visitor can send files. */
  acceptsFiles: boolean
}

/** How often the widget looks for messages of a person. */
const lookMs = { withPerson: 3_000, active: 5_000, idle: 30_000 }
const activeForMs = 5 * 60_000

export function openConversation(options: Options, onChange: (conversation: Conversation) => void) {
  const client = createClient({ baseUrl: options.baseUrl })
  const sendQueue: number[] = []
  /** The keys under which messages are sent once, also when they are sent again after a lost connection. */
  const keys = new Map<number, string>()
  let uuid = storedConversation(options.assistant)
  let opening: Promise<void> | undefined
  let isSending = false
  let sending: AbortController | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let lastAt = Date.now()
  let lastId = 0
  let isShown = false
  let state: Conversation = {
    messages: [],
    hasPerson: false,
    trouble: undefined,
    isWriting: false,
    acceptsFiles: false,
  }

  function change(next: Partial<Conversation>): void {
    state = { ...state, ...next }
    onChange(state)
  }

  const changeMessage = (id: number, next: Partial<Message>): void =>
    change({ messages: state.messages.map((each) => (each.id === id ? { ...each, ...next } : each)) })

  function add(
    from: Message['from'],
    text: string,
    messageState: Message['state'],
    files: readonly MessageFile[] = [],
  ): number {
    const id = ++lastId
    change({ messages: [...state.messages, { id, from, text, files, state: messageState }] })
    return id
  }

  const fail = (error: unknown): void =>
    change({ trouble: error instanceof ParleyError && error.status === 429 ? 'busy' : 'unavailable' })

  /** Continues the stored conversation, or starts one. */
  async function start(): Promise<void> {
    if (uuid !== undefined && (await read(uuid))) return
    const { assistant, variables } = options
    const created = await client.conversations.create({ assistant_id: assistant, type: 'widget', variables })
    uuid = created.conversation_id
    storeConversation(assistant, uuid)
    change({ acceptsFiles: created.files_enabled })
    show(created.history)
  }

  /** Returns false if the conversation does not exist any more. */
  async function read(id: string): Promise<boolean> {
    try {
      const reply = await client.conversations.get({ uuid: id })
      const { history, ai_enabled: hasAssistant, files_enabled: acceptsFiles } = reply
      if (acceptsFiles !== state.acceptsFiles) change({ acceptsFiles })
      if (isSending || sendQueue.length > 0) return true
      change({ hasPerson: !hasAssistant })
      show(history)
      return true
    } catch (error) {
      if (error instanceof ParleyError && error.status === 404) return false
      throw error
    }
  }

  function show(history: readonly Entry[]): void {
    const entries = history.filter(({ content }) => content !== '').map(messageOf)
    const known = entries.map(keyOf)
    const shown = state.messages.filter((each) => each.state !== 'failed').map(keyOf)
    if (known.join('\n') === shown.join('\n')) return
    lastAt = Date.now()
    // The reply to a failed message can have been lost, in which case it has arrived.
    const added = known.slice(shown.length)
    const failed = state.messages.filter((each) => each.state === 'failed' && !added.includes(keyOf(each)))
    const stored = entries.map((entry): Message => {
      // What this page has sent needs no second download.
      const own = state.messages.find((each) => each.files.length > 0 && keyOf(each) === keyOf(entry))
      return { ...entry, id: ++lastId, state: 'done', ...(own && { files: own.files }) }
    })
    change({ messages: [...stored, ...failed] })
  }

  async function sendAll(): Promise<void> {
    if (isSending) return
    isSending = true
    try {
      for (let next = sendQueue[0]; next !== undefined; next = sendQueue[0]) {
        if (!(await sendOne(next))) return
        // After a restart, the queue is another one.
        if (sendQueue[0] === next) sendQueue.shift()
      }
    } finally {
      isSending = false
    }
  }

  /** Returns false after a failure, which ends the queue. */
  async function sendOne(id: number): Promise<boolean> {
    let answer: number | undefined
    const { text, files } = state.messages.find((each) => each.id === id)!
    const fileIds = files.flatMap((file) => file.id ?? [])
    const key = keys.get(id) ?? newKey()
    keys.set(id, key)
    sending = new AbortController()
    const { signal } = sending
    try {
      await ready()
      if (signal.aborted) return true
      change({ isWriting: !state.hasPerson, trouble: undefined })
      const input = { uuid: uuid!, ...(text && { message: text }), ...(fileIds.length > 0 && { file_ids: fileIds }) }
      const options = { idempotencyKey: key, signal }
      for await (const piece of client.stream(contract.conversations.sendMessage, input, options)) {
        if (signal.aborted) return true
        if (answer === undefined) changeMessage(id, { state: 'done' })
        if ('delta' in piece) {
          answer ??= add('other', '', 'streaming')
          const before = state.messages.find((each) => each.id === answer)?.text ?? ''
          changeMessage(answer, { text: before + piece.delta })
        } else {
          if (piece.done.message !== '') {
            answer ??= add('other', '', 'streaming')
            changeMessage(answer, { text: piece.done.message, state: 'done' })
          }
          change({ hasPerson: !piece.done.ai_enabled })
        }
      }
      return true
    } catch (error) {
      if (signal.aborted) return true
      if (answer !== undefined) change({ messages: state.messages.filter((each) => each.id !== answer) })
      // The server has refused the message, so that sending it again is another attempt.
      if (error instanceof ParleyError) keys.delete(id)
      for (const each of sendQueue.splice(0)) changeMessage(each, { state: 'failed' })
      fail(error)
      return false
    } finally {
      change({ isWriting: false })
      lastAt = Date.now()
      look()
    }
  }

  /** Starts the conversation once; a failure can be repeated. */
  function ready(): Promise<void> {
    opening ??= start().catch((error) => {
      opening = undefined
      throw error
    })
    return opening
  }

  /** Looks for new messages later, while the chat is open and its tab in front. */
  function look(): void {
    clearTimeout(timer)
    if (!isShown) return
    const isActive = Date.now() - lastAt < activeForMs
    const wait = state.hasPerson ? lookMs.withPerson : isActive ? lookMs.active : lookMs.idle
    timer = setTimeout(async () => {
      if (uuid !== undefined && !isSending && document.visibilityState === 'visible') await read(uuid).catch(() => {})
      look()
    }, wait)
  }

  return {
    async show(): Promise<void> {
      isShown = true
      try {
        await ready()
      } catch (error) {
        fail(error)
      }
      look()
    },
    hide(): void {
      isShown = false
      clearTimeout(timer)
    },
    send(text: string, files: readonly MessageFile[] = []): void {
      const id = add('visitor', text, 'sending', files)
      sendQueue.push(id)
      void sendAll()
    },
    /** Uploads a file for a message. */
    async upload(file: File, onProgress: (share: number) => void, signal: AbortSignal): Promise<Uploaded> {
      await ready()
      const uploading = createClient({ baseUrl: options.baseUrl, fetch: fetchWithProgress(onProgress) })
      return (await uploading.conversations.uploadFile({ uuid: uuid!, file }, { signal })).file
    },
    /** Sends a failed message again. */
    retry(id: number): void {
      const message = state.messages.find((each) => each.id === id)
      if (message?.state !== 'failed') return
      changeMessage(id, { state: 'sending' })
      sendQueue.push(id)
      void sendAll()
    },
    /** Starts another conversation. */
    async restart(): Promise<void> {
      sending?.abort()
      sendQueue.length = 0
      uuid = undefined
      storeConversation(options.assistant, undefined)
      opening = undefined
      change({ messages: [], hasPerson: false, trouble: undefined })
      await this.show()
    },
  }
}

interface Entry {
  role: string
  content: string
  attachments?: readonly { url: string; content_type: string; filename: string | null }[]
}

function messageOf({ role, content, attachments = [] }: Entry): Pick<Message, 'from' | 'text' | 'files'> {
  const files = attachments.map(({ url, content_type: type, filename }) => ({
    name: filename ?? '',
    isPicture: isPictureType(type),
    url,
  }))
  return { from: role === 'user' ? 'visitor' : 'other', text: textBeside(content, attachments), files }
}

const keyOf = ({ from, text, files }: Pick<Message, 'from' | 'text' | 'files'>): string =>
  [from, text, ...files.map(({ name }) => name)].join(' ')

export type ConversationHandle = ReturnType<typeof openConversation>
