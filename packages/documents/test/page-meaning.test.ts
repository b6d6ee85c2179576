// Tests of what a page means: hidden content that is read, struck and raised text, lists, pictures, cells and forwards.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { readPage } from '../src/html/read-page.ts'
import type { WebResponse } from '../src/index.ts'

const url = 'https://bakery.example/de/'
const read = (html: string, response: Partial<WebResponse> = {}) =>
  readPage({ body: Buffer.from(html), contentType: 'text/html; charset=utf-8', url, ...response })
const markdownOf = async (html: string): Promise<string> =>
  (await read(`<body>${html}</body>`)).sections.map(({ markdown }) => markdown).join('\n\n')

async function assertMarkdown(pages: Record<string, string>): Promise<void> {
  for (const [html, markdown] of Object.entries(pages)) assert.equal(await markdownOf(html), markdown, html)
}

describe('hidden content', () => {
  it('is read if a script or a control shows it', () =>
    assertMarkdown({
      '<div style="opacity: 0; transform: translateY(30px)">Rye</div>': 'Rye',
      '<section data-aos="zoom-in" style="opacity:0.0">Rye</section>': 'Rye',
      '<p class="wow" style="visibility:hidden">Rye</p>': 'Rye',
      '<div class="tab-content"><div>Rye</div><div style="display: none">Spelt</div></div>': 'Rye\n\nSpelt',
      '<div class="card">Rye</div><div class="card" hidden>Spelt</div>': 'Rye\n\nSpelt',
      '<button aria-expanded="false">Nuts?</button><div hidden>No.</div>': 'Nuts?\n\nNo.',
      '<dl><dt>Nuts?</dt><dd style="display:none">No.</dd></dl>': '**Nuts?**\nNo.',
      '<h3>Nuts?</h3><div style="display:none">No.</div><script src="a.js"></script>': '### Nuts?\n\nNo.',
      '<p>Rye.</p><div id="rest" hidden>Spelt.</div><script>show("rest")</script>': 'Rye.\n\nSpelt.',
      '<p>Rye.</p><div class="js-later" style="display:none">Spelt.</div>': 'Rye.\n\nSpelt.',
      '<div style="visibility:hidden"><main><h1>Rye</h1></main></div>': '# Rye',
      '<div class="swiper"><div>A</div><div aria-hidden="true">B</div></div>': 'A\n\nB',
      '<noscript><p>Rye costs 4 euros.</p></noscript>': 'Rye costs 4 euros.',
    }))

  it('stays out if nobody sees it', () =>
    assertMarkdown({
      '<p>Rye.</p><div style="display:none">Internal.</div>': 'Rye.',
      '<h2>Rye</h2><div hidden>Internal.</div>': '## Rye',
      '<p>Rye.</p><div class="cookie-consent" style="display:none">Cookies<button>OK</button></div>': 'Rye.',
      '<p>Rye.</p><div class="modal" id="m" hidden>Order</div><button data-target="#m">Order</button>': 'Rye.\n\nOrder',
      '<p>Rye.</p><div class="newsletter popup" style="opacity:0">Subscribe</div>': 'Rye.',
      '<p>Rye.</p><input style="opacity:0"><p style="opacity:0;height:0">Trap</p>': 'Rye.',
      '<p>Rye.</p><template><p>Draft</p></template><noscript>Enable JavaScript.</noscript>': 'Rye.',
      '<form><p class="error" hidden>Enter a name.</p><button>Send</button></form>': 'Send',
      '<p>4 € <span aria-hidden="true">four</span></p>': '4 €',
      '<ul class="list"><li>A</li></ul><ul class="list" aria-hidden="true"><li>A</li></ul>': '- A',
    }))

  it('is reported if it is most of the text', async () => {
    const hidden = `<div hidden>${'All about bread. '.repeat(30)}</div>`
    assert.equal((await read(`<p>Rye bread, every day.</p>${hidden}`)).hidesMost, true)
    assert.equal((await read(`<p>${'Rye bread, every day. '.repeat(40)}</p>${hidden}`)).hidesMost, false)
    assert.equal((await read(hidden)).problem, 'hidden_text')
    const menu = `<nav hidden>${'<a href="/a">All about bread</a>'.repeat(30)}</nav>`
    assert.equal((await read(`<p>Rye.</p>${menu}`)).hidesMost, false)
  })

  it('is read in declarative shadow trees, with their slots', () =>
    assertMarkdown({
      '<b-a><template shadowrootmode="closed"><h2><slot name="t">No</slot></h2><slot></slot></template><p>Text</p><i slot="t">Title</i></b-a>':
        '## Title\n\nText',
      '<b-a><template shadowrootmode="open"><b-c><template shadowrootmode="open"><p>In <slot></slot></p></template><slot></slot></b-c></template>out</b-a>':
        'In out',
      '<b-a><template shadowrootmode="open"><p><slot>Default</slot></p></template> </b-a>': 'Default',
    }))
})

describe('marks', () => {
  it('tell what is struck through', () =>
    assertMarkdown({
      '<p><strike>8 €</strike> 6 €</p>': '~~8 €~~ 6 €',
      '<p><del>8 €</del><ins>6 €</ins></p>': '~~8 €~~ 6 €',
      '<p><b style="text-decoration-line: line-through">8 €</b> 6 €</p>': '~~8 €~~ 6 €',
      '<style>p, .price .was { text-decoration: line-through red }</style><p class="price"><i class="was">8 €</i> 6 €</p>':
        '~~8 €~~ 6 €',
      '<del><p>Closed.</p><ul><li>A</li></ul></del><p>Open.</p>': '~~Closed.~~\n\n- ~~A~~\n\nOpen.',
      '<table><tr><td>Rye</td><td><s>8 €</s> 6 €</td></tr></table>': '|  |  |\n| --- | --- |\n| Rye | ~~8 €~~ 6 € |',
      '<p><s> </s>6 € <span style="text-decoration: none">each</span></p>': '6 € each',
    }))

  it('do not join raised or lowered digits with a number', () =>
    assertMarkdown({
      '<p>10<sup>3</sup> and 10<sup>-6</sup>, 80 m<sup>2</sup></p>': '10³ and 10⁻⁶, 80 m²',
      '<p>3<sup>49</sup> €, $1,299<sup>00</sup></p>': '3.49 €, $1,299.00',
      '<p><span>3</span><span class="cents">49</span></p>': '3.49',
      '<p>250 g<sup>1</sup>, 250<sup>2)</sup>, 3,49<sup>12</sup> €</p>': '250 g¹, 250²), 3,49¹² €',
      '<p>25<span style="vertical-align: super">4</span></p>': '25⁴',
      '<p>CO<sub>2</sub>, 1011<sub>2</sub>, the 2<sup>nd</sup>, 7<sup>[1]</sup></p>': 'CO2, 1011₂, the 2nd, 7[1]',
    }))

  it('give the numbers of lists', () =>
    assertMarkdown({
      '<ol start="7"><li>a</li><li value="20">b</li><li>c</li></ol>': '7. a\n20. b\n21. c',
      '<ol reversed><li>a<li>b</ol>': '2. a\n1. b',
      '<ol type="A" start="26"><li>a<li>b</ol>': 'Z. a\nAA. b',
      '<ol type="i" start="4"><li>a</ol><ol start="x"><li>b</ol>': 'iv. a\n\n1. b',
    }))

  it('give the words of pictures that the text lacks', () =>
    assertMarkdown({
      '<p>Rye</p><a href="/m"><img src="m.png" alt="Map of the harbour"></a>': 'Rye\n\nMap of the harbour',
      '<p>Rye bread</p><img alt="rye bread"><img alt="IMG_2034.JPG"><img alt=""><img alt="logo">': 'Rye bread',
      '<p>Open <svg><title>until late</title><text>x</text></svg></p>': 'Open until late',
      '<table><tr><th>Nuts</th><td><img alt="no"></td></tr><tr><th>no milk</th><td><i aria-label="yes"></i></td></tr></table>':
        '|  |  |\n| --- | --- |\n| Nuts | no |\n| no milk | yes |',
      '<ul><li><input type="checkbox" checked disabled> Rye</li><li><input type="checkbox" disabled> Spelt</li></ul>':
        '- [x] Rye\n- [ ] Spelt',
    }))

  it('keep neighbouring elements apart, and words whole', () =>
    assertMarkdown({
      '<div><span>Tuesday</span><span>7:30</span><!-- --><span>13:00</span></div>': 'Tuesday 7:30 13:00',
      '<li><b>Rye</b><span>4 €</span></li>': 'Rye 4 €',
      '<div><span>4 €</span><span>6 €</span> <span>€</span><span>7</span></div>': '4 € 6 € €7',
      '<p><b>12</b><span>rolls</span> <span>1</span><sup>st</sup></p>': '12 rolls 1st',
      '<div style="display:flex"><b>Rye</b><b>dark</b></div>': 'Rye dark',
      '<p><span>Tuesday</span><span>7:30</span></p>': 'Tuesday 7:30',
      '<nav><a href="/a">Rye</a><a href="/b">Spelt</a></nav>': 'Rye Spelt',
      '<p>Sour<em>dough</em>, <span>S</span><span>pelt</span> <i>C</i><i>r</i><i>u</i><i>s</i><i>t</i></p>':
        'Sourdough, Spelt Crust',
      '<div><span>8</span><span>:</span><span>15</span> <span>4</span><span>€</span></div>': '8:15 4€',
      '<p>Sour&shy;dough<wbr>bread<br>rye</p>': 'Sourdoughbread\nrye',
    }))
})

describe('a page that only forwards', () => {
  const forwardOf = async (html: string, response: Partial<WebResponse> = {}) => (await read(html, response)).forwardUrl
  const refresh = (content: string): string => `<meta http-equiv="refresh" content="${content}">`
  const text = '<p>Bread every day.</p>'.repeat(40)

  it('names its target in each form that browsers understand', async () => {
    const target = 'https://bakery.example/start'
    for (const content of ['0;url=/start', ' 3 , URL = /start ', '0 /start', "0;url='/start' x", '.5; url=../start'])
      assert.equal(await forwardOf(refresh(content)), target, content)
    assert.equal(await forwardOf('<p>x</p>', { refresh: '0; url=/start' }), target)
    assert.equal(await forwardOf(`<base href="/x/">${refresh('0;url=y')}`), 'https://bakery.example/x/y')
    assert.equal(await forwardOf(`<p>We have moved.</p>${refresh('20;url=/start')}`), target)
    assert.equal(await forwardOf('<script>location.replace("/start")</script>'), target)
    assert.equal(await forwardOf(`<noscript>${refresh('0;url=/start')}</noscript>`), target)
  })

  it('is not one that has text and forwards later or to itself, or that names no page', async () => {
    for (const html of [
      `${refresh('300')}${text}`,
      `${refresh('60;url=/next')}${text}`,
      `${refresh('0;url=/de/#top')}${text}`,
      `<noscript>${refresh('0;url=/plain')}</noscript>${text}`,
      `<noscript>${refresh('0;url=/plain')}</noscript>${'<p>Bread every day.</p>'.repeat(7)}`,
      `<!-- ${refresh('0;url=/old')} -->${text}`,
      `<script>location.href = "/start"</script>${text}`,
      refresh('url=/start'),
      refresh('0;url=javascript:alert(1)'),
    ])
      assert.equal(await forwardOf(html), null, html)
    assert.equal((await read(`${refresh('60;url=/next')}${text}`)).links[0], 'https://bakery.example/next')
  })

  it('can consist of frames', async () => {
    const frames = await read('<frameset><frame src="menu.html"><frame src="/main"><noframes>No</noframes></frameset>')
    assert.deepEqual(frames.frameUrls, ['https://bakery.example/de/menu.html', 'https://bakery.example/main'])
    assert.deepEqual((await read('<iframe src="/shop"></iframe><iframe src="/t" height="1"></iframe>')).frameUrls, [
      'https://bakery.example/shop',
    ])
    assert.deepEqual((await read(`<iframe src="/map"></iframe>${text}`)).frameUrls, [])
  })
})
