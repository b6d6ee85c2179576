// Tests of converting Markdown into the formatting of channels.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { channelText } from './channel-text.ts'

/** For the chat app and, if it differs from it, for SMS. */
function converts(markdown: string, chatapp: string, sms = chatapp): void {
  assert.equal(channelText(markdown, 'chatapp'), chatapp, markdown)
  assert.equal(channelText(markdown, 'sms'), sms, markdown)
}

describe('Markdown becomes', () => {
  it('the emphasis of the channel', () => {
    converts(
      'A **red**, *blue*, _green_ or ~~grey~~ one',
      'A *red*, _blue_, _green_ or ~grey~ one',
      'A red, blue, green or ~grey~ one',
    )
    for (const both of ['___now 🚀___', '**_now 🚀_**', '__*now 🚀*__', '_**now 🚀**_', '*__now 🚀__*'])
      assert.match(channelText(both, 'chatapp'), /^(?:\*_now 🚀_\*|_\*now 🚀\*_)$/u, both)
    converts('***All*** of **the *blue* ones**', '_*All*_ of *the _blue_ ones*', 'All of the blue ones')
    converts('**Two\nlines**', '*Two*\n*lines*', 'Two\nlines')
    converts('__Note:__ **a **b** c**', '*Note:* *a b c*', 'Note: a b c')
    converts('**Preis:**5 €, **「営業時間」**です, un**believ**able', 'Preis:5 €, 「営業時間」です, unbelievable')
  })

  it('headings, lines and blocks', () => {
    converts(
      '# Menu #\nFresh\n\n### **Cakes**\n- Plum',
      '*Menu*\nFresh\n\n*Cakes*\n- Plum',
      'Menu\nFresh\n\nCakes\n- Plum',
    )
    converts('Prices\n======\nLow\n\n---\n\nEnd', '*Prices*\nLow\n\nEnd', 'Prices\nLow\n\nEnd')
    converts('Regards\nAnn\n---\nBakery', 'Regards\nAnn\nBakery')
    converts('> **Open**\n> daily\n\nYes', '> *Open*\n> daily\n\nYes', '> Open\n> daily\n\nYes')
  })

  it('lists with their own marks and numbers, and nested ones', () => {
    converts(
      '* **Rye**\n* Wheat\n  1. small\n  2) large',
      '* *Rye*\n* Wheat\n  1. small\n  2) large',
      '* Rye\n* Wheat\n  1. small\n  2) large',
    )
    converts('1. `a`\n1. b\n1. c', '1. `a`\n2. b\n3. c', '1. a\n2. b\n3. c')
    converts('5. **Mai**\n12. Juni', '5. *Mai*\n12. Juni', '5. Mai\n12. Juni')
    converts('- [x] `paid`\n- [ ] sent', '- [x] `paid`\n- [ ] sent', '- [x] paid\n- [ ] sent')
  })

  it('one line for each row of a table', () => {
    converts(
      '| Size | Price |\n|---|--:|\n| **S** | 4 € |\n| L | 6 €<br>(new) |',
      'Size: *S*; Price: 4 €\nSize: L; Price: 6 € (new)',
      'Size: S; Price: 4 €\nSize: L; Price: 6 € (new)',
    )
    converts('| | Mon |\n|---|---|\n| Open | 8 |\n| | 9 |', 'Open; Mon: 8\nMon: 9')
  })

  it('links with their addresses, once', () => {
    converts(
      '[Menu](https://a.example/b_c "x"), ![Cake](https://a.example/c.png)',
      'Menu (https://a.example/b_c), Cake (https://a.example/c.png)',
    )
    converts(
      '[a.example](https://www.a.example/) <https://a.example/_b_> [](https://c.example)',
      'a.example https://a.example/_b_ https://c.example',
    )
    converts(
      '[ann@a.example](mailto:ann@a.example), [call](tel:+4930123), [+49 30 123](tel:+4930123)',
      'ann@a.example, call (+4930123), +49 30 123',
    )
    converts('[x](javascript:alert(1)) [y](#top)', 'x y')
    converts(
      '**[Menu][m]**\n\n[m]: https://a.example\n[n]: https://b.example',
      '*Menu (https://a.example)*\n[N]: https://b.example',
      'Menu (https://a.example)\n[N]: https://b.example',
    )
  })

  it('code as the channel shows it', () => {
    converts(
      'Run `a*b*c`:\n\n```sh\nls  **\n```\n\nDone',
      'Run `a*b*c`:\n\n```\nls  **\n```\n\nDone',
      'Run a*b*c:\n\nls  **\n\nDone',
    )
  })

  it('text without escapes, entities and tags', () => {
    converts('\\*5\\* &lt;a&gt; Q&amp;A AT&T', '*5* <a> Q&A AT&T')
    converts(
      '<p>A<br/>B <b>c</b> <a href="https://a.example">d</a></p><!-- e -->',
      'A\nB *c* d (https://a.example)',
      'A\nB c d (https://a.example)',
    )
    converts('Dear <name>, 5 < 6', 'Dear <name>, 5 < 6')
  })
})

describe('text that is no Markdown', () => {
  it('stays as it is', () => {
    for (const text of [
      '5 * 3 = 15, 2*3*4 = 24, 2**3**2, a*b*c',
      'order_id and __typename, FILE_NAME_1',
      'ann_lee_1@a.example, https://a.example/_x_/b_c*d*?e=1&copy=2, a.example/_x_/y, C:\\new_dir\\x.txt',
      '$5 to $10, ~5 € or ~6 €, -5 °C, +49 (30) 123-456, #1 of 3, 50% | 60%',
      '* one\n* two\n\n- three\n\n1. four\n2) five',
      '2. Mai ist ein Feiertag.\nWir öffnen um 9.\n\n\nBis dann!',
      '[1] and [a] and (b)',
      '*',
      '---',
    ])
      converts(text, text)
  })

  it('is not changed whatever words, spaces and lines it has', () => {
    const word = fc.stringMatching(/^[a-zA-Z0-9äßé€$%.,;:?'"()/+@-]{1,8}$/)
    const line = fc.array(word, { minLength: 1, maxLength: 6 }).map((words) => `w ${words.join(' ')} e`)
    fc.assert(
      fc.property(fc.array(line, { minLength: 1, maxLength: 5 }), fc.constantFrom('\n', '\n\n'), (lines, between) => {
        // The star makes the text go through the parser.
        const text = `${lines.join(between)} 5 * 3`
        converts(text, text)
      }),
      { numRuns: 200 },
    )
  })
})

describe('any text', () => {
  it('keeps its words, and takes bounded time', () => {
    const piece = fc.constantFrom(
      '**',
      '*',
      '_',
      '~~',
      '`',
      '```\n',
      '[',
      '](',
      ')',
      '<b>',
      '</b>',
      '> ',
      '- ',
      '1. ',
      '|',
      '\n',
      '# ',
      '\\',
      ' ',
      '<!--',
    )
    const word = fc.stringMatching(/^[b-y]{3,5}$/).map((text) => `w${text}w`)
    fc.assert(
      fc.property(fc.array(fc.oneof(piece, word), { maxLength: 30 }), (pieces) => {
        const text = pieces.join('')
        const words = pieces.filter((each) => /^w.*w$/.test(each))
        for (const channel of ['chatapp', 'sms'] as const) {
          const written = channelText(text, channel)
          // Words within tags, addresses of links and the language of a code block can be left out.
          if (/[<\]`]/.test(text)) continue
          for (const each of words) assert.ok(written.includes(each), `${JSON.stringify(text)} => ${written}`)
        }
      }),
      { numRuns: 300 },
    )
    for (const part of ['_a*', '[', '![', '**a ', '>', '- ', '1. ', '|a', '\n', 'a**b**', '<a ', '`a``'])
      channelText(part.repeat(Math.floor(20_000 / part.length)), 'chatapp')
  })
})
