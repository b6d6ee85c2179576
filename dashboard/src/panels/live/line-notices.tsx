// What went wrong with the connection to a live call, and what to do.
import { textsOf, useTexts } from '../../i18n/locale.tsx'
import { Notice } from '../../ui/states.tsx'
import { microphoneTexts } from '../shared/microphone-texts.ts'
import type { LiveLineState } from './live-line.ts'

const texts = textsOf(
  {
    again: 'The connection was lost. It is opened again …',
    lost: 'The connection to the call was lost and could not be opened again. Check your network, and listen again.',
    forbidden: 'You may no longer listen to this call: your session has ended, or your role has changed.',
    taken: (name: string) => `${name} has the call. You can take it over when it was handed back.`,
    busy: 'The call cannot be taken over at the moment, for example because it is being transferred.',
    keeps: 'The assistant keeps the call.',
  },
  {
    again: 'Die Verbindung ist abgebrochen. Sie wird wieder hergestellt …',
    lost: 'Die Verbindung zum Anruf ist abgebrochen und ließ sich nicht wieder herstellen. Prüfen Sie Ihr Netzwerk und hören Sie erneut zu.',
    forbidden:
      'Sie dürfen diesem Anruf nicht mehr zuhören: Ihre Sitzung ist beendet, oder Ihre Rolle hat sich geändert.',
    taken: (name: string) => `${name} hat den Anruf. Sie können ihn übernehmen, wenn er zurückgegeben wurde.`,
    busy: 'Der Anruf kann gerade nicht übernommen werden, zum Beispiel weil er weitergeleitet wird.',
    keeps: 'Der Assistent behält den Anruf.',
  },
)

export function LineNotices({ state }: { state: LiveLineState }) {
  const t = useTexts(texts)
  const microphoneText = useTexts(microphoneTexts)
  const { connection, end, error, microphone, isSuspended, takeoverRefused } = state
  return (
    <>
      {connection === 'again' && <Notice look="warn">{t.again}</Notice>}
      {end === 'lost' && <Notice look="bad">{t.lost}</Notice>}
      {end === 'forbidden' && <Notice look="bad">{t.forbidden}</Notice>}
      {end === 'insecure' && <Notice look="bad">{microphoneText.insecure}</Notice>}
      {end === 'refused' && error && <Notice look="bad">{error.message}</Notice>}
      {takeoverRefused && (
        <Notice look="warn">{takeoverRefused.agent === null ? t.busy : t.taken(takeoverRefused.agent)}</Notice>
      )}
      {(microphone === 'refused' || microphone === 'missing') && (
        <Notice look="bad">
          {microphoneText[microphone]} {t.keeps}
        </Notice>
      )}
      {microphone === 'lost' && <Notice look="warn">{microphoneText.lost}</Notice>}
      {isSuspended && <Notice look="warn">{microphoneText.suspended}</Notice>}
    </>
  )
}
