// What the address of the page for a new assistant contains.
import { addressOf, textOf } from '../../../address/values.ts'

/** `from` is the card that was chosen: the id of a template, or `scratch`. */
export const readNewAssistantSearch = addressOf({ from: textOf })
