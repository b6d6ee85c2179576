// Finds the greeting that a prompt or a variable gives.

const quoted =
  /\b(?:greet(?:ing)?|welcome|first message|initial message|opening(?: line)?|begin|start|say|introduce|begrüß\w*|saluda\w*|saludo|accueil\w*|saluta\w*|saluto|saudação|cumpriment\w*)\b[^"“”„«»\n]{0,80}["“„«]([^"“”„«»\n]{2,400})["“”»]/iu
const labelled =
  /^\W{0,4}(?:greeting|first message|initial message|opening line|welcome message|begrüßung|saludo|accueil|saluto|saudação)\W{0,4}[:=][*_\s]*(\S.{1,400})$/imu

export function greetingOf(prompt: string, facts: Record<string, string>): string | undefined {
  const value = facts['greeting'] ?? facts['initial_message'] ?? quoted.exec(prompt)?.[1] ?? labelled.exec(prompt)?.[1]
  return value?.replace(/\{\{\s*([\w.-]+)\s*\}\}/g, (_, key: string) => facts[key] ?? '').trim() || undefined
}
