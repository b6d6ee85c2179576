// The names of scopes and sources of the do-not-contact list, and of the states of consents.
import { textsOf } from '../../../i18n/locale.tsx'

export const contactTexts = textsOf(
  {
    scopes: { everything: 'Everything', campaigns: 'All campaigns', topic: 'One topic' },
    scopeHelp: {
      everything: 'No campaigns, no calls, and no messages that the account begins.',
      campaigns: 'No campaign of any channel.',
      topic: 'No campaign about this topic.',
    },
    sources: {
      api: 'Here or by the API',
      import: 'In a list',
      call: 'Asked for it in a call',
      message: 'Asked for it in a message',
      consent: 'Withdrew a consent',
    },
    states: { given: 'Given', withdrawn: 'Withdrawn' },
  },
  {
    scopes: { everything: 'Alles', campaigns: 'Alle Kampagnen', topic: 'Ein Thema' },
    scopeHelp: {
      everything: 'Keine Kampagnen, keine Anrufe und keine Nachrichten, die das Konto beginnt.',
      campaigns: 'Keine Kampagne, gleich auf welchem Kanal.',
      topic: 'Keine Kampagne zu diesem Thema.',
    },
    sources: {
      api: 'Hier oder über die API',
      import: 'In einer Liste',
      call: 'Bat in einem Anruf darum',
      message: 'Bat in einer Nachricht darum',
      consent: 'Widerrief eine Einwilligung',
    },
    states: { given: 'Erteilt', withdrawn: 'Widerrufen' },
  },
)
