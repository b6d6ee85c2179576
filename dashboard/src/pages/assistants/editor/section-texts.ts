// The names of the sections of the editor.
import { textsOf } from '../../../i18n/locale.tsx'

export const sectionTexts = textsOf(
  {
    general: 'General',
    conversation: 'Conversation',
    models: 'Models',
    knowledge: 'Knowledge and tools',
    turns: 'Turn-taking',
    calls: 'Call rules',
    privacy: 'Recording and privacy',
    handover: 'Handover',
    widget: 'Widget',
  },
  {
    general: 'Allgemein',
    conversation: 'Gespräch',
    models: 'Modelle',
    knowledge: 'Wissen und Werkzeuge',
    turns: 'Sprecherwechsel',
    calls: 'Regeln für Anrufe',
    privacy: 'Aufzeichnung und Datenschutz',
    handover: 'Übergabe',
    widget: 'Widget',
  },
)
