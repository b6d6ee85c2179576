// Why a connected call has ended, as a sentence.
import { textsOf } from '../../i18n/locale.tsx'

export const endedTexts = textsOf<Record<string, string>>(
  {
    caller_hung_up: 'The caller hung up.',
    assistant_ended: 'The assistant ended the call.',
    agent_ended: 'A teammate ended the call.',
    silence: 'The call ended after a long silence.',
    max_duration: 'The call reached its maximum duration.',
    voicemail: 'An answering machine answered.',
    transferred: 'The call was transferred.',
    transfer_failed: 'The transfer failed, so the assistant ended the call.',
    canceled: 'The call was canceled.',
    media_failed: 'The connection was lost.',
    recognition_failed: 'Speech recognition failed.',
    synthesis_failed: 'The voice failed.',
    model_failed: 'The language model failed.',
    internal_error: 'A server error ended the call.',
    process_died: 'The server stopped during the call.',
  },
  {
    caller_hung_up: 'Der Anrufer hat aufgelegt.',
    assistant_ended: 'Der Assistent hat den Anruf beendet.',
    agent_ended: 'Ein Teammitglied hat den Anruf beendet.',
    silence: 'Der Anruf endete nach langer Stille.',
    max_duration: 'Der Anruf hat seine Höchstdauer erreicht.',
    voicemail: 'Ein Anrufbeantworter hat abgenommen.',
    transferred: 'Der Anruf wurde weitergeleitet.',
    transfer_failed: 'Die Weiterleitung ist gescheitert, daher hat der Assistent den Anruf beendet.',
    canceled: 'Der Anruf wurde abgebrochen.',
    media_failed: 'Die Verbindung ist abgebrochen.',
    recognition_failed: 'Die Spracherkennung ist ausgefallen.',
    synthesis_failed: 'Die Stimme ist ausgefallen.',
    model_failed: 'Das Sprachmodell ist ausgefallen.',
    internal_error: 'Ein Serverfehler hat den Anruf beendet.',
    process_died: 'Der Server wurde während des Anrufs beendet.',
  },
)
