// One call with a model of the Gemini Live API: sends what the customer says, and requests one answer after the other.
import { randomUUID } from 'node:crypto'
import type { RealtimeListener, RealtimeSession, RealtimeSettings } from '#server/ports/realtime-model.ts'
import { type FailureCode, speechFailure } from '../vendor-speech/failures.ts'
import { whileOpen } from '../vendor-speech/while-open.ts'
import { type Answer, type AnswerRequest, createAnswer } from './answer.ts'
import { type GeminiLiveLimits, openConnection } from './connection.ts'
import { createCustomerAudio } from './customer-audio.ts'
import { createCustomerWords } from './customer-words.ts'
import { createMemory } from './memory.ts'
import {
  contentMessage,
  continueNote,
  heardNote,
  type Message,
  speakMessage,
  textMessage,
  withoutToolsNote,
} from './messages.ts'
import type { ServerMessage } from './server-message.ts'
import { isEarly, setupMessage } from './setup.ts'
import { createToolResults, refuseCalls } from './tool-results.ts'

/** A request whose answer is being received. */
interface Active {
  answer: Answer
  messages: Message[]
  /** The number of messages in the memory before the request. */
  mark: number
  /** The request ended an activity of the customer. */
  endedActivity: boolean
  refusals: number
  /** The end of an earlier turn follows. */
  ignoresEnd: boolean
}

const maxRefusals = 3
const maxPending = 500

export function openSession(
  address: { url: URL; headers: Record<string, string> },
  settings: RealtimeSettings,
  listener: RealtimeListener,
  limits: GeminiLiveLimits,
): RealtimeSession {
  const memory = createMemory()
  const toolResults = createToolResults()
  let isClosed = false
  let isLeaving = false
  let queue: AnswerRequest[] = []
  /** Messages that the model gets with the next request. */
  let pending: Message[] = []
  let active: Active | undefined
  let activityMark = 0
  /** The next activity repeats the audio of a lost connection. */
  let repeatsActivity = false
  /** The model has not ended the turn of a canceled or completed answer. */
  let isTurnOpen = false
  let turnTimer: NodeJS.Timeout | undefined

  const words = createCustomerWords(listener, {
    pauseMs: limits.pauseMs,
    wordsMs: limits.wordsMs,
    streamsWords: isEarly(settings.model),
    isSpeaking: () => customer.isOpen(),
    onFinal: memory.hear,
  })
  const customer = createCustomerAudio((message) => connection.send(message))
  const connection = openConnection(
    address,
    (handle) => setupMessage(settings, handle),
    { ready, message, saved: memory.saved, lost, failed },
    limits,
  )

  function ready(isResumed: boolean): void {
    pending = [...memory.takeMissing(isResumed), ...pending]
    proceed()
  }

  /** Sends what can be sent in the current state. */
  function proceed(): void {
    if (isClosed || active || !connection.isReady()) return
    const [next] = queue
    const continuesCalls = next && next.text === undefined && toolResults.areIn(pending) && !customer.isOpen()
    if (!continuesCalls && customer.isWaiting() && !toolResults.areAwaited()) openActivity()
    // An activity interrupts what the model generates or waits for.
    else if (next && !continuesCalls && (isTurnOpen || toolResults.areAwaited()) && !customer.isOpen()) openActivity()
    if (!next) leaveIfQuiet()
    else if (continuesCalls || !isTurnOpen) submit(next)
  }

  function openActivity(): void {
    memory.expectNoWords()
    activityMark = memory.count()
    if (toolResults.areAwaited()) {
      toolResults.forget()
      isTurnOpen = true
    }
    if (!repeatsActivity) words.begin()
    repeatsActivity = false
    customer.open()
    if (!isTurnOpen) return
    clearTimeout(turnTimer)
    turnTimer = setTimeout(turnEnded, limits.interruptionMs)
  }

  function turnEnded(): void {
    clearTimeout(turnTimer)
    isTurnOpen = false
    proceed()
  }

  function submit(request: AnswerRequest): void {
    queue = queue.slice(1)
    const messages = pending
    pending = []
    const endedActivity = customer.isOpen()
    const mark = endedActivity ? activityMark : memory.count()
    if (endedActivity) memory.expectWords()
    for (const message of messages) if (message.role !== 'note') memory.push(message)
    const answer = createAnswer(request, randomUUID(), listener, { limits, finished: finish, failed: fail })
    active = { answer, messages, mark, endedActivity, refusals: 0, ignoresEnd: false }
    if (toolResults.areAwaited()) connection.send(toolResults.respond(messages, request.mayCallTools))
    else sendRequest(request, messages)
  }

  function sendRequest(request: AnswerRequest, messages: readonly Message[]): void {
    const all = [...messages]
    if (request.text !== undefined) all.push(speakMessage(request.text))
    else if (!request.mayCallTools && settings.tools.length > 0) all.push(withoutToolsNote)
    const hasRequest = all.some((message) => message.role !== 'assistant' && message !== withoutToolsNote)
    if (!hasRequest && !customer.hasSpeech()) all.push(continueNote)
    if (customer.isOpen()) customer.end(all.map(textMessage))
    else connection.send(contentMessage(all))
  }

  function message(received: ServerMessage): void {
    const { heard, canceledCalls, usage, toolCalls } = received
    if (heard) words.heard(heard)
    toolResults.forget(canceledCalls)
    if (received.isLeaving) isLeaving = true
    if (!active) {
      if (received.isTurnComplete) turnEnded()
      else if (received.isLeaving) leaveIfQuiet()
      return
    }
    const current = active
    const { answer } = current
    if (usage) answer.addUsage(usage)
    answer.removeCalls(canceledCalls)
    // Only a canceled answer is interrupted, and its turn can end late.
    if (received.isInterrupted && !answer.hasOutput()) current.ignoresEnd = true
    answer.receive(received)
    if (active !== current) return
    if (toolCalls.length > 0) receiveCalls(current, received)
    if (active !== current || !received.isTurnComplete) return
    if (current.ignoresEnd) current.ignoresEnd = false
    else endRound(false)
  }

  function receiveCalls(current: Active, { toolCalls }: ServerMessage): void {
    const { request } = current.answer
    if (request.mayCallTools) current.answer.addCalls(toolCalls)
    else if (++current.refusals > maxRefusals) fail('unreadable')
    else connection.send(refuseCalls(toolCalls))
  }

  function finish(): void {
    endRound(true)
  }

  function endRound(turnFollows: boolean): void {
    if (!active) return
    const { answer } = active
    const toolCalls = answer.toolCalls()
    answer.end()
    // The listener can cancel the answer at the end of its item.
    if (active?.answer !== answer) return
    release()
    toolResults.expect(toolCalls)
    isTurnOpen = turnFollows && toolCalls.length === 0
    listener.answered(answer.request.generation, { toolCalls, usage: answer.usage() })
    proceed()
  }

  function fail(code: FailureCode): void {
    if (!active) return
    const { answer } = active
    answer.end()
    if (active?.answer !== answer) return
    release()
    isTurnOpen = connection.isReady()
    listener.answerFailed(answer.request.generation, speechFailure('Gemini', code))
    proceed()
  }

  /** Ends the active request, and remembers what was said in its answer. */
  function release(): void {
    if (!active) return
    const { answer } = active
    answer.release()
    if (answer.words()) memory.push({ role: 'assistant', text: answer.words() }, answer.item)
    active = undefined
  }

  /** The vendor ends connections after about ten minutes. */
  function leaveIfQuiet(): void {
    const isBusy = active || queue.length > 0 || customer.isOpen() || customer.isWaiting() || toolResults.areAwaited()
    if (!isLeaving || isBusy) return
    connection.replace()
  }

  function lost(): void {
    isLeaving = isTurnOpen = false
    clearTimeout(turnTimer)
    toolResults.forget()
    const current = active
    const isRepeated = current !== undefined && !current.answer.hasOutput()
    const repeatsClosed = isRepeated && current.endedActivity
    const isOpen = customer.isOpen()
    if (isRepeated) {
      active = undefined
      current.answer.release()
      memory.rewind(current.mark)
      queue = [current.answer.request, ...queue]
      pending = [...current.messages, ...pending]
    }
    if (customer.lost({ repeatsClosed })) {
      if (isOpen) memory.rewind(activityMark)
      if (!repeatsActivity) words.repeat()
      repeatsActivity = true
    }
    if (active) fail('unavailable')
  }

  function failed(code: FailureCode): void {
    if (isClosed) return
    close()
    listener.failed(speechFailure('Gemini', code))
  }

  function close(): void {
    isClosed = true
    clearTimeout(turnTimer)
    active?.answer.release()
    active = undefined
    words.close()
    connection.close()
  }

  function request(added: AnswerRequest): void {
    queue.push(added)
    proceed()
  }

  const methods = whileOpen<Omit<RealtimeSession, 'close'>>(() => isClosed, {
    write(audio) {
      if (audio.length > 0) customer.write(audio)
    },
    speechStarted() {
      customer.speechStarted()
      if (!active && connection.isReady() && !customer.isOpen()) openActivity()
    },
    speechPaused() {
      customer.speechPaused()
      words.paused(customer.isOpen() ? 'sent' : customer.isWaiting() ? 'waiting' : 'none')
    },
    add(messages) {
      pending = [...pending, ...messages].slice(-maxPending)
    },
    respond: (generation, { mayCallTools }) => request({ generation, mayCallTools }),
    speak: (generation, text) => request({ generation, text, mayCallTools: false }),
    cancel(generation) {
      queue = queue.filter((waiting) => waiting.generation !== generation)
      if (active?.answer.request.generation !== generation) return
      release()
      isTurnOpen = true
      openActivity()
    },
    truncate(item, { heardText }) {
      if (!memory.replaceText(item, heardText)) return
      pending.push(heardNote(heardText))
    },
  })
  return { ...methods, close }
}
