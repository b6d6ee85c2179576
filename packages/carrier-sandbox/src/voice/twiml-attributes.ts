// Reads and checks the attributes of voice verbs.
import type { HttpMethod } from '../core/calls.ts'
import { TwimlError } from '../webhooks/twiml.ts'
import type { Element } from '../webhooks/xml.ts'

export interface Action {
  url: string
  method: HttpMethod
}

export function readAction(element: Element): Action | null {
  const { action: url } = element.attributes
  return url ? { url, method: readMethod(element, 'method') } : null
}

/** Reads the attributes `name` and `…Method`. */
export function readCallback(element: Element, name: string): Action | null {
  const url = element.attributes[name]
  const method = readMethod(element, `${name}Method`)
  return url ? { url, method } : null
}

/** Names that are separated by spaces; by default `completed`. */
export function readEvents(element: Element, name: string, known: RegExp): string[] {
  const events = (element.attributes[name] ?? 'completed').split(' ').filter((event) => event !== '')
  if (!events.every((event) => known.test(event))) throw invalid(element, name)
  return events
}

export function readFlag(element: Element, name: string, fallback: boolean): boolean {
  const text = element.attributes[name] ?? String(fallback)
  if (text !== 'true' && text !== 'false') throw invalid(element, name)
  return text === 'true'
}

export function readMethod(element: Element, name: string): HttpMethod {
  const method = element.attributes[name] ?? 'POST'
  if (method !== 'GET' && method !== 'POST') throw invalid(element, name)
  return method
}

export function readNumber(element: Element, name: string, fallback: number, max: number): number {
  const text = element.attributes[name] ?? String(fallback)
  if (!/^\d{1,6}$/.test(text) || Number(text) > max || Number(text) < 1) throw invalid(element, name)
  return Number(text)
}

export function forbidContent(element: Element): void {
  if (element.children.length > 0 || element.text.trim() !== '')
    throw new TwimlError(12200, `<${element.name}> must be empty.`)
}

export function invalid(element: Element, name: string): TwimlError {
  return new TwimlError(12200, `The attribute ${name} of <${element.name}> is missing or invalid.`)
}
