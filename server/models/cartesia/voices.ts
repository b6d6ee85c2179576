// The voices of Cartesia that replace those of other vendors.
import type { VoiceSettings } from '#server/ports/text-to-speech.ts'

type Pair = Record<VoiceSettings['gender'], string>

const english: Pair = { female: 'f786b574-daa5-4673-aa0c-cbe3e8534c02', male: '5ee9feff-1265-424a-9d7f-8e4d431a12c7' }

/** https://docs.cartesia.ai/build-with-cartesia/capability-guides/choosing-a-voice */
const native: Record<string, Pair> = {
  es: { female: 'de38f545-c574-44e8-9b54-a7d6fec1c6b1', male: '13ff5deb-2591-42ad-a356-63a04e524411' },
  fr: { female: 'c9f95851-235c-458c-acfb-67cdb2558538', male: '5def377d-908b-4540-8bd7-3c968fcae351' },
  de: { female: '38aabb6a-f52b-4fb0-a3d1-988518f4dc06', male: '4ad22058-7cb6-402c-a115-196cbfc25dce' },
  pt: { female: '9904416a-0831-44ea-b8ee-5f145e8f9bbf', male: '28a942b5-74f3-47bb-9b56-4c3f2562d3ba' },
  it: { female: '90c7d657-9599-4cd0-9ed2-2568359e4d1a', male: 'ee16f140-f6dc-490e-a1ed-c1d537ea0086' },
  nl: { female: '225ba8cf-9fc2-4371-a78c-fe38ba38898a', male: '95e9fdaf-cf0b-4739-b1de-3350ca50774a' },
  pl: { female: '6bc7c014-022b-42ce-8b53-a5ec878a7ca7', male: '43e52207-96fc-4e01-aaf8-cae317e43fdb' },
  ar: { female: '731ace69-ee17-41bc-8c6f-665c9f1db95c', male: 'f1cdfb4a-bf7d-4e83-916e-8f0802278315' },
  hi: { female: '47f3bbb1-e98f-4e0c-92c5-5f0325e1e206', male: '97303aad-1a66-4edf-870a-58e6ba545005' },
  ja: { female: '861213b7-f057-45c8-9527-0f4c144f1a03', male: '177df681-25b1-48c2-bb47-03ca5fa27f0a' },
  ko: { female: '15628352-2ede-4f1b-89e6-ceda0c983fbc', male: '89f4372f-1f73-4b85-8e1e-5d24ed8bc826' },
  zh: { female: '6eb8965c-e295-47bd-a9e4-3eeebb3abcff', male: '16212f18-4955-4be9-a6cd-2196ce2c11d1' },
  ro: { female: '34acfaee-c556-41ee-a5f6-c687fb20357c', male: '3f64ef99-d87b-4b51-b217-df7351f7886a' },
  tr: { female: '0f95596c-09c4-4418-99fe-5c107e0713c0', male: '39f753ef-b0eb-41cd-aa53-2f3c284f948f' },
  ru: { female: '064b17af-d36b-4bfb-b003-be07dba1b649', male: '888b7df4-e165-4852-bfec-0ab2b96aaa46' },
  sv: { female: 'f852eb8d-a177-48cd-bf63-7e4dcab61a36', male: '38a146c3-69d7-40ad-aada-76d5a2621758' },
}

/** In languages without an entry, the English voices speak with an accent. */
export const replacementVoice = ({ language, gender }: Pick<VoiceSettings, 'language' | 'gender'>): string =>
  (native[language] ?? english)[gender]
