// The names of the values that fields with a choice have.
import { textsOf } from '../../../i18n/locale.tsx'

export const enumTexts = textsOf(
  {
    type: { inbound: 'Inbound', outbound: 'Outbound' },
    mode: {
      pipeline: 'Standard',
      multimodal: 'Realtime model',
      dualplex: 'Realtime model with a separate voice',
    },
    ambient_sound: {
      off: 'Off',
      office: 'Office',
      city: 'City',
      forest: 'Forest',
      crowded_room: 'Crowded room',
      cafe: 'Café',
      nature: 'Nature',
    },
    knowledgebase_mode: { function_call: 'When needed', prompt: 'With every question' },
    endpoint_type: { vad: 'After pauses and finished sentences', ai: 'The model decides' },
    status: { active: 'Active', inactive: 'Inactive' },
    tool: {
      call_transfer: 'Transfer the call',
      warm_call_transfer: 'Transfer with a briefing',
      end_call: 'End the call',
      dtmf_input: 'Send key tones',
      collect_keypad: 'Ask for digits',
      calendar_integration: 'Book appointments',
      assistant_transfer: 'Transfer to another assistant',
    },
    owner: { nobody: 'Nobody, until a member takes it', round_robin: 'The agents in turn' },
    valueType: { string: 'Text', number: 'Number', bool: 'Yes or no' },
    day: {
      monday: 'Monday',
      tuesday: 'Tuesday',
      wednesday: 'Wednesday',
      thursday: 'Thursday',
      friday: 'Friday',
      saturday: 'Saturday',
      sunday: 'Sunday',
    },
  },
  {
    type: { inbound: 'Eingehend', outbound: 'Ausgehend' },
    mode: {
      pipeline: 'Standard',
      multimodal: 'Echtzeitmodell',
      dualplex: 'Echtzeitmodell mit separater Stimme',
    },
    ambient_sound: {
      off: 'Aus',
      office: 'Büro',
      city: 'Stadt',
      forest: 'Wald',
      crowded_room: 'Voller Raum',
      cafe: 'Café',
      nature: 'Natur',
    },
    knowledgebase_mode: { function_call: 'Bei Bedarf', prompt: 'Bei jeder Frage' },
    endpoint_type: { vad: 'Nach Pausen und vollständigen Sätzen', ai: 'Das Modell entscheidet' },
    status: { active: 'Aktiv', inactive: 'Inaktiv' },
    tool: {
      call_transfer: 'Anruf weiterleiten',
      warm_call_transfer: 'Mit Einweisung weiterleiten',
      end_call: 'Anruf beenden',
      dtmf_input: 'Tastentöne senden',
      collect_keypad: 'Ziffern abfragen',
      calendar_integration: 'Termine buchen',
      assistant_transfer: 'An anderen Assistenten weiterleiten',
    },
    owner: { nobody: 'Niemanden, bis jemand sie übernimmt', round_robin: 'Die Mitarbeiter reihum' },
    valueType: { string: 'Text', number: 'Zahl', bool: 'Ja oder nein' },
    day: {
      monday: 'Montag',
      tuesday: 'Dienstag',
      wednesday: 'Mittwoch',
      thursday: 'Donnerstag',
      friday: 'Freitag',
      saturday: 'Samstag',
      sunday: 'Sonntag',
    },
  },
)

/** What a choice means, below its name in the list. */
export const choiceDetails = textsOf(
  {
    type: { inbound: 'Customers call the assistant', outbound: 'The assistant calls customers' },
    mode: {
      pipeline: 'Every language model with every voice',
      multimodal: 'One model hears and speaks',
      dualplex: 'A model hears, and another voice speaks',
    },
  },
  {
    type: { inbound: 'Kunden rufen den Assistenten an', outbound: 'Der Assistent ruft Kunden an' },
    mode: {
      pipeline: 'Jedes Sprachmodell mit jeder Stimme',
      multimodal: 'Ein Modell hört und spricht',
      dualplex: 'Ein Modell hört, und eine andere Stimme spricht',
    },
  },
)
