// The state of a test conversation. It continues while its panel is closed, until the page is left.
import type { ReplyOf } from '#contract/wire/endpoint.ts'
import { contract, ParleyError } from '#sdk/index.ts'
import { newKey } from '#widget/src/new-key.ts'
import { client } from '../../api/client.ts'
import { Unreachable } from '../../api/unreachable.ts'
import { createSignal } from '../../loading/signal.ts'
import type { Attachment } from '../../ui/attachments.tsx'
import { changesOf, type Draft } from '../shared/draft.ts'

type Reply = ReplyOf<typeof contract.conversations.sendMessage>
export type FunctionCall = Reply['function_calls'][number]

export interface ChatMessage {
  key: string
  author: 'customer' | 'assistant' | 'person'
  text: string
  calls: readonly FunctionCall[]
  files: readonly Attachment[]
  /** `writing`: more of the text follows. `failed`: only messages of the customer. */
  state: 'done' | 'writing' | 'failed'
}

export interface ChatState {
  conversationId: string | undefined
  messages: readonly ChatMessage[]
  /** The conversation is being created, or an answer is awaited. */
  isBusy: boolean
  /** Why the latest request failed. */
  error: Error | undefined
  /** False while a person has the conversation. */
  isAssistantOn: boolean
  /** Identifies the settings of the conversation, if they can be edited beside it. */
  used: string | undefined
}

export interface TestOrder {
  variables: Record<string, string>
  draft: Draft | undefined
}

const empty: ChatState = {
  conversationId: undefined,
  messages: [],
  isBusy: false,
  error: undefined,
  isAssistantOn: true,
  used: undefined,
}

const askAgainMs = 1_000
const maxAsks = 90

const isInvalid = (error: unknown): boolean => error instanceof ParleyError && Object.keys(error.errors).length > 0

export type Chat = ReturnType<typeof createChat>

function createChat(assistantId: number) {
  const state = createSignal(empty)
  let lastKey = 0
  /** A new conversation ignores what arrives for the one before. */
  let generation = 0
  /** A request under the same key is not carried out twice. */
  let requestKey = ''
  let startKey = newKey()
  let startedWith: string | undefined
  let isOutdated = false

  const change = (changed: Partial<ChatState>): void => state.set({ ...state.get(), ...changed })
  const messageOf = (author: ChatMessage['author'], text: string, rest: Partial<ChatMessage> = {}): ChatMessage => ({
    key: String(++lastKey),
    author,
    text,
    calls: [],
    files: [],
    state: 'done',
    ...rest,
  })
  const update = (key: string, changed: Partial<ChatMessage>): void =>
    change({ messages: state.get().messages.map((each) => (each.key === key ? { ...each, ...changed } : each)) })
  const remove = (key: string): void => change({ messages: state.get().messages.filter((each) => each.key !== key) })

  async function create({ variables, draft }: TestOrder): Promise<string> {
    const known = state.get().conversationId
    if (known !== undefined) return known
    const mine = generation
    const used = draft?.current
    // The settings were changed since a start whose outcome is unknown.
    if (used !== startedWith) startKey = newKey()
    startedWith = used
    const input = { assistant_id: assistantId, type: 'test', variables, ...changesOf(draft) } as const
    const created = client.conversations.create(input, { idempotencyKey: startKey })
    const { conversation_id: id, history } = await created.catch((error: unknown) => {
      // A refusal is repeated under its key.
      if (error instanceof ParleyError && error.status < 500 && error.status !== 409) startKey = newKey()
      throw error
    })
    if (mine !== generation) throw new Error('Another conversation has begun.')
    const greeting = history.map(({ role, content }) => messageOf(role === 'user' ? 'customer' : 'assistant', content))
    change({ conversationId: id, used, messages: [...greeting, ...state.get().messages] })
    return id
  }

  /** Runs one request at a time. Resolves with whether the server has accepted it as valid. */
  async function run(step: () => Promise<unknown>): Promise<boolean> {
    const mine = generation
    change({ isBusy: true, error: undefined })
    try {
      await step()
    } catch (error) {
      if (mine === generation) change({ error: error as Error })
    }
    if (mine !== generation) return true
    change({ isBusy: false })
    if (isOutdated) void readHistory().catch(() => {})
    return !isInvalid(state.get().error)
  }

  async function ask(uuid: string, text: string): Promise<void> {
    const mine = generation
    const answer = messageOf('assistant', '', { state: 'writing' })
    change({ messages: [...state.get().messages, answer] })
    try {
      const input = { uuid, message: text }
      const pieces = client.stream(contract.conversations.sendMessage, input, { idempotencyKey: requestKey })
      for await (const piece of pieces) {
        if (mine !== generation) return
        if ('delta' in piece) {
          const before = state.get().messages.find(({ key }) => key === answer.key)?.text ?? ''
          update(answer.key, { text: before + piece.delta })
        } else finish(answer.key, piece.done)
      }
      if (state.get().messages.some(({ key, state: known }) => key === answer.key && known === 'writing'))
        throw new Unreachable()
    } catch (error) {
      if (mine === generation) remove(answer.key)
      throw error
    }
  }

  function finish(key: string, { message, function_calls: calls, ai_enabled: isAssistantOn }: Reply): void {
    change({ isAssistantOn })
    if (message === '' && calls.length === 0) remove(key)
    else update(key, { text: message, calls, state: 'done' })
  }

  /** The first request may still be answered, or have been refused: then its key only repeats the refusal. */
  async function askOnce(uuid: string, text: string): Promise<void> {
    const mine = generation
    for (let asks = 1; mine === generation; asks++) {
      try {
        return await ask(uuid, text)
      } catch (error) {
        if (!(error instanceof ParleyError)) throw error
        if (error.headers.get('idempotent-replayed') === 'true') requestKey = newKey()
        else if (error.status !== 409 || asks >= maxAsks) throw error
        else await new Promise((resolve) => setTimeout(resolve, askAgainMs))
      }
    }
  }

  async function deliver(key: string, text: string, order: TestOrder): Promise<void> {
    update(key, { state: 'done' })
    try {
      await askOnce(await create(order), text)
    } catch (error) {
      if (isInvalid(error)) remove(key)
      else update(key, { state: 'failed' })
      throw error
    }
  }

  /** A person has written, or the owner of the conversation has changed. */
  async function readHistory(): Promise<void> {
    const { conversationId: uuid, isBusy } = state.get()
    isOutdated = isBusy
    if (uuid === undefined || isBusy) return
    const mine = generation
    const { data } = await client.conversations.show({ uuid })
    if (mine !== generation || state.get().isBusy) return
    const messages = data.history.map(
      ({ id, sent_by: sender, content, function_calls: calls = [], attachments: files = [], status }) =>
        messageOf(sender === 'human' ? 'person' : sender, content, {
          key: `stored-${id}`,
          calls,
          files,
          state: status === 'failed' && sender === 'customer' ? 'failed' : 'done',
        }),
    )
    change({ messages, isAssistantOn: data.ai_enabled })
  }

  return {
    state,
    start(order: TestOrder): void {
      if (!state.get().isBusy) void run(() => create(order))
    },
    /**
     * Undefined while an answer is awaited. Resolves with false if the server has refused the message as invalid, so
     * that it can be corrected.
     */
    send(text: string, order: TestOrder): Promise<boolean> | undefined {
      if (state.get().isBusy) return undefined
      requestKey = newKey()
      const message = messageOf('customer', text)
      change({ messages: [...state.get().messages, message] })
      return run(() => deliver(message.key, text, order))
    },
    retry({ key, text }: ChatMessage, order: TestOrder): void {
      if (!state.get().isBusy) void run(() => deliver(key, text, order))
    },
    /** The conversation remains in the inbox. */
    reset(): void {
      generation++
      startKey = newKey()
      isOutdated = false
      state.set(empty)
    },
    noteChange(uuid: string): void {
      if (uuid === state.get().conversationId) void readHistory().catch(() => {})
    },
  }
}

const chats = new Map<number, Chat>()

/** The conversation that was begun with this assistant since the page was loaded. */
export function chatOf(assistantId: number): Chat {
  const known = chats.get(assistantId) ?? createChat(assistantId)
  chats.set(assistantId, known)
  return known
}
