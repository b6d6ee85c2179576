// The page for listening to a live call: both sides with their levels, and the words as they are spoken.
import { createCaptionList } from '../web-call/caption-list.js'
import { openListening } from '../web-call/listening.js'
import { stayAtEnd } from '../web-call/stay-at-end.js'
import { openOutput } from '../web-call/telephone.js'

const $ = (id) => document.getElementById(id)
const token = location.hash.slice(1)
const endings = {
  ended: 'The call has ended',
  left: 'You have left the call',
  refused: 'This link was used or has expired',
  forbidden: 'You may no longer listen to this call',
  lost: 'The connection was lost',
}
const refusals = {
  TOO_MANY_WHISPERS: 'This call has too many whispers.',
  CALL_NOT_LIVE: 'The call is no longer live.',
}
const microphoneNotices = {
  refused: 'The microphone was refused, so the assistant keeps the call.',
  missing: 'No microphone was found, so the assistant keeps the call.',
}
stayAtEnd($('captions'))
const captions = createCaptionList($('captions'), {
  speakers: { customer: 'Customer', assistant: 'Assistant', agent: 'Agent', whisper: 'Whispered to the assistant' },
  classes: { customer: 'own-words', whisper: 'whisper' },
})
const output = openOutput()
/** The link admits one connection. */
const tickets = [{ url: new URL('/listen/media', location.href).href, token }]
let listening
let mayIntervene = false

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

$('listen').addEventListener('click', () => {
  $('listen').hidden = true
  $('status').textContent = 'Connecting …'
  listening = openListening({
    output,
    admit: async () => tickets.pop(),
    isFinal: () => true,
    onConnected: (started) => started && showStart(started),
    onState: showState,
    onCaptions: captions.replace,
    onLevels(levels) {
      for (const side of ['customer', 'assistant']) $(`${side}-level`).value = levels[side]
    },
    onMicrophone: (state) => showNotice(microphoneNotices[state]),
    onTakeoverRefused: (agent) =>
      showNotice(agent === null ? 'The call cannot be taken over now.' : `${agent} has the call.`),
    onRefused: (code) => showNotice(refusals[code] ?? 'This is not possible.'),
    onEnd(end) {
      $('status').textContent = endings[end]
      if (end !== 'lost') showNotice(undefined)
      show(false)
    },
  })
})
$('take-over').addEventListener('click', () => listening.takeOver())
$('hand-back').addEventListener('click', () => listening.handBack())
$('end-call').addEventListener('click', () => listening.handBack({ endsCall: true }))
$('whispering').addEventListener('submit', (event) => {
  event.preventDefault()
  const text = $('text').value.trim()
  if (text !== '') listening.whisper(text)
  $('text').value = ''
})
$('leave').addEventListener('click', () => listening.leave())
if (token === '') {
  $('status').textContent = 'This address is incomplete'
  showNotice('The address ends with a # and a token. Open the whole link that you were given.')
  $('listen').hidden = true
}
