// The style of the widget, set as a style sheet object, which content security policies of websites allow.
import palette from '@parley/appearance/palette?raw'

/** Websites have visitors with browsers that do not know `light-dark()`. */
const colorsOf = (scheme: 'light' | 'dark'): string =>
  Array.from(
    palette.matchAll(/(--[a-z-]+): light-dark\((#\w+), (#\w+)\)/g),
    ([, name, light, dark]) => `${name}: ${scheme === 'light' ? light : dark};`,
  ).join(' ')

/** Important rules of a shadow tree take precedence over those of the website for the element that contains the tree. */
export const style = `
:host { all: initial !important; display: block !important; position: fixed !important; inset-block-end: 1.25rem !important; z-index: 2147483000 !important; font: 16px/1.45 system-ui, sans-serif !important; }
:host([data-side=end]) { inset-inline-end: 1.25rem !important; }
:host([data-side=start]) { inset-inline-start: 1.25rem !important; }
:host, :host([data-theme=light]) { color-scheme: light; ${colorsOf('light')} }
:host([data-theme=dark]) { color-scheme: dark; ${colorsOf('dark')} }
@media (prefers-color-scheme: dark) {
  :host([data-theme=auto]) { color-scheme: dark; ${colorsOf('dark')} }
}
* { box-sizing: border-box; }
[hidden] { display: none !important; }
button { font: inherit; cursor: pointer; border: 0; }
:focus-visible { outline: 2px solid var(--ink); outline-offset: 2px; }
.launcher { display: grid; place-items: center; width: 3.5rem; height: 3.5rem; margin-inline-start: auto; border-radius: 50%; background: var(--color); color: var(--on-color); box-shadow: 0 4px 16px rgb(0 0 0 / .3); }
:host([data-side=start]) .launcher { margin-inline-start: 0; }
svg { width: 1.5rem; height: 1.5rem; fill: currentColor; display: block; }
.panel { display: flex; flex-direction: column; width: 23.5rem; max-width: calc(100vw - 2.5rem); height: 36rem; max-height: calc(100dvh - 2.5rem); overflow: hidden; border-radius: 1rem; border: 1px solid var(--line); background: var(--card); color: var(--ink); box-shadow: 0 8px 40px rgb(0 0 0 / .3); }
header { display: flex; align-items: center; gap: .25rem; padding: .6rem .6rem .6rem 1rem; padding-inline: 1rem .6rem; background: var(--color); color: var(--on-color); }
h2 { flex: 1; min-width: 0; margin: 0; font-size: 1rem; font-weight: 600; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
header button { display: grid; place-items: center; width: 2.25rem; height: 2.25rem; border-radius: .5rem; background: none; color: inherit; }
header button:focus-visible { outline-color: var(--on-color); outline-offset: -3px; }
.picture { flex: none; width: 2rem; height: 2rem; margin-inline-end: .4rem; border-radius: 50%; object-fit: cover; background: #fff; }
.log { flex: 1; min-height: 0; overflow-y: auto; padding: 1rem; display: flex; flex-direction: column; gap: .6rem; }
.log:focus-visible { outline-offset: -3px; }
.message { max-width: 85%; padding: .55rem .8rem; border-radius: .9rem; white-space: pre-wrap; overflow-wrap: anywhere; }
.other { align-self: flex-start; background: var(--bubble); border-end-start-radius: .2rem; }
.visitor { align-self: flex-end; background: var(--color); color: var(--on-color); border-end-end-radius: .2rem; }
.message a { color: inherit; }
.other { white-space: normal; }
.other :is(ul, ol, pre, blockquote) { margin-block: 0; }
.other :is(div, ul, ol, pre, blockquote, table) + :is(div, ul, ol, pre, blockquote, table) { margin-block-start: .5rem; }
.other :is(div, pre) { white-space: pre-wrap; }
.other :is(ul, ol) { padding-inline-start: 1.3rem; }
.other :is(code, pre) { font: .9em ui-monospace, monospace; }
.other pre { padding: .4rem .5rem; border-radius: .4rem; background: var(--card); }
.other blockquote { margin-inline: 0; padding-inline-start: .6rem; border-inline-start: 3px solid var(--line); }
.other table { border-collapse: collapse; }
.other :is(th, td) { padding: .15rem .4rem; border: 1px solid var(--line); text-align: start; vertical-align: top; }
.sending { opacity: .75; }
.welcome { margin: 0; color: var(--soft); font-size: .9rem; overflow-wrap: anywhere; white-space: pre-line; }
.starters { display: flex; flex-direction: column; align-items: flex-end; gap: .4rem; }
.starters button { max-width: 85%; padding: .45rem .8rem; border: 1px solid var(--soft); border-radius: .9rem; background: none; color: var(--ink); text-align: start; overflow-wrap: anywhere; }
.starters button:hover { background: var(--bubble); }
.note { align-self: center; text-align: center; color: var(--soft); font-size: .85rem; }
.failed { align-self: flex-end; color: var(--bad); font-size: .85rem; }
.failed button { background: none; color: inherit; text-decoration: underline; padding: .2rem; }
.hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.writing { display: flex; gap: .25rem; padding-block: .8rem; }
.writing i { width: .4rem; height: .4rem; border-radius: 50%; background: var(--soft); }
@media (prefers-reduced-motion: no-preference) { .writing i { animation: blink 1s infinite alternate; } .writing i:nth-child(2) { animation-delay: .2s; } .writing i:nth-child(3) { animation-delay: .4s; } }
@keyframes blink { to { opacity: .25; } }
form { display: flex; align-items: flex-end; gap: .5rem; padding: .75rem; border-top: 1px solid var(--line); }
textarea { flex: 1; min-width: 0; min-height: 2.6rem; max-height: 8rem; padding: .55rem .75rem; resize: none; font: inherit; color: inherit; background: var(--card); border: 1px solid var(--soft); border-radius: .7rem; field-sizing: content; }
textarea:focus-visible { outline-offset: -2px; }
textarea::placeholder { color: var(--soft); opacity: 1; }
form button { display: grid; flex: none; place-items: center; width: 2.6rem; height: 2.6rem; border-radius: .7rem; background: var(--color); color: var(--on-color); }
form button.call { background: none; color: var(--ink); border: 1px solid var(--soft); }
form button[aria-busy] { opacity: .6; }
:host([dir=rtl]) .turn { transform: scaleX(-1); }
@media (max-width: 30rem) {
  :host([data-open]) { inset: 0 !important; }
  :host([data-open]) .panel { width: 100vw; max-width: none; height: 100dvh; max-height: none; border: 0; border-radius: 0; }
}
`
