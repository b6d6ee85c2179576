// Finds the greeting that a prompt or a variable gives.
import { isTechnical } from './speakable.ts'

const quoted =
  /(?:\b(?:greet(?:ing)?|welcome|first message|initial message|opening(?: line)?|begin|start|answer the (?:phone|call)s? with|saluda\w{0,9}|saludo|accueil\w{0,9}|saluta\w{0,9}|saluto|cumpriment\w{0,9})\b|begrüß\w{0,9}|saudação)[^"“”„«»\n.;!?]{0,80}["“„«]([^"“”„«»\n]{2,400})["“”»]/giu
/** A phrase for a later moment or a condition. */
const isLater =
  /\b(?:if|when|whenever|at the end|before|after|wenn|falls|am ende|si|quand|à la fin|cuando|al final|se|quando|alla fine)\b/i
const labelled =
  /^\W{0,4}(?:greeting|first message|initial message|opening line|welcome message|begrüßung|saludo|accueil|saluto|saudação)\W{0,4}[:=][*_\s]*(\S.{1,400})$/imu

const placeholder = /\{\{\s*([\w.-]+)\s*\}\}/g
const partOfJson = /^\s*[{["]|"\s*:/

export function greetingOf(prompt: string, facts: Record<string, string>): string | undefined {
  const text = prompt
    .split('\n')
    .filter((line) => !partOfJson.test(line))
    .join('\n')
  const value = facts['greeting'] ?? facts['initial_message'] ?? quotedIn(text) ?? labelled.exec(text)?.[1]
  if (value === undefined || isTechnical(value.replace(placeholder, ' '))) return undefined
  return value.replace(placeholder, (_, key: string) => facts[key] ?? '').trim() || undefined
}

/** The first quotation of a clause about the greeting. */
function quotedIn(text: string): string | undefined {
  for (const found of text.matchAll(quoted)) {
    const clause =
      text
        .slice(0, found.index)
        .split(/[.;!?\n]/)
        .at(-1)! + found[0].slice(0, found[0].search(/["“„«]/))
    if (!isLater.test(clause)) return found[1]
  }
  return undefined
}
