// The names of roles, and what each may do.
import type { Role } from '#contract/roles.ts'
import { textsOf } from '../../i18n/locale.tsx'

export const roleTexts = textsOf<Record<Role, { name: string; may: string }>>(
  {
    owner: { name: 'Owner', may: 'Everything.' },
    editor: {
      name: 'Editor',
      may: 'Reads and changes everything except members, API keys, privacy and the audit log.',
    },
    agent: { name: 'Agent', may: 'Reads conversations and answers them.' },
    viewer: {
      name: 'Viewer',
      may: 'Reads. Names, numbers and words of customers are masked; no recordings, files, exports or webhook deliveries.',
    },
  },
  {
    owner: { name: 'Inhaber', may: 'Alles.' },
    editor: {
      name: 'Bearbeiter',
      may: 'Liest und ändert alles außer Mitgliedern, API-Schlüsseln, Datenschutz und Änderungsprotokoll.',
    },
    agent: { name: 'Mitarbeiter', may: 'Liest und beantwortet Konversationen.' },
    viewer: {
      name: 'Betrachter',
      may: 'Liest. Namen, Nummern und Worte der Kunden sind maskiert; keine Aufzeichnungen, Dateien, Exporte oder Webhook-Zustellungen.',
    },
  },
)

export const roles = Object.keys(roleTexts.en) as Role[]
