// The screening of one outbound call, as its settings say.
import type { CallRecord } from './call-record.ts'
import { createScreening, type MachineDetector, type Screening, type ScreeningOptions } from './screening.ts'
import type { CallSettings, EndedReason } from './settings.ts'

export interface CallScreeningOptions extends Pick<ScreeningOptions, 'now' | 'deadlines' | 'silence' | 'answer'> {
  record: CallRecord
  say(text: string): void
  close(reason: EndedReason): void
}

export function createCallScreening(
  { endOnVoicemail, voicemailMessage }: CallSettings,
  detector: MachineDetector,
  { record, say, close, ...options }: CallScreeningOptions,
): Screening {
  return createScreening({
    ...options,
    detector,
    endOnVoicemail,
    voicemailMessage,
    leaveMessage: (text) => {
      say(text)
      close('voicemail')
    },
    hangUp: close,
    note: record.note,
  })
}
