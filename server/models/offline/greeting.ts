// Finds the greeting that a prompt or a variable gives.
import { isTechnical } from './speakable.ts'

const quoted =
  /\b(?:greet(?:ing)?|welcome|first message|initial message|opening(?: line)?|begin|start|say|introduce|begrüß\w*|saluda\w*|saludo|accueil\w*|saluta\w*|saluto|saudação|cumpriment\w*)\b[^"“”„«»\n]{0,80}["“„«]([^"“”„«»\n]{2,400})["“”»]/iu
const labelled =
  /^\W{0,4}(?:greeting|first message|initial message|opening line|welcome message|begrüßung|saludo|accueil|saluto|saudação)\W{0,4}[:=][*_\s]*(\S.{1,400})$/imu

const placeholder = /\{\{\s*([\w.-]+)\s*\}\}/g
const partOfJson = /^\s*[{["]|"\s*:/

export function greetingOf(prompt: string, facts: Record<string, string>): string | undefined {
  const text = prompt
    .split('\n')
    .filter((line) => !partOfJson.test(line))
    .join('\n')
  const value = facts['greeting'] ?? facts['initial_message'] ?? quoted.exec(text)?.[1] ?? labelled.exec(text)?.[1]
  if (value === undefined || isTechnical(value.replace(placeholder, ' '))) return undefined
  return value.replace(placeholder, (_, key: string) => facts[key] ?? '').trim() || undefined
}
