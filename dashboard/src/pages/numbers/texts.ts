// Texts that several parts of the page have.
import type { RowOf } from '../../api/query.ts'
import { textsOf } from '../../i18n/locale.tsx'

export type PhoneNumber = RowOf<'phoneNumbers', 'listAll'>

export const numberTexts = textsOf(
  {
    title: 'Phone numbers',
    text: 'The numbers that assistants call from, answer at, and send SMS from.',
    number: 'Number',
    use: 'Calls',
    both: 'Inbound and outbound',
    canSend: 'Can send',
    cannotSend: 'Cannot send',
    purchase: 'Buy a number',
    import: 'Import a number',
    empty: 'No phone numbers yet',
    emptyText: 'Buy a number from the carrier, or import one that the carrier account already has.',
    none: 'None',
  },
  {
    title: 'Telefonnummern',
    text: 'Die Nummern, von denen Assistenten anrufen, unter denen sie antworten und von denen sie SMS senden.',
    number: 'Nummer',
    use: 'Anrufe',
    both: 'Ein- und ausgehend',
    canSend: 'Kann senden',
    cannotSend: 'Kann nicht senden',
    purchase: 'Nummer kaufen',
    import: 'Nummer importieren',
    empty: 'Noch keine Telefonnummern',
    emptyText: 'Kaufen Sie eine Nummer beim Carrier, oder importieren Sie eine, die das Carrier-Konto bereits hat.',
    none: 'Keine',
  },
)
