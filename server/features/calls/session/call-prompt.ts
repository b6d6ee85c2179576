// The words and settings of an assistant in a call: greeting, instructions, documents, and the rules of the call.
import {
  findPromptPassages,
  outsideResultsRule,
  passageRule,
  promptKnowledgebase,
  resolveVariables,
  timeRule,
  visitorRule,
} from '#server/features/conversations/index.ts'
import type { AccountContext } from '#server/platform/context/context.ts'
import { renderTemplate } from '#server/platform/text/render-template.ts'
import { describeTime } from '#server/platform/time/describe-time.ts'
import type { ChatMessage } from '#server/ports/language-model.ts'
import { realClock } from '#server/voice/clock.ts'
import type { CallSettings } from '#server/voice/engine/settings.ts'
import type { PassageSource } from '#server/voice/pipeline/passage-search.ts'
import type { CurrentTime } from '#server/voice/realtime/time-notes.ts'
import { disclosureLine, needsDisclosure } from '#server/voice/words-and-sounds/disclosure.ts'
import { purposeLine } from '#server/voice/words-and-sounds/purpose.ts'
import { toSpoken } from '#server/voice/words-and-sounds/spoken-form.ts'
import { mayEndCall } from './call-tools.ts'
import type { LiveCall } from './claim-media.ts'

export const defaultInstructions = 'You are a helpful assistant.'
const callRules = `You are speaking with the customer on the phone. Everything that you write is spoken by a voice.
Answer briefly, in one to three spoken sentences. Use no lists, headings, links, emojis or other formatting.
Ask one question at a time. A text that ends with "…" is an answer of yours that the customer interrupted there.
Read a telephone number, a code, a spelled name or an e-mail address back once, because words can be misheard.
Texts in square brackets describe events of the call; the customer has not said them.`

export type CallIdentity = Pick<LiveCall, 'assistant' | 'type' | 'variables' | 'clientPhone'> & {
  fromVisitor?: boolean
}
export type PromptedCall = CallIdentity & Pick<LiveCall, 'uuid' | 'maxSeconds' | 'purpose'>

export interface CallPrompt {
  settings: CallSettings
  /** As of now. */
  instructions(): string
  currentTime(): CurrentTime
  facts: Record<string, string>
  /** Undefined unless passages are part of the prompt. */
  passages: PassageSource | undefined
}

export function promptOf(
  ctx: AccountContext,
  call: PromptedCall,
  { language, hasOutsideResults }: { language: string; hasOutsideResults: boolean },
): CallPrompt {
  const { assistant } = call
  const { values, visitorNames } = valuesOf(ctx, call)
  const render = rendererOf(values)
  const passages = passagesFor(ctx, call)
  const purpose = purposeOf(call, language, render)
  const purposeRule = assistant.mode !== 'pipeline' && purpose !== undefined && screeningRule(purpose)
  const givenRule = visitorNames.length > 0 && visitorRule(visitorNames)
  const rules = [
    callRules,
    givenRule,
    purposeRule,
    hasOutsideResults && outsideResultsRule,
    passages && passageRule,
  ].filter(Boolean)
  return {
    settings: { ...settingsOf(call, language, render), purpose },
    instructions() {
      const prompt = rendererOf(valuesOf(ctx, call).values)(assistant.systemPrompt) ?? defaultInstructions
      return [prompt, ...rules, timeRule(assistant, ctx.now())].join('\n\n')
    },
    currentTime() {
      const now = ctx.now()
      return { date: describeTime(now, assistant.timezone).date, text: timeRule(assistant, now) }
    },
    facts: { assistant_language: language, ...Object.fromEntries(values) },
    passages,
  }
}

/** A customer does not wait longer for a search; the model then answers without passages. */
const passageLimitMs = 400

/** Undefined unless passages are part of the prompt. */
function passagesFor(ctx: AccountContext, { assistant, uuid }: PromptedCall): PassageSource | undefined {
  const knowledgebaseId = promptKnowledgebase(assistant)
  if (knowledgebaseId === undefined) return undefined
  return {
    clock: realClock,
    limitMs: passageLimitMs,
    async find(messages, signal) {
      if (isEvent(messages)) return undefined
      const search = await findPromptPassages(ctx, messages, { knowledgebaseId, limitMs: passageLimitMs, signal })
      if (search?.failure) throw Object.assign(new Error(search.failure.message), { code: search.failure.code })
      return search?.passages
    },
    timedOut: () =>
      ctx.log.warn({ call: uuid }, 'an answer is generated without documents, whose search takes too long'),
  }
}

/** The last message describes an event of the call, or tells the assistant to speak. */
const isEvent = (messages: readonly ChatMessage[]): boolean =>
  messages.findLast(({ role }) => role === 'user')?.content.startsWith('[') ?? false

type Renderer = (text: string | null) => string | undefined

export const rendererOf =
  (values: ReadonlyMap<string, string>): Renderer =>
  (text) =>
    renderTemplate(text ?? '', values).trim() || undefined

export function valuesOf(
  ctx: AccountContext,
  { assistant, variables, clientPhone, fromVisitor = false }: CallIdentity,
) {
  const customer = { customerName: variables['customer_name'] ?? null, customerPhone: clientPhone }
  return resolveVariables(assistant, { ...customer, variables, variablesFromVisitor: fromVisitor }, ctx.now())
}

/** As it is spoken. */
const disclosureOf = (
  { assistant, clientPhone }: Pick<CallIdentity, 'assistant' | 'clientPhone'>,
  language: string,
): string | undefined =>
  needsDisclosure(clientPhone ?? '') ? toSpoken(disclosureLine(language, assistant.name), language) : undefined

/**
 * As it is spoken, so that it can be synthesized before the call is answered.
 * The European Union requires that the assistant says that it is an AI (Regulation 2024/1689, article 50).
 */
export function greetingOf(
  { assistant, clientPhone }: CallIdentity,
  language: string,
  render: Renderer,
): string | undefined {
  const disclosure = disclosureOf({ assistant, clientPhone }, language)
  const message = toSpoken(render(assistant.initialMessage) ?? '', language)
  return [disclosure, message].filter(Boolean).join(' ') || undefined
}

function purposeOf({ assistant, purpose }: PromptedCall, language: string, render: Renderer): string | undefined {
  const text = render(purpose)
  return text === undefined ? undefined : purposeLine(language, assistant.name, text)
}

const screeningRule = (answer: string): string =>
  `If a machine answers the call and asks for your name and the purpose of your call, answer with this sentence: ${JSON.stringify(answer)}`

function settingsOf(call: PromptedCall, language: string, render: Renderer): Omit<CallSettings, 'purpose'> {
  const { assistant, type, maxSeconds } = call
  const maxSilenceMs = assistant.maxSilenceDurationSeconds * 1000
  return {
    language,
    direction: type === 'outbound' ? 'outbound' : 'inbound',
    greeting: greetingOf(call, language, render),
    disclosure: disclosureOf(call, language),
    waitForCustomer: assistant.waitForCustomer,
    allowInterruptions: assistant.allowInterruptions,
    interruptSensitivity: assistant.interruptSensitivity,
    minInterruptWords: assistant.minInterruptWords,
    endpointType: assistant.endpointType,
    endpointSensitivity: assistant.endpointSensitivity,
    maxDurationMs: maxSeconds * 1000,
    maxSilenceMs,
    maxInitialSilenceMs:
      assistant.maxInitialSilenceDurationSeconds === null
        ? maxSilenceMs
        : assistant.maxInitialSilenceDurationSeconds * 1000,
    reengagementMs: assistant.reengagementIntervalSeconds * 1000,
    reengagementPrompt: render(assistant.reengagementPrompt),
    endOnGoodbye: mayEndCall(assistant.tools),
    endOnVoicemail: assistant.endCallOnVoicemail,
    voicemailMessage: render(assistant.voiceMailMessage),
    fillers: assistant.fillers ? assistant.fillerConfig : undefined,
  }
}
