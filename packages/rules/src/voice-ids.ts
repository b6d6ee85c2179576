// The ids of voices: those that ship with Parley, then those of voice packs, then an account's own.
export const firstPackVoiceId = 500_000
export const firstOwnVoiceId = 1_000_000

export const isPackVoice = (id: number): boolean => id >= firstPackVoiceId && id < firstOwnVoiceId
