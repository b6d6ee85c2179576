// Reads the options of the widget from the attributes of its script tag.
export interface Options {
  /** The origin of the script, which is that of Parley. */
  baseUrl: string
  /** The UUID of the assistant. */
  assistant: string
  title: string | undefined
  language: string
  direction: 'ltr' | 'rtl'
  theme: 'auto' | 'light' | 'dark'
  /** A CSS color as `#rrggbb`. */
  color: string
  side: 'start' | 'end'
  isOpen: boolean
  variables: Record<string, string>
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i
const hexColor = /^#[0-9a-f]{6}$/i
const defaultColor = '#0b6e66'
const maxTitleCharacters = 60
const variablePrefix = 'variable'

interface Page {
  language: string
  direction: string
}

/**
 * Attributes: `data-assistant` (required), `data-title`, `data-language`, `data-theme` (`light`, `dark`), `data-color`
 * (`#rrggbb`), `data-side` (`start`, `end`), `data-open`, and `data-variable-<name>` for each variable of the assistant.
 * Throws an `Error` that says what is wrong.
 */
export function readOptions(scriptUrl: string, data: Record<string, string | undefined>, page: Page): Options {
  const assistant = data['assistant'] ?? ''
  if (!uuid.test(assistant)) throw new Error('data-assistant must be the UUID of an assistant.')
  const color = data['color'] ?? defaultColor
  if (!hexColor.test(color)) throw new Error('data-color must be a color such as #0b6e66.')
  return {
    baseUrl: new URL(scriptUrl).origin,
    assistant,
    title: data['title']?.slice(0, maxTitleCharacters),
    language: data['language'] ?? page.language,
    direction: page.direction === 'rtl' ? 'rtl' : 'ltr',
    theme: data['theme'] === 'light' || data['theme'] === 'dark' ? data['theme'] : 'auto',
    color,
    side: data['side'] === 'start' ? 'start' : 'end',
    isOpen: data['open'] !== undefined,
    variables: variablesOf(data),
  }
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
