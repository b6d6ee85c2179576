// The phone in the browser: connects the page, the microphone and the speaker with the sandbox carrier.

import { openMicrophone } from './microphone.js'
import { createSounds } from './phone-sounds.js'
import { drawCall, drawClock, drawKeypad, drawLevels, isIncoming, isLive, showNotice, statusOf } from './phone-view.js'
import { stayAtEnd } from './stay-at-end.js'
import { openOutput, openTelephone } from './telephone.js'

const $ = (id) => document.getElementById(id)
const defaultNumber = '+12025550190'
/** The sandbox closes with this code if the number is open in another tab. */
const inUseCode = 4_409
const reconnectMs = 1_000
/** The sandbox sends 20 ms of audio at a time; a longer queue would delay the conversation. */
const audioDelay = { targetMs: 60, maxMs: 300 }
const notices = {
  refused:
    'The microphone was refused, so the other side cannot hear you. Type what to say, or allow it for the next call.',
  missing: 'No microphone was found. You can type what to say.',
}

const sounds = createSounds()
let state = { call: null, number: '', numbers: [] }
let socket
/** A promise while a call is open. */
let audio
let isMuted = false
/** The number is open in another tab. */
let isRefused = false
let answeredAt = 0
/** The call whose end was announced with the busy tone. */
let announcedSid

const ownNumber = () => decodeURIComponent(location.hash.slice(1)) || defaultNumber
const send = (message) => socket.readyState === WebSocket.OPEN && socket.send(JSON.stringify(message))

function connect() {
  const url = new URL('/sandbox/phone/socket', location.href)
  url.protocol = 'ws:'
  url.searchParams.set('number', ownNumber())
  socket = new WebSocket(url)
  socket.binaryType = 'arraybuffer'
  socket.addEventListener('message', ({ data }) => {
    if (typeof data !== 'string') return void audio?.then((opened) => opened?.play(new Uint8Array(data)))
    const message = JSON.parse(data)
    if (message.event === 'state') {
      if (isRefused) useTab()
      receiveState(message)
    } else {
      showNotice(message.message)
      if (!isLive(state.call)) closeAudio()
    }
  })
  socket.addEventListener('close', ({ code }) => {
    closeAudio()
    sounds.repeat(undefined)
    if (code === inUseCode) refuseTab()
    else $('status').textContent = 'The sandbox carrier cannot be reached.'
    setTimeout(connect, reconnectMs)
  })
}

function refuseTab() {
  if (isRefused) return
  isRefused = true
  const next = nextNumber()
  $('status').textContent = 'Open in another tab'
  $('own').textContent = ownNumber()
  showNotice(`The phone ${ownNumber()} is open in another tab. Close it there to use it here. `)
  const link = document.createElement('a')
  link.href = `#${next}`
  link.textContent = `Use ${next} instead`
  $('notice').append(link)
  disableControls(true)
}

/** The other tab was closed. */
function useTab() {
  isRefused = false
  showNotice(undefined)
  disableControls(false)
}

function disableControls(disabled) {
  for (const control of document.querySelectorAll('.phone button, .phone input')) control.disabled = disabled
}

function nextNumber() {
  const number = ownNumber()
  return number.slice(0, -2) + String((Number(number.slice(-2)) + 1) % 100).padStart(2, '0')
}

function receiveState(next) {
  const before = state.call
  state = next
  const { call } = state
  if (call?.status === 'in-progress' && (before?.sid !== call.sid || before.status !== 'in-progress'))
    answeredAt = Date.now()
  if (call?.status === 'in-progress') openAudio()
  if (!isLive(call)) closeAudio()
  sounds.repeat(soundOf(call))
  drawCall(state, dial)
  drawStatus()
}

function soundOf(call) {
  if (isIncoming(call)) return 'ringing'
  if (isLive(call)) return call.status === 'in-progress' ? undefined : 'ringback'
  if (call?.status !== 'busy' || announcedSid === call.sid) return undefined
  announcedSid = call.sid
  setTimeout(() => sounds.repeat(soundOf(state.call)), 3_000)
  return 'busy'
}

function drawStatus() {
  $('status').textContent = statusOf(state.call)
  drawClock(state.call, answeredAt)
}

/** Called from a click or a key if possible, so that the browser plays the audio. */
function openAudio() {
  audio ??= startAudio().catch((error) => {
    showNotice(`The browser cannot play the call: ${error.message}`)
    return undefined
  })
}

async function startAudio() {
  showNotice(undefined)
  const output = openOutput({ workletUrl: '/sandbox/phone/telephone-worklet.js' })
  const telephone = await openTelephone({
    output,
    ...audioDelay,
    onFrame: (frame) =>
      state.call?.status === 'in-progress' && socket.readyState === WebSocket.OPEN && socket.send(frame),
    onLevels: drawLevels,
  })
  let isOpen = true
  const microphone = openMicrophone({ onStream: telephone.setMicrophone })
  // The call does not wait for the person's permission.
  microphone.opened.then((result) => result !== 'on' && isOpen && showNotice(notices[result]))
  return {
    ...telephone,
    close() {
      isOpen = false
      microphone.close()
      telephone.close()
      output.close()
    },
  }
}

function closeAudio() {
  audio?.then((opened) => opened?.close())
  audio = undefined
  setMuted(false)
}

function setMuted(muted) {
  isMuted = muted
  audio?.then((opened) => opened?.mute(muted))
  $('mute').setAttribute('aria-pressed', String(muted))
}

function dial(to) {
  const number = to.replace(/[^+\d]/g, '')
  if (number === '' || isLive(state.call)) return
  showNotice(undefined)
  $('number').value = number
  openAudio()
  send({ event: 'dial', to: number.startsWith('+') ? number : `+${number}` })
}

function press(key) {
  sounds.allow()
  sounds.key(key)
  if (state.call?.status === 'in-progress') send({ event: 'keys', keys: key })
  else if (!isLive(state.call)) $('number').value += key
}

drawKeypad(press)
stayAtEnd($('captions'))
$('dialer').addEventListener('submit', (event) => {
  event.preventDefault()
  dial($('number').value)
})
$('erase').addEventListener('click', () => {
  $('number').value = $('number').value.slice(0, -1)
})
$('answer').addEventListener('click', () => {
  openAudio()
  send({ event: 'answer' })
})
for (const id of ['hang-up', 'reject']) $(id).addEventListener('click', () => send({ event: 'hang-up' }))
$('mute').addEventListener('click', () => setMuted(!isMuted))
$('typing').addEventListener('submit', (event) => {
  event.preventDefault()
  const text = $('text').value.trim()
  if (text !== '') send({ event: 'say', text })
  $('text').value = ''
})
document.addEventListener('keydown', (event) => {
  const isTyping = event.target instanceof HTMLInputElement
  if (isTyping || event.ctrlKey || event.metaKey || event.altKey || !/^[0-9*#]$/.test(event.key)) return
  const button = document.querySelector(`[data-key="${CSS.escape(event.key)}"]`)
  button.classList.add('pressed')
  setTimeout(() => button.classList.remove('pressed'), 120)
  press(event.key)
})
for (const name of ['pointerdown', 'keydown']) document.addEventListener(name, () => sounds.allow(), { capture: true })
addEventListener('hashchange', () => location.reload())
addEventListener('focus', () => send({ event: 'refresh' }))
setInterval(() => drawClock(state.call, answeredAt), 1_000)
connect()
