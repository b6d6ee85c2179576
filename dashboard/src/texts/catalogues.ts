// The texts of the pages: their areas, and the shape that every language has to have, which is that of English.
import type { texts as app } from './en/app.ts'
import type { texts as assistantEditor } from './en/assistant-editor.ts'
import type { texts as assistantFields } from './en/assistant-fields.ts'
import type { texts as assistants } from './en/assistants.ts'
import type { texts as audit } from './en/audit.ts'
import type { texts as automations } from './en/automations.ts'
import type { texts as callEvents } from './en/call-events.ts'
import type { texts as calls } from './en/calls.ts'
import type { texts as campaigns } from './en/campaigns.ts'
import type { texts as contacts } from './en/contacts.ts'
import type { texts as developers } from './en/developers.ts'
import type { texts as finder } from './en/finder.ts'
import type { texts as home } from './en/home.ts'
import type { texts as inbox } from './en/inbox.ts'
import type { texts as knowledge } from './en/knowledge.ts'
import type { texts as lines } from './en/lines.ts'
import type { texts as messages } from './en/messages.ts'
import type { texts as numbers } from './en/numbers.ts'
import type { texts as panels } from './en/panels.ts'
import type { texts as server } from './en/server.ts'
import type { texts as serverSentences } from './en/server-sentences.ts'
import type { texts as settings } from './en/settings.ts'
import type { texts as usage } from './en/usage.ts'
import type { texts as values } from './en/values.ts'
import type { texts as words } from './en/words.ts'

/** Each area is a file in the folder of each language; a page loads those of its own language. */
export interface Catalogues {
  app: typeof app
  'assistant-editor': typeof assistantEditor
  'assistant-fields': typeof assistantFields
  assistants: typeof assistants
  audit: typeof audit
  automations: typeof automations
  'call-events': typeof callEvents
  calls: typeof calls
  campaigns: typeof campaigns
  contacts: typeof contacts
  developers: typeof developers
  finder: typeof finder
  home: typeof home
  inbox: typeof inbox
  knowledge: typeof knowledge
  lines: typeof lines
  messages: typeof messages
  numbers: typeof numbers
  panels: typeof panels
  server: typeof server
  'server-sentences': typeof serverSentences
  settings: typeof settings
  usage: typeof usage
  values: typeof values
  words: typeof words
}

export type Area = keyof Catalogues

/** The texts as components use them, whatever the language is. */
export type Texts<T> = T extends string
  ? string
  : T extends (...values: never[]) => unknown
    ? T
    : { [K in keyof T]: Texts<T[K]> }

/** The texts of an area in another language than English. */
export type Translation<A extends Area> = Texts<Catalogues[A]>
