// Finds the other systems that are installed in this folder; see the README.
import { existsSync } from 'node:fs'

const rivals = {
  openai: { name: 'OpenAI', file: 'rivals/openai-twilio.mjs', package: '@openai/agents-extensions' },
  livekit: { name: 'LiveKit', file: 'rivals/livekit.mjs', package: '@livekit/agents' },
}

/** Returns the name of the system and the file of its server, or undefined if its package is not installed. */
export function findRival(key: keyof typeof rivals): { name: string; file: string } | undefined {
  const { package: name, ...rival } = rivals[key]
  return existsSync(new URL(`node_modules/${name}/package.json`, import.meta.url)) ? rival : undefined
}
