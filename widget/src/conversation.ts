// The conversation of a visitor: sends messages, streams answers, and looks for messages of a person.
import { contract } from '#contract/index.ts'
import { createClient, ParleyError } from '#sdk/index.ts'
import { type Conversation, emptyConversation } from './conversation-state.ts'
import type { MessageFile, Uploaded } from './files.ts'
import { fetchWithProgress } from './files-request.ts'
import { type Entry, isUnsent, type Message, mergeHistory } from './messages.ts'
import { newKey } from './new-key.ts'
import type { Options } from './options.ts'
import { isDeleted, isRefusal } from './refusals.ts'
import { storeConversation, storedConversation } from './storage.ts'
import { moveFiles, uploadTo } from './uploads.ts'

/** How often the widget looks for messages of a person. */
const lookMs = { withPerson: 3_000, active: 5_000, idle: 30_000 }
const activeForMs = 5 * 60_000

export function openConversation(options: Options, onChange: (conversation: Conversation) => void) {
  const client = createClient({ baseUrl: options.baseUrl })
  const sendQueue: number[] = []
  /** The keys under which messages are sent once, even when they are sent again after a lost connection. */
  const keys = new Map<number, string>()
  const { preview } = options
  const stored = () => (preview ? undefined : storedConversation(options.assistant))
  let uuid = stored()
  /** A start that is repeated after a failure does not start a second conversation. */
  let createKey = newKey()
  let opening: Promise<void> | undefined
  let isSending = false
  let sending: AbortController | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let lastAt = Date.now()
  let lastId = 0
  let isShown = false
  let renewing: Promise<void> | undefined
  let state = emptyConversation

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
    const before = uuid
    if (before === undefined || (!(await read(before)) && uuid === before)) await create()
  }

  async function create(): Promise<void> {
    const { assistant, variables } = options
    const before = uuid
    const input = { assistant_id: assistant, type: preview ? 'test' : 'widget', variables } as const
    const created = await client.conversations.create(input, { idempotencyKey: createKey }).catch((error: unknown) => {
      if (isRefusal(error)) createKey = newKey()
      throw error
    })
    createKey = newKey()
    // After a restart, another one is being started.
    if (uuid !== before) return
    uuid = created.conversation_id
    if (!preview) storeConversation(assistant, uuid)
    const messages = state.messages.filter(isUnsent)
    const isRenewed = before !== undefined && messages.length < state.messages.length
    const { voice_enabled: hasVoice, files_enabled: acceptsFiles } = created
    change({ messages, isRenewed, hasPerson: false, hasVoice, acceptsFiles })
    show(created.history)
  }

  /** Replaces a conversation that was deleted, once. */
  function renew(deleted: string): Promise<void> {
    if (uuid !== deleted) return renewing ?? Promise.resolve()
    renewing ??= replace().finally(() => {
      renewing = undefined
    })
    return renewing
  }

  /** Another tab can have replaced the conversation already. */
  async function replace(): Promise<void> {
    const other = stored()
    if (other === undefined || other === uuid) return create()
    uuid = other
    change({ messages: state.messages.filter(isUnsent), isRenewed: true, hasPerson: false })
    if (!(await read(other)) && uuid === other) await create()
  }

  /** Returns false if the conversation no longer exists. */
  async function read(id: string): Promise<boolean> {
    try {
      const reply = await client.conversations.get({ uuid: id })
      // After a restart, it is no longer shown.
      if (id !== uuid) return true
      const { history, ai_enabled: hasAssistant, voice_enabled: hasVoice, files_enabled: acceptsFiles } = reply
      change({ hasVoice, acceptsFiles })
      if (isSending || sendQueue.length > 0) return true
      change({ hasPerson: !hasAssistant })
      show(history)
      return true
    } catch (error) {
      if (isDeleted(error)) return false
      throw error
    }
  }

  function show(history: readonly Entry[]): void {
    const messages = mergeHistory(state.messages, history, () => ++lastId)
    if (messages === state.messages) return
    lastAt = Date.now()
    change({ messages })
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
  async function sendOne(id: number, isRepeated = false): Promise<boolean> {
    let answer: number | undefined
    let to: string | undefined
    const key = keys.get(id) ?? newKey()
    keys.set(id, key)
    sending = new AbortController()
    const { signal } = sending
    try {
      await ready()
      if (signal.aborted) return true
      to = uuid!
      const { text, files: chosen } = state.messages.find((each) => each.id === id)!
      const files = await moveFiles(client, { files: chosen, to }, signal)
      if (signal.aborted) return true
      if (files !== chosen) changeMessage(id, { files })
      change({ isWriting: !state.hasPerson, trouble: undefined })
      const fileIds = files.flatMap((file) => file.id ?? [])
      const input = { uuid: to, ...(text && { message: text }), ...(fileIds.length > 0 && { file_ids: fileIds }) }
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
      if (to !== undefined && isDeleted(error) && !isRepeated) {
        const isRenewed = await renew(to).then(
          () => true,
          () => false,
        )
        if (signal.aborted) return true
        if (isRenewed) return sendOne(id, true)
      }
      if (answer !== undefined) change({ messages: state.messages.filter((each) => each.id !== answer) })
      // After any other failure, the message may be stored.
      if (isRefusal(error)) keys.delete(id)
      for (const each of sendQueue.splice(0)) changeMessage(each, { state: 'failed' })
      fail(error)
      return false
    } finally {
      change({ isWriting: false })
      lastAt = Date.now()
      look()
    }
  }

  async function readAgain(id: string): Promise<void> {
    if (!(await read(id))) await renew(id)
  }

  /** Starts the conversation once; a failure can be repeated. */
  function ready(): Promise<void> {
    opening ??= start().catch((error) => {
      opening = undefined
      throw error
    })
    return opening
  }

  async function lookAgain(): Promise<void> {
    await ready()
    await readAgain(uuid!)
    if (state.trouble === 'unavailable' && !state.messages.some(isUnsent)) change({ trouble: undefined })
  }

  /** Looks for new messages later, while the chat is open and its tab in front. */
  function look(): void {
    clearTimeout(timer)
    if (!isShown) return
    const isActive = Date.now() - lastAt < activeForMs
    const wait = state.hasPerson ? lookMs.withPerson : isActive ? lookMs.active : lookMs.idle
    timer = setTimeout(async () => {
      if (!isSending && document.visibilityState === 'visible') await lookAgain().catch(fail)
      look()
    }, wait)
  }

  return {
    async show(): Promise<void> {
      isShown = true
      if (preview && uuid === undefined) {
        if (preview.greeting && state.messages.length === 0) add('other', preview.greeting, 'done')
        return
      }
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
      const before = uuid!
      try {
        return await uploadTo(uploading, before, file, signal)
      } catch (error) {
        if (!isDeleted(error)) throw error
        await renew(before)
        return uploadTo(uploading, uuid!, file, signal)
      }
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
      if (!preview) storeConversation(options.assistant, undefined)
      opening = undefined
      change({ messages: [], hasPerson: false, isRenewed: false, trouble: undefined })
      await this.show()
    },
  }
}

export type ConversationHandle = ReturnType<typeof openConversation>
