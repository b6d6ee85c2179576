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
  today: 'Today is {value}.',
  clock: 'It is {value}.',
  told: 'You told me: {value}.',
  pleased: 'Nice to meet you, {value}. What can I do for you?',
  /** Said after a tool other than the search. */
  result: 'The result is: {value}.',
  resultFailed: 'I’m sorry, that did not work.',
  resultEmpty: 'That is done.',
  /** After an answer from a document. */
  source: '(Source: {name})',
  sourcePage: '(Source: {name}, page {page})',
  /** The same on the phone, for names that can be spoken. */
  sourceSpoken: 'According to the document {name}: {value}',
  /** The customer asks for a day, and only times of other days are known. */
  otherDays: 'I only know these times: {value}',
  searchFailed: 'I’m sorry, I cannot look that up at the moment.',
  /** About files that the customer has sent. */
  fileRead: 'I have received {name}. It begins: {value}',
  filePicture: 'I have received the picture {name}, but I cannot see pictures.',
  fileUnread: 'I have received {name}, but could not read it.',
  /** Said if nothing that it was given answers the question. */
  unknown: 'I’m sorry, I don’t know that. Is there anything else I can help you with?',
  /** The same if it can hand over. */
  unknownPerson: 'I’m sorry, I don’t know that. Shall I connect you with a person?',
  /** The customer asks for a person, but there is no tool for that. */
  nobody: 'I’m sorry, I cannot connect you with a person here. Is there anything else I can help you with?',
  /** Said when it hands over. */
  connecting: 'One moment please, I’m connecting you with a person.',
  /** The customer has said nothing that needs an answer. */
  goOn: 'What can I do for you?',
  /** After its name and what it does, if they are known. */
  nature: 'I am an AI assistant, not a person.',
  /** Repeats a number or an address. */
  repeated: 'Thank you, I have noted {value}. Is there anything else?',
  iAm: 'I am',
  hears: {
    hello: /^(hi|hello|hey|hiya|good (morning|afternoon|evening|day)|greetings)\b/,
    thanks: /\b(thanks|thank you|thx|cheers)\b/,
    optOut:
      /\b(stop|quit) (calling|phoning|ringing|contacting|bothering) (me|us)\b|\b(don t|do not|never) (ever )?(call|phone|ring|contact|bother) (me|us|here|this number)( ever)? (again|any ?more|please|bye|goodbye)\b|\b(don t|do not|never) (ever )?(call|phone|ring|contact|bother) (me|us|here|this number)$|\b(take|remove|delete) (me|us|my number|our number|this number) (off|from) (your|the|all) (call |calling |phone )?lists?\b|\bno more calls\b|\bdo not call list\b|\b(don t|do not) (want|like) (to be called|you to call|any more calls|any calls)\b/,
    thisTopic: /\babout (this|that|it)\b|\b(this|that) (topic|subject|matter|offer|product|campaign)\b/,
    yes: /^(yes|yeah|yep|sure|ok|okay|of course|correct|right|exactly)\b/,
    no: /^(no|nope|not really|nothing|never)\b/,
    question:
      /\?|^(?:and |so |ok |okay |well |um |uh |hi |hello |hey )*(?:what|which|when|where|who|how|why|tell me|give me|do you know|(?:are|is|am|do|does|did|can|could|may|should|will|would|have|has) (?:you|i|we|they|it|he|she|there|that|this|the|your|my|one|someone|somebody|anyone|anybody)\b)|\b(?:what|who|where|how) s\b/,
    myNature:
      /\bare you (?:a |an )?(?:real|human|person|bot|robot|machine|computer|ai|chatgpt|gpt|model)\b|\byou are (?:a |an )?(?:human|bot|robot|machine|computer|ai)\b|\b(?:speaking|talking|chatting) (?:to|with) (?:a |an )?(?:real |actual )?(?:person|human|bot|robot|machine|computer|ai)\b|\b(?:what|which) (?:ai |language )?model\b|\bwho are you\b|\bwhat are you\b|\bwho am i (?:talking|speaking)(?: to| with)?\b|\bwho is (?:this|speaking)\b|\bwho s (?:this|speaking)\b/,
    person:
      /\b(?:speak|talk|connect me|put me through|transfer me) (?:to|with) (?:a |an |the |some |your |my )?(?:real |live |actual )?(?:person|human|someone|somebody|agent|representative|operator|colleague|manager|staff|employee|boss|owner)\b|\b(?:a|an) (?:real |live |actual )?(?:person|human|human being|agent|operator|representative) please\b|\b(?:want|need|like) (?:a |an )(?:real |live )?(?:person|human|agent|operator|representative)\b|^(?:human|agent|operator|representative)$/,
    yourName: /\byour name\b|\bare you called\b/,
    introduces: /\b(?:[Mm]y name is|[Mm]y name's|[Ii] am called|[Cc]all me)\s+|\b[Tt]his is\s+(?=\p{Lu})/u,
    /** Asks for something that the customer has said about themselves. */
    mine: /\b(?:my|mine|me)\b/,
    /** The end of a question after which customers say what they want, in plain text. */
    offer: /\b(?:help you|do for you|anything else|look up|would you like to know)\b.{0,60}\?$/,
    /** The last sentence of what it says offers more; a "no" then ends the conversation. */
    more: /\banything (?:else|you would like to know)\b.{0,40}\?$/,
    /** Words for English variable names. */
    words: {
      weekday: ['day'],
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
