// Opens inbound calls over the media connection, as the carrier does.
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { documentedAccount } from '@parley/carrier-sandbox'
import { WebSocket } from 'ws'
import { signTwilioWebhook } from '#server/carriers/twilio/webhooks/signature.ts'

export interface MediaTarget {
  /** The address of Parley and the number to call, or the WebSocket of the bare server. */
  parley?: { baseUrl: string; number: string }
  bareUrl?: string
}

const { accountSid, authToken } = documentedAccount

/** The call begins with `start`, so that listeners can be added to the socket before. */
export async function openMediaCall(target: MediaTarget) {
  const streamSid = `MZ${randomBytes(16).toString('hex')}`
  const callSid = `CA${randomBytes(16).toString('hex')}`
  const { url, token } = target.parley ? await ring(target.parley, callSid) : { url: target.bareUrl!, token: '' }
  const headers = { 'x-twilio-signature': signTwilioWebhook({ authToken, url }) }
  const socket = new WebSocket(url, { headers, perMessageDeflate: false })
  await once(socket, 'open')
  socket.on('error', () => {})
  const mediaFormat = { encoding: 'audio/x-mulaw', sampleRate: 8000, channels: 1 }
  const start = { accountSid, streamSid, callSid, tracks: ['inbound'], mediaFormat, customParameters: { token } }
  return {
    socket,
    streamSid,
    start(): void {
      socket.send(JSON.stringify({ event: 'connected', protocol: 'Call', version: '1.0.0' }))
      socket.send(JSON.stringify({ event: 'start', sequenceNumber: '1', streamSid, start }))
    },
  }
}

/** Posts the webhook of an inbound call, and returns the media connection that the response asks for. */
async function ring({ baseUrl, number }: { baseUrl: string; number: string }, callSid: string) {
  const url = `${baseUrl}/carrier/twilio/voice`
  const form = {
    AccountSid: accountSid,
    CallSid: callSid,
    From: '+12025559999',
    To: number,
    CallStatus: 'ringing',
    Direction: 'inbound',
  }
  const headers = { 'x-twilio-signature': signTwilioWebhook({ authToken, url, form }) }
  const response = await fetch(url, { method: 'POST', headers, body: new URLSearchParams(form) })
  const twiml = await response.text()
  const [mediaUrl, token] = [/ url="([^"]+)"/.exec(twiml)?.[1], / value="([^"]+)"/.exec(twiml)?.[1]]
  if (mediaUrl === undefined || token === undefined) throw new Error(`The call was not answered: ${twiml}`)
  return { url: mediaUrl, token }
}
