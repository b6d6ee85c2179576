// What a person hears who is asked to take over a customer, in the language of the call.
import { toSpoken } from '#server/voice/words-and-sounds/spoken-form.ts'

interface AgentPhrases {
  /** Without a summary. */
  intro: string
  pressKey: string
}

const phrases: Readonly<Record<string, AgentPhrases>> = {
  en: { intro: 'A customer would like to speak with you.', pressKey: 'Press 1 to take the call.' },
  de: { intro: 'Ein Kunde möchte mit Ihnen sprechen.', pressKey: 'Drücken Sie die 1, um das Gespräch zu übernehmen.' },
  fr: { intro: 'Un client souhaite vous parler.', pressKey: 'Appuyez sur 1 pour prendre l’appel.' },
  es: { intro: 'Un cliente desea hablar con usted.', pressKey: 'Pulse 1 para atender la llamada.' },
  it: { intro: 'Un cliente desidera parlare con lei.', pressKey: 'Prema 1 per prendere la chiamata.' },
  pt: { intro: 'Um cliente deseja falar com você.', pressKey: 'Pressione 1 para atender a chamada.' },
  nl: { intro: 'Een klant wil u graag spreken.', pressKey: 'Druk op 1 om het gesprek over te nemen.' },
}

interface SpokenBriefing {
  /** ISO 639-1. */
  language: string
  text: string
}

/** Languages without phrases of their own use those in English. */
export function spokenBriefing(
  language: string,
  { briefing, needsKey }: { briefing: string; needsKey: boolean },
): SpokenBriefing {
  const told = toSpoken(briefing, language)
  const spoken = Object.hasOwn(phrases, language) ? language : 'en'
  const { intro, pressKey } = phrases[spoken]!
  const parts = [told === '' ? intro : ended(told), ...(needsKey ? [pressKey] : [])]
  return { language: spoken === language || told === '' ? spoken : language, text: parts.join(' ') }
}

const ended = (text: string): string => (/[.!?…。]$/.test(text) ? text : `${text}.`)
