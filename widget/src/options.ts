// Reads the options of the widget from the attributes of its script tag.

/** How the widget looks. */
export interface Appearance {
  title: string | null
  /** A text above the first message. */
  welcome: string | null
  /** Questions that a visitor can ask with one click. */
  questions: readonly string[]
  /** A CSS color as `#rrggbb`. */
  color: string
  theme: 'auto' | 'light' | 'dark'
  /** Null for the language of the page. */
  language: string | null
  side: 'start' | 'end'
  /** The address of a picture beside the title. */
  picture: string | null
}

export interface ScriptOptions {
  /** The origin of the script, which is that of Parley. */
  baseUrl: string
  /** The UUID of the assistant. */
  assistant: string
  direction: 'ltr' | 'rtl'
  isOpen: boolean
  variables: Record<string, string>
  /** Takes precedence over the appearance that is stored with the assistant. */
  appearance: Partial<Appearance>
  pageLanguage: string
  /** Set in the dashboard, where nothing is stored or sent before the first message. */
  preview: Preview | undefined
}

export interface Preview {
  appearance: Appearance
  /** Empty without one. */
  greeting: string
}

export interface Options extends ScriptOptions, Omit<Appearance, 'language'> {
  language: string
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i
const hexColor = /^#[0-9a-f]{6}$/i
const maxTitleCharacters = 60
const maxQuestions = 4
const variablePrefix = 'variable'

export const defaultAppearance: Appearance = {
  title: null,
  welcome: null,
  questions: [],
  color: '#0b6e66',
  theme: 'auto',
  language: null,
  side: 'end',
  picture: null,
}

interface Page {
  language: string
  direction: string
}

/**
 * Attributes: `data-assistant` (required), `data-title`, `data-welcome`, `data-questions` (separated by `|`),
 * `data-language`, `data-theme` (`auto`, `light`, `dark`), `data-color` (`#rrggbb`), `data-side` (`start`, `end`),
 * `data-picture` (an address), `data-open`, and `data-variable-<name>` for each variable of the assistant.
 * Throws an `Error` that says what is wrong.
 */
export function readOptions(scriptUrl: string, data: Record<string, string | undefined>, page: Page): ScriptOptions {
  const assistant = data['assistant'] ?? ''
  if (!uuid.test(assistant)) throw new Error('data-assistant must be the UUID of an assistant.')
  return {
    baseUrl: new URL(scriptUrl).origin,
    assistant,
    direction: page.direction === 'rtl' ? 'rtl' : 'ltr',
    isOpen: data['open'] !== undefined,
    variables: variablesOf(data),
    appearance: appearanceOf(data),
    pageLanguage: page.language,
    preview: data['preview'] === undefined ? undefined : (JSON.parse(data['preview']) as Preview),
  }
}

function appearanceOf(data: Record<string, string | undefined>): Partial<Appearance> {
  const { title, welcome, questions, color, theme, language, side, picture } = data
  if (color !== undefined && !hexColor.test(color)) throw new Error('data-color must be a color such as #0b6e66.')
  return {
    ...(title !== undefined && { title: title.slice(0, maxTitleCharacters) }),
    ...(welcome !== undefined && { welcome }),
    ...(questions !== undefined && { questions: splitQuestions(questions) }),
    ...(color !== undefined && { color }),
    ...((theme === 'auto' || theme === 'light' || theme === 'dark') && { theme }),
    ...(language !== undefined && { language }),
    ...((side === 'start' || side === 'end') && { side }),
    ...(picture !== undefined && { picture }),
  }
}

const splitQuestions = (text: string): string[] =>
  text
    .split('|')
    .map((question) => question.trim())
    .filter((question) => question !== '')
    .slice(0, maxQuestions)

/** `stored` is what the account has chosen; undefined if it could not be read. */
export function withAppearance(options: ScriptOptions, stored: Appearance = defaultAppearance): Options {
  const { language, ...chosen } = { ...stored, ...options.appearance }
  return { ...options, ...chosen, language: language ?? options.pageLanguage }
}

/** `data-variable-customer-name` becomes `customer_name`; the browser passes it as `variableCustomerName`. */
function variablesOf(data: Record<string, string | undefined>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(data).flatMap(([name, value]) => {
      if (!/^variable[A-Z]/.test(name) || value === undefined) return []
      const words = name.slice(variablePrefix.length).replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
      return [[words.replace(/^_/, ''), value]]
    }),
  )
}
