// The bare baseline of calls over SIP: speech is what is not silent, and the answer is constant audio.
import { openPhone, type PhoneCallEvents } from '@parley/sip'
import { answerParent } from '../shared/child.ts'

const silence = 0xff
const frame = new Uint8Array(160).fill(0x55)
/** Six seconds. */
const answerFrames = 300
const address = '127.0.0.1'

answerParent(async () => {
  const phone = await openPhone({
    udp: [{ address, port: 0 }],
    policy: { codecs: ['PCMU'] },
    media: { address, first: 10_000, last: 19_999 },
    trusts: () => true,
    admit: () => 'accept',
    incoming(call) {
      void call.answer()
      return answerConstantly()
    },
  })
  return { uri: `sip:bare@${address}:${phone.local.udp[0]!.port}`, pid: process.pid }
})

function answerConstantly(): PhoneCallEvents {
  let wasSpeaking = false
  let left = 0
  return {
    frame(heard) {
      const isSpeaking = heard[0] !== silence
      if (wasSpeaking && !isSpeaking) left = answerFrames
      else if (!wasSpeaking && isSpeaking) left = 0
      wasSpeaking = isSpeaking
    },
    nextFrame: () => (left-- > 0 ? frame : undefined),
  }
}
