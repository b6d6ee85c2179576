// The URLs at which the carrier reports on a call.
import type { AppContext } from '#server/platform/context/context.ts'
import type { Call } from './call.ts'

export type CallbackKind = 'call-status' | 'amd' | 'agent-decision' | 'agent-amd' | 'agent-status'

/** The token keeps others from reporting on the call. */
export const callbackUrl = (
  { settings }: Pick<AppContext, 'settings'>,
  kind: CallbackKind,
  { uuid, callbackToken }: Pick<Call, 'uuid' | 'callbackToken'>,
): string => `${settings.publicUrl}/carrier/twilio/${kind}/${uuid}/${callbackToken}`
