// The names of the sections of the editor.
import { textsOf } from '../../../i18n/locale.tsx'

export const sectionTexts = textsOf(
  {
    general: 'General',
    conversation: 'Conversation',
    voice: 'Voice',
    models: 'Models',
    knowledge: 'Knowledge and tools',
    turns: 'Turn-taking',
    calls: 'Call rules',
    privacy: 'Recording and privacy',
    webhooks: 'Webhooks',
    handover: 'Handover',
    evaluation: 'Evaluation',
    widget: 'Widget',
  },
  {
    general: 'Allgemein',
    conversation: 'Gespräch',
    voice: 'Stimme',
    models: 'Modelle',
    knowledge: 'Wissen und Werkzeuge',
    turns: 'Sprecherwechsel',
    calls: 'Regeln für Anrufe',
    privacy: 'Aufzeichnung und Datenschutz',
    webhooks: 'Webhooks',
    handover: 'Übergabe',
    evaluation: 'Auswertung',
    widget: 'Widget',
  },
)
