// The word lists for turn-taking in English.
import { phraseMap, phraseSet } from '../words.ts'
import type { TurnLanguage } from './language.ts'

export const english: TurnLanguage = {
  goesOn: phraseSet(
    "and, or, but, because, um, uh, uhm, er, erm, ah, hm, the, a, an, my, your, our, his, their, if, and then, you know, i mean, let me see, let me think, let me check, my number is, my name is, my email is, my e-mail is, my email address is, my address is, the number is, the address is, the name is, the code is, it's, i'm, i'd like to, i want to, i would like to, i need to, at the, in the, on the, for the, to the, of the, with the, from the",
  ),
  mayGoOn: phraseSet(
    'is, are, was, were, am, was wondering, to, for, from, of, in, on, at, by, with, about, into, than, as, that, which, who, when, where, while, so, then, like, well, maybe, also, plus, i think, i guess, and i, this, these, those, her, very, really, between, until, since, i, we, they, he, she, can, could, would, should, will, have, has, had, do, does, not',
  ),
  shortAnswers: phraseSet(
    "yes, yeah, yep, yup, no, nope, nah, sure, okay, ok, correct, right, exactly, absolutely, of course, that's right, that's correct, yes please, no thanks, no thank you, yes that's right, yes that's correct, i do, i don't, yes i do, no i don't, it is, yes it is, it isn't, no it isn't, i am, yes i am, i'm not, not really, not yet, sounds good, that works, that's fine, please do, go ahead, yes sure, yeah sure, definitely",
  ),
  questionWords: phraseSet('what, which, when, where, who, whose, why, how, or'),
  digits: phraseMap(
    'zero 0, oh 0, o 0, one 1, two 2, three 3, four 4, five 5, six 6, seven 7, eight 8, nine 9, double ×2, triple ×3, plus +',
  ),
  soundsLikeDigits: phraseMap('to 2, too 2, for 4, fore 4, ate 8, won 1, size 5, sex 6, nein 9, or 0'),
  soundsLikeLetters: phraseMap(
    'and n, an n, ay i, ai i, hey a, age h, each h, elle l, hell l, or r, our r, oar r, are r, you u, why y, see c, sea c, be b, bee b, tea t, tee t, eye i, oh o, ex x, queue q, cue q, jay j, kay k, ell l, em m, en n, pea p, pee p, ess s, vee v, dee d, gee g, eff f, aitch h, zee z, zed z, ar r',
  ),
  pairs: phraseSet(
    'ten, eleven, twelve, thirteen, fourteen, fifteen, sixteen, seventeen, eighteen, nineteen, twenty, thirty, forty, fifty, sixty, seventy, eighty, ninety',
  ),
  spellingLinks: phraseSet('as in, for, like, as'),
  atSigns: phraseSet('at'),
  soundsLikeAtSigns: phraseSet('add, ad, hat, et'),
  signs: phraseMap('dot ., point ., underscore _, under score _, dash -, hyphen -'),
  asksForPhone: phraseSet('phone, telephone, mobile, cell'),
  digitNouns: phraseSet('digit, digits'),
  asksForNumber: phraseSet(
    'number, phone, telephone, mobile, code, postcode, zip, digits, date of birth, iban, account number',
  ),
  asksForEmail: phraseSet('email, e-mail, mail address'),
  asksForSpelling: phraseSet('spell, spelling, letter by letter'),
  backchannels: phraseSet(
    "yeah, yes, yep, yup, okay, ok, okey, right, sure, i see, got it, alright, all right, mm, mhm, mm-hm, mmhmm, mm-hmm, hm, hmm, uh-huh, uhuh, aha, ah, oh, uh, um, cool, great, good, nice, fine, exactly, true, i know, i understand, of course, that's right, makes sense, oh okay, okay then, wow, really, perfect, thanks, thank you, sounds good, go on, absolutely, correct, huh, k",
  ),
  commands: phraseSet(
    "stop, wait, hold on, hang on, one moment, one second, just a second, just a moment, just a minute, one minute, a moment, pause, quiet, be quiet, shut up, enough, that's enough, stop talking, excuse me, let me speak, let me talk, let me finish, listen, hello, are you there, can you hear me, slow down, not so fast, repeat that, say that again, pardon, sorry what, what was that, i have a question, question, cancel, goodbye, bye",
  ),
  politeWords: phraseSet(
    'please, no, hey, sorry, oh, okay, ok, so, well, but, and, yes, yeah, could you, can you, just, now, um, uh',
  ),
  farewells: phraseSet(
    'goodbye, good bye, good by, bye, bye bye, by by, bye by, by bye, bye for now, bye then, farewell, so long, cheerio, see you, see you soon, see you later, see you then, see you tomorrow, talk to you later, talk to you soon, talk soon, speak to you soon, speak soon, take care, have a nice day, have a good day, have a great day, have a lovely day, have a wonderful day, have a nice one, have a good one, have a nice evening, have a good evening, have a great evening, have a good night, have a nice weekend, have a good weekend, have a great weekend, enjoy your day, good night, hang up, hang up now, hang up please, end the call, you too, same to you',
  ),
  beforeMentions: phraseSet(
    'say, says, saying, said, tell, to, a, the, t, my, your, our, this, that, not, never, without, kiss, wave, before, if, when, until, or',
  ),
  positiveWords: phraseSet(
    'great, good, perfect, wonderful, excellent, amazing, awesome, love, happy, glad, nice, fantastic, thanks, thank you, sounds good, brilliant, excited, pleased, cool, lovely',
  ),
  negativeWords: phraseSet(
    "problem, problems, broken, wrong, unfortunately, angry, upset, complaint, complain, terrible, awful, bad, horrible, annoyed, annoying, frustrated, frustrating, disappointed, sad, sick, ill, died, lost, hurt, worried, cancel, refund, late, doesn't work, does not work, didn't work, not working, never arrived, unacceptable, sorry, hate, fail, failed, error, stolen, trouble, pain",
  ),
  negations: phraseSet("not, no, isn't, wasn't, don't, never, without, aren't, t"),
  leavesMessage: phraseSet(
    'leave a message, leave me a message, leave your message, leave us a message, leave a voicemail, leave your name and number, leave your name and telephone number, leave your name and phone number, leave your number, record your message, leave a brief message, leave a short message, leave a detailed message, leave me your name',
  ),
  voicemail: phraseSet(
    "leave your name, can't come to the phone, can't take your call, cannot take your call, unable to take your call, unable to answer your call, can't answer the phone, can't get to the phone, unable to come to the phone, is not available, is unavailable, not available right now, get back to you, return your call, call you back, you have reached, you've reached, has been forwarded, not able to answer, is on the phone, is on another call, voicemail, voice mail",
  ),
  persons: phraseSet(
    "with me, for me, with us, to me, my mobile, my cell, my phone, my other, my line, my old, my mailbox, my voicemail, his phone, her phone, right person, wrong person, right number, wrong number, right place, right department, he can't, she can't, they can't, he cannot, she cannot, he isn't, she isn't, he is not, she is not, he's not, she's not, he is on, she is on, he's on, she's on, he is unavailable, she is unavailable, he'll, she'll, he will, she will, for him, for her, to him, to her, tell him, tell her, let him know, let her know, call him back, call her back, his assistant, her assistant, do you want, would you like, can i take, i can take, may i take, i'll take, who is this, who's calling, who's speaking, what is it about, what's it about, what can i do, i'm listening, i left, i will leave, i'll leave, i want to leave",
  ),
  handsOver: phraseSet(
    "go ahead, go ahead please, please go ahead, so go ahead, speaking, go on, please speak, i'm here, yes",
  ),
  networks: phraseSet(
    'number you, the subscriber, the mobile you, mobile phone you, the person you, the party you, the customer you, the user you, the extension you, you are calling, you have dialed, you have dialled, you dialed, you have called, you are trying to, please try again, try again later, try your call, please hang up, as dialed, your call cannot, your call can not, your call could not, cannot be completed',
  ),
  tone: phraseSet(
    'after the tone, after the beep, at the tone, at the beep, when you hear the tone, voice mailbox, voice messaging system, automatic voice message system, answering machine, mailbox of, finished recording',
  ),
  menu: phraseSet(
    'press one, press 1, press two, press 2, press zero, press 0, press any key, dial one, dial 1, main menu, following options, our menu, menu options, your call is important, all of our agents, all our agents, next available agent, next available representative, call may be recorded, calls may be recorded, call is being recorded, your call may be monitored, please hold while, please stay on the line, business hours are, our office hours, say yes or press, para español',
  ),
  screening: phraseSet(
    "state your name, say your name, record your name, your name and reason, reason for calling, reason for your call, screening service, call screening, call assist, is screening, screening calls, see if this person is available, see if they're available, who is calling please state, tell me who is calling, before i try to connect you, your name and why, why you're calling please, why you are calling please",
  ),
  services: phraseSet(
    "please hold, hold on, hold the line, on the line, one moment, moment please, please wait, connect you, connecting you, connecting your call, connect your call, trying to connect, try to connect, put you through, putting you through, transfer your call, transferring, checking if, checking whether, check if, let me check, let me see if, see if they, see if this person, for waiting, for holding, for calling, welcome to, isn't available, is not available, is unavailable, isn't able, is not able, can't talk, cannot talk, can't speak, cannot speak, can't take, cannot take, not accepting calls, doesn't want, does not want, remove this number, remove your number, mailing list, contact list, copy of this conversation, difficult to understand you, repeat what you, tell me more about, let them know, pass on your, your message, try again later, call again later, call back later, is it urgent",
  ),
  greetings: phraseSet(
    "hello, hi, hey, yes, yeah, good morning, good afternoon, good evening, good day, speaking, who's this, who is this, who's there, who's calling, who is calling",
  ),
  introductions: phraseSet(
    "speaking, this is, my name is, you're speaking with, you're speaking to, you're talking to, you're through to, you are speaking with, you are speaking to",
  ),
  welcomes: phraseSet('thank you for calling, thanks for calling, welcome to'),
  offersHelp: phraseSet(
    'how may i help, how can i help, how may i assist, how can i assist, how may i direct, how can i direct, can i help you, may i help you, what can i do for you, how could i help, speaking',
  ),
  holdRequests: phraseSet(
    "hold the line, hold for a moment, hold for a second, hold for a minute, hold for just, stay on the line, remain on the line, don't hang up, do not hang up, put you on hold, place you on hold, put you on a brief hold, connect you, connecting you, connect your call, connecting your call, put you through, putting you through, transfer you, transferring you, transfer your call, transferring your call, bear with me, be right back, be right with you, be with you in a, get a pen, grab a pen, find a pen, get something to write, get my calendar",
  ),
  moments: phraseSet(
    'one moment, just a moment, one second, just a second, just one second, just a sec, one sec, one minute, just a minute, wait a second, wait a sec, wait a moment, wait a minute, give me a second, give me a sec, give me a moment, give me a minute, give me one second, give me one moment, hold on, hold on a second, hold on a minute, hold on a moment, hold on a sec, hold on one second, hang on, hang on a second, hang on a sec, hang on a minute, hang on a moment, hang on one second, hand on, please hold, hold please, please wait, wait please, please hold on, can you hold, could you hold, would you hold, will you hold, one more moment, for a minute, for a moment, for a second, for a sec, for a bit, for one moment, for one minute, for one second, another moment, another minute, just one moment, just one minute, one quick second',
  ),
  errands: phraseSet(
    "let me get, let me grab, let me find, let me fetch, let me check, let me look, let me see, let me ask, let me just, let me go, let me pull, let me write, i'll get, i'll go get, i'll grab, i'll find, i'll check, i'll look, i'll see, i'll ask, i'll be, i will get, i will check, i will see, i will be, i'm just, i am just, i'm getting, i'm looking, i need to get, i need to find, i have to get, i have to find, someone's at, someone is at, while i, someone will be, an agent will be, he'll be, she'll be",
  ),
  queues: phraseSet(
    'your call is important, your call is very important, all of our agents, all our agents, all of our representatives, all our representatives, all of our operators, all our operators, all agents are, all representatives are, all operators are, next available agent, next available representative, next available operator, continue to hold, will be answered in, be answered by the next, in the order, in the queue, position in line, next in line, caller in line, estimated wait time, currently assisting other, currently helping other, are assisting other, are helping other',
  ),
  unreachable: {
    circuits_busy: phraseSet(
      'all circuits are currently busy, all circuits are busy, circuits are busy, circuits are currently busy, network is busy, network is currently busy, network difficulties, network congestion, call cannot be completed at this time, heavy calling',
    ),
    busy: phraseSet(
      'lines are busy, line is busy, number is busy, number you are calling is busy, subscriber is busy, person you are calling is busy, user is busy, the line you have called is busy, engaged',
    ),
    no_answer: phraseSet(
      'is not answering, are not answering, not answering your call, cannot be reached, can not be reached, is switched off, is turned off, out of the coverage area, not reachable, unreachable, switched off, turned off, out of coverage, outside the coverage area, out of service area, outside of the service area, not reachable at this time, not be reached, currently unavailable, temporarily unavailable, unavailable at the moment, unable to locate the person, person you are calling is not at, not available at this time, not available at the moment',
    ),
    mailbox_full: phraseSet(
      "mailbox is full, mailbox full, mail box is full, cannot accept any messages, cannot accept new messages, can't accept more messages, cannot accept more messages, not accepting messages, has not been set up, not set up yet, mailbox you have reached is full, box is full, male box is full, inbox is full, memory is full, storage is full, voicemail is full, cannot take any more messages, cannot take any messages, can't accept any messages, can't take any more messages, cannot receive messages, is full and cannot, not been set up, not set up a voice",
    ),
    calls_refused: phraseSet(
      'not accept unidentified calls, not accept anonymous calls, not accept calls, not accepting calls, has blocked calls, blocked your call',
    ),
    number_unavailable: phraseSet(
      'not in service, no longer in service, been disconnected, is disconnected, number you have dialed, number you dialed, number you have called is, cannot be completed, could not be completed, does not exist, not a working number, check the number, not in use, not assigned, not allocated, is invalid, not a valid number, not valid, has been changed, not recognized, number you have dialled, number you dialled, no longer connected, out of service',
    ),
  },
  abbreviations: phraseSet(
    'mr, mrs, ms, dr, prof, st, jr, sr, vs, eg, ie, approx, nos, dept, est, fig, vol, inc, ltd, co, corp, ave, blvd, rd, gen, gov, sen, rep, capt, sgt, col, rev, hon, mt, ext, tel, min, max, jan, feb, mar, apr, jun, jul, aug, sep, sept, oct, nov, dec, cf, al, ca, resp, viz',
  ),
  and: 'and',
  to: 'to',
  bridges: ['One moment, please.', 'Let me check that for you.', 'Just a second.'],
  patience: ['I am still checking, thank you for your patience.', 'This is taking a little longer, one more moment.'],
  apology: 'I am sorry, I am having technical problems. Goodbye.',
  stillThere: 'Are you still there?',
  trouble: 'I am sorry, something went wrong. Could you say that again?',
  goodbye: 'Goodbye.',
  optedOut: 'I have noted that you do not want to be called again. Goodbye.',
  nobodyReached: 'Unfortunately, nobody can be reached at the moment. Goodbye.',
  purpose: 'This is {name}, and the purpose of my call is: {purpose}',
  timeOver: 'Our time for this call is over. Goodbye.',
  silenceGoodbye: 'I cannot hear you, so I am ending the call now. Goodbye.',
}
