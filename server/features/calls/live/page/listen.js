// The page for listening to a live call: both sides with their levels, and the words as they are spoken.
import { stayAtEnd } from '../web-call/stay-at-end.js'
import { prepareTelephoneAudio } from '../web-call/telephone-audio.js'
import { startListening } from './listen-client.js'

const $ = (id) => document.getElementById(id)
const token = location.hash.slice(1)
const url = new URL('/listen/media', location.href)
url.protocol = location.protocol === 'http:' ? 'ws:' : 'wss:'
const endings = {
  ended: 'The call has ended',
  left: 'You have left the call',
  refused: 'This link was used or has expired',
  forbidden: 'You may no longer listen to this call',
  lost: 'The connection was lost',
}
const speakers = { customer: 'Customer', assistant: 'Assistant', agent: 'Agent', whisper: 'Whispered to the assistant' }
const refusals = {
  TOO_MANY_WHISPERS: 'This call has too many whispers.',
  CALL_NOT_LIVE: 'The call is no longer live.',
}
const microphoneNotices = {
  refused: 'The microphone was refused, so the assistant keeps the call.',
  missing: 'No microphone was found, so the assistant keeps the call.',
}
stayAtEnd($('captions'))
const prepared = prepareTelephoneAudio()
let listening
let hasLeft = false
let mayIntervene = false
/** The position of the first caption of the page in the transcript of the call. */
let firstCaption

function showNotice(text) {
  $('notice').hidden = text === undefined
  $('notice').textContent = text ?? ''
}

function show(isOpen, hasCall = false) {
  for (const id of ['leave', 'sides']) $(id).hidden = !isOpen
  for (const id of ['hand-back', 'end-call']) $(id).hidden = !isOpen || !hasCall
  $('take-over').hidden = !isOpen || !mayIntervene || hasCall
  $('whispering').hidden = !isOpen || !mayIntervene || hasCall
}

function captionOf({ speaker, text, interrupted }) {
  const node = document.createElement('p')
  node.className = { customer: 'own-words', whisper: 'whisper' }[speaker] ?? ''
  const name = document.createElement('span')
  name.textContent = speakers[speaker]
  const words = document.createElement('bdi')
  words.textContent = interrupted ? `${text} …` : text
  node.append(name, words)
  return node
}

function showCaptions({ from, captions }) {
  const box = $('captions')
  firstCaption ??= from
  const start = Math.max(0, from - firstCaption)
  while (box.children.length > start + captions.length) box.lastElementChild.remove()
  for (const [index, caption] of captions.entries()) {
    const node = captionOf(caption)
    const current = box.children[start + index]
    if (!current) box.append(node)
    else if (!current.isEqualNode(node)) current.replaceWith(node)
  }
}

function showStart({ type, assistant_name: assistant, client_phone_number: phone, may_intervene: may }) {
  mayIntervene = may
  $('status').textContent = 'Listening'
  $('call').hidden = false
  $('call').textContent = type === 'web' ? `${assistant} · web call` : `${assistant} · ${type} · ${phone}`
  show(true)
  $('leave').focus()
}

function showState({ customer, assistant, agent, has_call: hasCall }) {
  $('customer-state').textContent = customer
  $('assistant-state').textContent = assistant
  $('answering').textContent = hasCall ? 'You' : (agent ?? 'Assistant')
  $('status').textContent = hasCall ? 'You have the call' : 'Listening'
  if ($('hand-back').hidden !== hasCall) return
  show(true, hasCall)
  showNotice(undefined)
  $(hasCall ? 'hand-back' : 'leave').focus()
}

function receive(message) {
  if (message.event === 'started') showStart(message)
  else if (message.event === 'captions') showCaptions(message)
  else if (message.event === 'state') showState(message)
  else if (message.event === 'refused') showNotice(refusals[message.error] ?? 'This is not possible.')
  else if (message.event === 'take-over-refused')
    showNotice(message.agent === null ? 'The call cannot be taken over now.' : `${message.agent} has the call.`)
}

$('listen').addEventListener('click', () => {
  $('listen').hidden = true
  $('status').textContent = 'Connecting …'
  listening = startListening({
    url,
    token,
    prepared,
    onMessage: receive,
    onMicrophone: (result) => showNotice(microphoneNotices[result]),
    onLevel: (side, level) => {
      $(`${side}-level`).value = level
    },
    onEnd(ending) {
      $('status').textContent = endings[hasLeft && ending === 'ended' ? 'left' : ending]
      if (ending !== 'lost') showNotice(undefined)
      show(false)
    },
  })
})
$('take-over').addEventListener('click', () => listening.takeOver())
$('hand-back').addEventListener('click', () => listening.handBack())
$('end-call').addEventListener('click', () => listening.endCall())
$('whispering').addEventListener('submit', (event) => {
  event.preventDefault()
  const text = $('text').value.trim()
  if (text !== '') listening.whisper(text)
  $('text').value = ''
})
$('leave').addEventListener('click', () => {
  hasLeft = true
  listening.leave()
})
if (token === '') {
  $('status').textContent = 'This address is incomplete'
  showNotice('The address ends with a # and a token. Open the whole link that you were given.')
  $('listen').hidden = true
}
