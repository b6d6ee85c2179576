// The default greeting and filler words of an assistant by language.
interface LanguageTexts {
  greeting: string
  /** Spoken while an answer is generated, by the sentiment of what the customer said. */
  fillers: Record<'positive' | 'negative' | 'question' | 'neutral', string[]>
}

const english = {
  greeting: 'Hello! How can I help you today?',
  positive: ['Great.', 'Sounds good.', 'Perfect.'],
  negative: ['I see.', 'I am sorry to hear that.', 'I understand.'],
  question: ['Good question.', 'Let me see.', 'One moment.'],
  neutral: ['Okay.', 'Alright.', 'Got it.'],
}

/** By ISO 639-1. */
const texts: Record<string, typeof english> = {
  en: english,
  es: {
    greeting: '¡Hola! ¿En qué puedo ayudarle hoy?',
    positive: ['Genial.', 'Muy bien.', 'Perfecto.'],
    negative: ['Ya veo.', 'Lo siento.', 'Entiendo.'],
    question: ['Buena pregunta.', 'Déjeme ver.', 'Un momento.'],
    neutral: ['Vale.', 'De acuerdo.', 'Entendido.'],
  },
  fr: {
    greeting: "Bonjour ! Comment puis-je vous aider aujourd'hui ?",
    positive: ['Très bien.', 'Parfait.', 'Super.'],
    negative: ['Je vois.', 'Je suis désolé.', 'Je comprends.'],
    question: ['Bonne question.', 'Voyons voir.', 'Un instant.'],
    neutral: ["D'accord.", 'Entendu.', 'Bien.'],
  },
  de: {
    greeting: 'Hallo! Wie kann ich Ihnen heute helfen?',
    positive: ['Sehr gut.', 'Wunderbar.', 'Perfekt.'],
    negative: ['Ich verstehe.', 'Das tut mir leid.', 'Oh je.'],
    question: ['Gute Frage.', 'Mal sehen.', 'Einen Moment.'],
    neutral: ['Okay.', 'Alles klar.', 'In Ordnung.'],
  },
  pt: {
    greeting: 'Olá! Como posso ajudar hoje?',
    positive: ['Ótimo.', 'Muito bem.', 'Perfeito.'],
    negative: ['Entendo.', 'Sinto muito.', 'Compreendo.'],
    question: ['Boa pergunta.', 'Deixe-me ver.', 'Um momento.'],
    neutral: ['Certo.', 'Está bem.', 'Entendi.'],
  },
  it: {
    greeting: 'Salve! Come posso aiutarla oggi?',
    positive: ['Ottimo.', 'Benissimo.', 'Perfetto.'],
    negative: ['Capisco.', 'Mi dispiace.', 'Comprendo.'],
    question: ['Bella domanda.', 'Vediamo.', 'Un attimo.'],
    neutral: ['Va bene.', "D'accordo.", 'Certo.'],
  },
  nl: {
    greeting: 'Hallo! Waarmee kan ik u vandaag helpen?',
    positive: ['Mooi.', 'Heel goed.', 'Perfect.'],
    negative: ['Ik begrijp het.', 'Dat spijt me.', 'Wat vervelend.'],
    question: ['Goede vraag.', 'Even kijken.', 'Een moment.'],
    neutral: ['Oké.', 'Goed.', 'Prima.'],
  },
  pl: {
    greeting: 'Dzień dobry! W czym mogę dziś pomóc?',
    positive: ['Świetnie.', 'Bardzo dobrze.', 'Doskonale.'],
    negative: ['Rozumiem.', 'Przykro mi.', 'No tak.'],
    question: ['Dobre pytanie.', 'Zobaczmy.', 'Chwileczkę.'],
    neutral: ['Dobrze.', 'W porządku.', 'Jasne.'],
  },
  tr: {
    greeting: 'Merhaba! Size bugün nasıl yardımcı olabilirim?',
    positive: ['Harika.', 'Çok güzel.', 'Mükemmel.'],
    negative: ['Anlıyorum.', 'Üzgünüm.', 'Bunu duyduğuma üzüldüm.'],
    question: ['Güzel soru.', 'Bir bakayım.', 'Bir saniye.'],
    neutral: ['Tamam.', 'Peki.', 'Anladım.'],
  },
  ru: {
    greeting: 'Здравствуйте! Чем я могу вам помочь?',
    positive: ['Отлично.', 'Очень хорошо.', 'Прекрасно.'],
    negative: ['Понимаю.', 'Мне жаль.', 'Сочувствую.'],
    question: ['Хороший вопрос.', 'Сейчас посмотрю.', 'Минутку.'],
    neutral: ['Хорошо.', 'Понятно.', 'Ладно.'],
  },
  ja: {
    greeting: 'こんにちは。本日はどのようなご用件でしょうか。',
    positive: ['かしこまりました。', 'いいですね。', 'ありがとうございます。'],
    negative: ['そうでしたか。', '申し訳ございません。', 'お察しいたします。'],
    question: ['そうですね。', '確認いたします。', '少々お待ちください。'],
    neutral: ['はい。', 'なるほど。', '承知しました。'],
  },
  zh: {
    greeting: '您好！请问有什么可以帮您？',
    positive: ['太好了。', '很好。', '没问题。'],
    negative: ['我明白。', '很抱歉。', '我理解。'],
    question: ['好问题。', '我看一下。', '请稍等。'],
    neutral: ['好的。', '嗯。', '知道了。'],
  },
  ar: {
    greeting: 'مرحبًا! كيف يمكنني مساعدتك اليوم؟',
    positive: ['رائع.', 'ممتاز.', 'جيد جدًا.'],
    negative: ['أفهم ذلك.', 'يؤسفني ذلك.', 'أتفهم.'],
    question: ['سؤال جيد.', 'دعني أرى.', 'لحظة من فضلك.'],
    neutral: ['حسنًا.', 'تمام.', 'فهمت.'],
  },
  hi: {
    greeting: 'नमस्ते! मैं आपकी क्या मदद कर सकता हूँ?',
    positive: ['बहुत बढ़िया।', 'बहुत अच्छा।', 'शानदार।'],
    negative: ['मैं समझता हूँ।', 'मुझे खेद है।', 'ओह।'],
    question: ['अच्छा सवाल है।', 'देखता हूँ।', 'एक क्षण।'],
    neutral: ['ठीक है।', 'अच्छा।', 'समझ गया।'],
  },
}

/** Returns the English texts for other languages. */
export function languageTexts(iso2 = 'en'): LanguageTexts {
  const { greeting, ...fillers } = Object.hasOwn(texts, iso2) ? texts[iso2]! : english
  return { greeting, fillers }
}
