// What the placeholders of an assistant's texts stand for in one conversation.
import type { Assistant } from '#server/features/assistants/index.ts'
import { findPlaceholders } from '#server/platform/text/render-template.ts'
import { toLocalTime } from '#server/platform/time/timestamps.ts'

/** Given values replace a built-in one only where the assistant declares a variable of that name. */
const builtIn = ['current_date', 'current_time', 'current_weekday', 'timezone', 'assistant_name'] as const
const ofCustomer = ['customer_name', 'customer_phone'] as const

type Texts = Pick<Assistant, 'variables' | 'visitorVariables' | 'initialMessage' | 'systemPrompt'>

/**
 * The given values that a conversation keeps: all of them from a caller with a key of the account, and from a visitor
 * those that the assistant lets visitors set.
 */
export function selectAcceptedVariables(
  assistant: Texts,
  given: Record<string, string>,
  fromVisitor: boolean,
): Record<string, string> {
  if (!fromVisitor) return given
  const open = namesOpenToVisitors(assistant)
  return Object.fromEntries(Object.entries(given).filter(([name]) => open.has(name)))
}

/** The listed names, if there is a list; otherwise every declared variable and every placeholder of the texts. */
function namesOpenToVisitors({ visitorVariables, variables, initialMessage, systemPrompt }: Texts): Set<string> {
  if (visitorVariables !== null) return new Set(visitorVariables)
  const placeholders = [initialMessage, systemPrompt].flatMap((text) => findPlaceholders(text ?? ''))
  return new Set([...Object.keys(variables), ...placeholders.filter((name) => !isBuiltIn(name))])
}

const isBuiltIn = (name: string): boolean => (builtIn as readonly string[]).includes(name)

export interface KnownOfCustomer {
  customerName: string | null
  customerPhone: string | null
}

/** From weak to strong: what is built in, what the assistant declares, who the customer is, what the caller gave. */
export function templateValues(
  assistant: Pick<Assistant, 'name' | 'timezone' | 'variables'>,
  customer: KnownOfCustomer,
  given: Record<string, string>,
  now: Date,
): Map<string, string> {
  const [date = '', time = ''] = toLocalTime(now.toISOString().replace('T', ' '), assistant.timezone).split(' ')
  const built: Record<(typeof builtIn)[number], string> = {
    current_date: date,
    current_time: time.slice(0, 5),
    current_weekday: weekdayOf(date),
    timezone: assistant.timezone,
    assistant_name: assistant.name,
  }
  const known: Record<(typeof ofCustomer)[number], string | null> = {
    customer_name: customer.customerName,
    customer_phone: customer.customerPhone,
  }
  const values = new Map<string, string>([...Object.entries(built), ...Object.entries(assistant.variables)])
  for (const [name, value] of Object.entries(known)) if (value) values.set(name, value)
  for (const [name, value] of Object.entries(given)) values.set(name, value)
  return values
}

/** A stranger's value stays on one line, so that it cannot pass for a paragraph of the prompt. */
export function toSingleLine(value: string): string {
  return value.replace(/\s+/g, ' ').trim()
}

const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']

function weekdayOf(date: string): string {
  return weekdays[new Date(`${date}T00:00:00Z`).getUTCDay()] ?? ''
}

export interface VariablesOf extends KnownOfCustomer {
  variables: Record<string, string>
  variablesFromVisitor: boolean
}

/** What the texts of `assistant` stand for in this conversation, and which of it a stranger said. */
export function conversationValues(
  assistant: Texts & Pick<Assistant, 'name' | 'timezone'>,
  conversation: VariablesOf,
  now: Date,
): { values: Map<string, string>; visitorNames: string[] } {
  const accepted = selectAcceptedVariables(assistant, conversation.variables, conversation.variablesFromVisitor)
  const isUsed = (name: string) => !isBuiltIn(name) || Object.hasOwn(assistant.variables, name)
  const given = Object.fromEntries(Object.entries(accepted).filter(([name]) => isUsed(name)))
  if (!conversation.variablesFromVisitor)
    return { values: templateValues(assistant, conversation, given, now), visitorNames: [] }
  const tamed = Object.fromEntries(Object.entries(given).map(([name, value]) => [name, toSingleLine(value)]))
  return { values: templateValues(assistant, conversation, tamed, now), visitorNames: Object.keys(tamed) }
}
