// Shows the state of the phone in the page.
import { drawNodes } from './caption-list.js'

const $ = (id) => document.getElementById(id)
const letters = { 2: 'ABC', 3: 'DEF', 4: 'GHI', 5: 'JKL', 6: 'MNO', 7: 'PQRS', 8: 'TUV', 9: 'WXYZ', 0: '+' }
/** Screen readers may skip these characters. */
const names = { '*': 'star', '#': 'hash' }
const endings = {
  completed: 'The call has ended',
  busy: 'The number is busy',
  'no-answer': 'The call was not answered',
  failed: 'The call failed',
  canceled: 'The caller has hung up',
}

export const isLive = (call) => call !== null && ['queued', 'ringing', 'in-progress'].includes(call.status)
export const isIncoming = (call) => isLive(call) && call.can_answer
const clock = (ms) => `${Math.floor(ms / 60_000)}:${String(Math.floor(ms / 1_000) % 60).padStart(2, '0')}`
const otherSideOf = (call) => (call.direction === 'inbound' ? call.to : call.from)

export function drawKeypad(onKey) {
  for (const key of '123456789*0#') {
    const button = document.createElement('button')
    button.type = 'button'
    button.dataset.key = key
    if (names[key]) button.setAttribute('aria-label', names[key])
    const small = document.createElement('small')
    small.textContent = letters[key] ?? ''
    button.append(key, small)
    button.addEventListener('click', () => onKey(key))
    $('keypad').append(button)
  }
}

export function statusOf(call) {
  if (call === null) return 'Ready'
  const other = otherSideOf(call)
  if (isIncoming(call)) return 'Incoming call'
  if (call.status === 'in-progress') return `Talking to ${other}`
  if (isLive(call)) return `Calling ${other} …`
  const length = call.duration_seconds ? ` after ${clock(call.duration_seconds * 1_000)}` : ''
  return `${endings[call.status]}${length}`
}

/** The time is outside the status, which screen readers announce. `answeredAt` is a time on the clock of the browser. */
export function drawClock(call, answeredAt) {
  $('clock').textContent = call?.status === 'in-progress' ? clock(Date.now() - answeredAt) : ''
}

export function drawCall({ call, number, numbers, name, can_speak }, onNumber) {
  const talks = call?.status === 'in-progress'
  const live = isLive(call)
  const incoming = isIncoming(call)
  document.body.classList.toggle('on-call', live)
  $('own').textContent = number
  $('name').textContent = name ?? ''
  $('incoming').hidden = !incoming
  if (incoming) $('caller').textContent = `Call from ${otherSideOf(call)}`
  const focused = document.activeElement
  $('dialer').hidden = incoming
  $('call').hidden = live
  for (const element of document.querySelectorAll('.to-call')) element.hidden = live
  $('hang-up').hidden = !live || incoming
  $('mute').hidden = !talks
  $('erase').hidden = live
  $('meters').hidden = !talks
  $('typing').hidden = !(talks && can_speak)
  // The focus goes to what replaces a hidden control.
  if (focused !== document.body && focused.closest('[hidden]'))
    (live ? (incoming ? $('answer') : $('hang-up')) : $('call')).focus()
  document.title = incoming ? '☎ Incoming call' : 'Phone · Carrier sandbox'
  drawNumbers(numbers, onNumber)
  drawCaptions(call)
  drawRecording(call)
}

function drawNumbers(numbers, onNumber) {
  const list = $('numbers')
  const signature = JSON.stringify(numbers)
  if (list.dataset.signature === signature) return
  list.dataset.signature = signature
  list.replaceChildren(
    ...numbers.map(({ number, name, rejected }) => {
      const button = document.createElement('button')
      button.type = 'button'
      button.append(`Call ${number}`)
      const details = [name, rejected && 'did not answer the last call'].filter(Boolean).join(' · ')
      button.append(Object.assign(document.createElement('span'), { textContent: details }))
      button.addEventListener('click', () => onNumber(number))
      const item = document.createElement('li')
      item.append(button)
      return item
    }),
  )
  if (numbers.length === 0)
    list.append(Object.assign(document.createElement('li'), { textContent: 'No number has an assistant yet.' }))
}

function drawCaptions(call) {
  const box = $('captions')
  const captions = call?.captions ?? []
  const speaks = isLive(call) && call.speakers.includes('application')
  const signature = JSON.stringify([call?.sid, call?.status, captions, speaks])
  if (box.dataset.signature === signature) return
  box.dataset.signature = signature
  const nodes = captions.map(({ at_ms, speaker, text }) => {
    const node = document.createElement('p')
    const isOwn = speaker === 'phone'
    node.className = isOwn ? 'own-words' : ''
    node.append(
      Object.assign(document.createElement('span'), {
        textContent: `${isOwn ? 'You' : 'Other side'} · ${clock(at_ms)}`,
      }),
      Object.assign(document.createElement('bdi'), { textContent: text }),
    )
    return node
  })
  if (speaks)
    nodes.push(
      Object.assign(document.createElement('p'), {
        className: 'speaking',
        textContent: 'The other side is speaking …',
        ariaHidden: 'true',
      }),
    )
  if (nodes.length === 0)
    nodes.push(
      Object.assign(document.createElement('p'), {
        className: 'empty',
        textContent:
          call?.status === 'in-progress'
            ? 'Speak, and what both sides say appears here.'
            : 'Call a number and talk. What both sides say appears here.',
      }),
    )
  drawNodes(box, nodes)
}

function drawRecording(call) {
  const url = call?.has_recording ? `/sandbox/calls/${call.sid}/recording` : ''
  const box = $('recording')
  box.hidden = url === ''
  const player = box.querySelector('audio')
  if (url !== '' && player?.getAttribute('src') === url) return
  player?.pause()
  player?.remove()
  if (url === '') return
  const audio = Object.assign(document.createElement('audio'), { src: url, controls: true, preload: 'metadata' })
  audio.setAttribute('aria-labelledby', 'recording-label')
  box.append(audio)
}

export function drawLevels({ microphone, speaker }) {
  const scale = (level) => Math.min(1, Math.sqrt(level) * 2).toFixed(2)
  $('own-level').style.transform = `scaleX(${scale(microphone)})`
  $('their-level').style.transform = `scaleX(${scale(speaker)})`
}

export function showNotice(text) {
  // Screen readers would read the same text again.
  if ($('notice').textContent === (text ?? '')) return
  $('notice').hidden = text === undefined
  $('notice').textContent = text ?? ''
}
