// The style of calls, which is added to that of the widget.
export const voiceStyle = `
.bar { display: flex; align-items: center; gap: .6rem; padding: .6rem .75rem; border-top: 1px solid var(--line); }
.bar p { flex: 1; min-width: 0; margin: 0; font-size: .9rem; line-height: 1.3; }
.bar time { color: var(--soft); font-size: .9rem; font-variant-numeric: tabular-nums; }
.bar button { display: grid; place-items: center; flex: none; width: 2.6rem; height: 2.6rem; border-radius: 50%; background: var(--other); color: var(--ink); }
.bar button[aria-pressed=true] { background: var(--ink); color: var(--paper); }
.bar button.hang-up { background: #b3261e; color: #fff; }
.meter { display: flex; flex: none; align-items: center; gap: 3px; width: 1.75rem; height: 1.5rem; }
.meter i { flex: 1; height: 100%; border-radius: 2px; background: var(--soft); transform: scaleY(.18); }
.meter.speaking i { background: var(--ink); }
@media (prefers-reduced-motion: no-preference) {
  .meter i { transform: scaleY(calc(.18 + .82 * var(--level, 0))); transition: transform .1s linear; }
  .meter i:nth-child(odd) { transform: scaleY(calc(.18 + .5 * var(--level, 0))); }
}
@media (prefers-reduced-motion: reduce) { .meter.speaking i { transform: scaleY(.7); } }
.voice { display: flex; flex-direction: column; gap: .6rem; }
.voice .note { margin: 0; }
`
