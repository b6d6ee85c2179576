// The phrases and patterns of the offline model in English.
export type Phrases = typeof english

export const english = {
  greeting: 'Hello! How can I help you?',
  again: 'Hello again! What can I do for you?',
  thanks: 'You are welcome. Is there anything else?',
  goodbye: 'Goodbye, and have a good day.',
  noted: 'All right, noted. Is there anything else?',
  /** Said before the next question that the prompt tells the model to ask. */
  acknowledged: 'Thank you.',
  name: 'My name is {value}.',
  fact: 'The {name} is {value}.',
  told: 'You told me: {value}.',
  pleased: 'Nice to meet you, {value}. What can I do for you?',
  /** Said after a tool other than the search. */
  result: 'The result is: {value}.',
  resultFailed: 'That did not work.',
  resultEmpty: 'That is done.',
  /** After an answer from a document. */
  source: '(Source: {name})',
  sourcePage: '(Source: {name}, page {page})',
  /** The same on the phone, for names that can be spoken. */
  sourceSpoken: 'According to the document {name}: {value}',
  /** Said if the documents were searched. */
  notInDocuments: 'The documents do not say anything about that.',
  searchFailed: 'I cannot search the documents at the moment.',
  /** About files that the customer has sent. */
  fileRead: 'I have received {name}. It begins: {value}',
  filePicture: 'I have received the picture {name}, but this model cannot see pictures.',
  fileUnread: 'I have received {name}, but could not read it.',
  /** Said once per conversation: explains what the model is and how to connect a real one. */
  honest:
    'I am Parley’s built-in offline model and know only simple patterns; the operator connects a real model by setting OPENAI_API_KEY or OPENAI_BASE_URL.',
  /** The same on the phone. */
  honestSpoken: 'I am a very simple model and work without a network.',
  /** Used in turn if there is no answer. */
  limits: [
    'That is more than this offline model can answer. Is there something simpler I can look up?',
    'I have no answer to that without a real model. What else would you like to know?',
    'I could not follow that. Could you put it in a few plain words?',
  ],
  hears: {
    hello: /^(hi|hello|hey|hiya|good (morning|afternoon|evening|day)|greetings)\b/,
    thanks: /\b(thanks|thank you|thx|cheers)\b/,
    goodbye: /\b(bye|goodbye|good night|see you|farewell)\b|\bgood by$/,
    optOut:
      /\b(stop|quit) (calling|phoning|ringing|contacting|bothering) (me|us)\b|\b(don t|do not|never) (ever )?(call|phone|ring|contact|bother) (me|us|here|this number)( ever)? (again|any ?more|please|bye|goodbye)\b|\b(don t|do not|never) (ever )?(call|phone|ring|contact|bother) (me|us|here|this number)$|\b(take|remove|delete) (me|us|my number|our number|this number) (off|from) (your|the|all) (call |calling |phone )?lists?\b|\bno more calls\b|\bdo not call list\b|\b(don t|do not) (want|like) (to be called|you to call|any more calls|any calls)\b/,
    thisTopic: /\babout (this|that|it)\b|\b(this|that) (topic|subject|matter|offer|product|campaign)\b/,
    yes: /^(yes|yeah|yep|sure|ok|okay|of course|correct|right|exactly)\b/,
    no: /^(no|nope|not really|nothing|never)\b/,
    question: /\?|^(what|which|when|where|who|how|tell me|give me|do you know|can you)\b|\bwhat s\b/,
    myNature:
      /\bare you (a |an )?(real|human|person|bot|robot|machine|ai|chatgpt|gpt|model)\b|\b(what|which) (ai |language )?model\b|^who are you\b|^what are you\b/,
    yourName: /\byour name\b|\bare you called\b/,
    introduces: /\b(?:[Mm]y name is|[Mm]y name's|[Ii] am called|[Cc]all me)\s+|\b[Tt]his is\s+(?=\p{Lu})/u,
    /** Words for English variable names. */
    words: {
      phone: ['telephone', 'number'],
      email: ['mail'],
      time: ['when'],
      hours: ['when'],
      date: ['when'],
      day: ['when'],
      address: ['where'],
      location: ['where'],
      price: ['cost', 'much'],
    } as Record<string, string[]>,
  },
}
