// The encodings of files that can be imported, and the one in which a text makes sense.
export const encodings = [
  'utf-8',
  'utf-16le',
  'utf-16be',
  'windows-1252',
  'macintosh',
  'windows-1250',
  'windows-1255',
  'windows-1251',
  'windows-1253',
  'windows-1254',
  'windows-1256',
  'koi8-r',
  'ibm866',
  'shift_jis',
  'euc-kr',
  'gb18030',
  'big5',
] as const
export type Encoding = (typeof encodings)[number]

/** The encoding that the byte order mark at the beginning of a file states. */
export function encodingOfMark([first, second, third]: Uint8Array): Encoding | undefined {
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8'
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  return first === 0xfe && second === 0xff ? 'utf-16be' : undefined
}

const sampleBytes = 16 * 1024
/** Shares of words. */
const maxNonsense = 0.3
const minSense = 0.75

/**
 * The encoding in which a text makes sense that is neither UTF-8 nor makes sense in windows-1252. Undefined if it does,
 * or if no encoding is much better. The bytes can end within a character.
 */
export function proposeEncoding(bytes: Uint8Array): Encoding | undefined {
  const start = bytes.findIndex((byte) => byte > 0x7f)
  if (start < 0) return undefined
  // Back to the beginning of the line, which cannot be within a character.
  const line = bytes.lastIndexOf(0x0a, start) + 1
  const sample = bytes.subarray(line, line + sampleBytes)
  if (senseOf(sample, 'windows-1252') > 1 - maxNonsense) return undefined
  let best: { encoding: Encoding; sense: number } | undefined
  for (const encoding of encodings.slice(encodings.indexOf('macintosh'))) {
    const sense = senseOf(sample, encoding)
    if (sense >= minSense && sense > (best?.sense ?? 0)) best = { encoding, sense }
  }
  return best?.encoding
}

const notLetter = /[^\p{L}\p{M}\ufffd]/u
/** Signs that are not written directly before or behind a letter. */
const oddEdge = /(?:^|[^\p{L}])[¢£¥¦¨¬¯±²³´¸¹¼½¾]\p{L}|\p{L}[¡¢£¥¦¨¬¯´¸¹¼½¾¿](?![\p{L}])/u
/** Han characters in kana, and the scripts that share no word with others. */
const scripts = [
  /^[\p{Script=Latin}\p{M}ªº]+$/u,
  /^[\p{Script=Cyrillic}\p{M}]+$/u,
  /^[\p{Script=Greek}\p{M}]+$/u,
  /^[\u05d0-\u05ea]+$/,
  /^[\p{Script=Arabic}\p{M}]+$/u,
  /^[\uac00-\ud7a3]+$/,
  /^[\u3040-\u30ff\u4e00-\u9fff々〆ー・]+$/u,
]
const cased = /^(?:\p{Lu}?[\p{Ll}\p{Lo}]+|\p{Lu}+|(?:Mc|Mac|De|Di|La|Le|O)\p{Lu}\p{Ll}+)$/u

/** The share of the words with other characters than those of ASCII that can be words of a language, from 0 to 1. */
function senseOf(sample: Uint8Array, encoding: Encoding): number {
  const text = new TextDecoder(encoding).decode(sample, { stream: true })
  const words = text
    .match(/[^\s!-,./:-@[-`{-~-]+/g)
    ?.filter((word) => /[^\0-\x7f]/.test(word))
    .map(splitMarks)
    .flatMap(({ letters, word, marks }) => {
      // A mark alone, such as a currency, is in a text of every language; half of a word is not.
      if ((marks !== '' && !isUsualMark(marks)) || oddEdge.test(word)) return [0]
      return letters === '' ? [] : [likelihoodOf(letters, encoding)]
    })
  if (!words || words.length === 0) return 1
  return words.reduce((sum, likelihood) => sum + likelihood, 0) / words.length
}

/** The marks at the beginning and at the end of a word, and the letters between them. */
function splitMarks(word: string): { word: string; letters: string; marks: string } {
  const characters = [...word]
  const first = characters.findIndex((character) => !notLetter.test(character))
  const last = characters.findLastIndex((character) => !notLetter.test(character))
  if (first < 0) return { word, letters: '', marks: word }
  const letters = characters.slice(first, last + 1).join('')
  return { word, letters, marks: [...characters.slice(0, first), ...characters.slice(last + 1)].join('') }
}

const isUsualMark = (word: string): boolean => /^[\d–—€£¥$₽₪°%§®©™•·…«»“”„‘’‚№º²³½¼¾×+]+$/u.test(word)

function likelihoodOf(word: string, encoding: Encoding): number {
  const script = scripts.findIndex((one) => one.test(word))
  if (script < 0) return 0
  if (script <= 2 && !cased.test(word)) return 0
  if (script === 0 && /[^\0-\x7f]{3}/.test(word)) return 0
  // Two such letters and no others are no word in most languages.
  if (script === 0 && word.length > 1 && !/[a-z]/i.test(word)) return 0.2
  if (script === 6) return hanLikelihood(word, encoding)
  return 1
}

/** Most encodings of Han characters contain the bytes of each other, but not as usual characters. */
function hanLikelihood(word: string, encoding: Encoding): number {
  if (/[\u3040-\u30ff]/.test(word)) return encoding === 'shift_jis' ? 1 : 0.3
  const usual = [...word].filter((character) => isUsualHan(character)).length
  return 0.5 + (0.45 * usual) / word.length
}

// The most frequent characters of Chinese and Japanese texts, names and addresses.
const usualHan = new Set(
  '的一是不了在人有我他这這个個们們中来來上大为為和国國地到以说說时時要就出会會可也你对對生能而子那得于於着着下自之年过過发發后後作里裡用道行所然家种種事成方多经經么麼去法学學如都同现現当當没沒动動面起看定天分还還进進好小部其些主样樣理心她本前开開但因只从從想实實日军軍者意无無力它与與长長把机機十民第公此已工使情明性知全三又关關点點正业業外将將两兩高间間由问問很最重并並物手应應战戰向头頭文体體政美相见見被利什二等产產或新己制身果加西斯月话話合回特代内內信表化老给給世位次度门門任常先海通教儿兒东東声聲提立及比员員解水名真论論处處走义義各入几幾口认認条條平系气氣题題活尔爾更别別打女变變四神总總何电電数數安少报報才结結反受目太量再感建务務做接必场場件计計管期市直德资資命山金指克许許区區保至队隊形社便空决決治展马馬科司五基眼书書非则則听聽白却卻界达達光放强強即像难難且权權思王象完设設式色路记記南品住告类類求据据程北边邊死张張该該交规規万萬取拉格望觉覺术術领領共确確传傳师師观觀清今切院让讓识識候带帶导導争爭运運田村木林川石原井藤松島橋崎県京都阪町丁号省州城街李陈陳刘劉杨楊黄黃赵趙周吴吳徐孙孫朱胡郭林何罗羅郑鄭梁谢謝宋唐韩韓冯馮邓鄧曹彭曾肖蔡潘袁董余苏蘇叶葉吕呂魏蒋蔣杜丁沈姚卢盧姜崔钟鍾谭譚陆陸汪范范石廖贾賈夏付傅方白邹鄒孟熊秦邱江尹薛闫段雷侯龙龍史陶黎贺賀顾顧毛郝龚龔邵万萬钱錢严嚴武戴莫孔汤湯客户戶电話姓名地址备备備注註顾客先谷渋港横浜區号番室太郎次男子美佐高渡辺伊藤加鈴木斎久保福岡広台湾灣香九龙',
)
const isUsualHan = (character: string): boolean => usualHan.has(character)
