// What each area of the interface is for, as the OpenAPI document describes its tag.

const descriptions: Record<string, string> = {
  accounts: 'The account of the API key, its balance and its API keys.',
  assistants: 'AI assistants: their settings, their webhooks, and whether they are active.',
  catalogues: 'The languages, models, voices, speech providers and phone numbers that an assistant can use.',
  conversations: 'Text conversations, for visitors of a website and for the account that owns the assistant.',
  folders: 'Folders that assistants are sorted into; an assistant is in one folder at most.',
  labels: 'Labels that assistants are marked with; an assistant can have several.',
  messages: 'Messages on chat-app channels such as WhatsApp, and the 24-hour window in which they may be sent.',
  senders: 'The chat-app numbers of the account, their message templates, and the carrier account behind them.',
  tools: 'HTTP functions that assistants can call during a conversation.',
  webhooks: 'Deliveries of webhooks, the secret that signs them, and the payloads that Parley sends.',
}

/** `phoneNumbers` reads `Phone numbers`. */
export function tagOf(area: string): string {
  const words = area.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
  return words.charAt(0).toUpperCase() + words.slice(1)
}

export function describeTag(area: string): { name: string; description?: string } {
  const description = Object.hasOwn(descriptions, area) ? descriptions[area] : undefined
  return { name: tagOf(area), ...(description === undefined ? {} : { description }) }
}
