// The style of files, in addition to that of the widget.
export const filesStyle = `
.attach { background: none; color: var(--soft); margin-inline-end: -.25rem; }
.attach:hover { color: var(--ink); }
.files { list-style: none; margin: 0; padding: .6rem .75rem 0; display: flex; flex-direction: column; gap: .35rem; max-height: 12.5rem; overflow-y: auto; border-top: 1px solid var(--line); }
.files + form { border-top: 0; }
.chosen { display: flex; align-items: center; gap: .6rem; padding: .3rem .35rem; border: 1px solid var(--line); border-radius: .6rem; font-size: .875rem; }
.thumb { display: grid; place-items: center; flex: none; width: 2.25rem; height: 2.25rem; border-radius: .4rem; overflow: hidden; background: var(--other); color: var(--soft); }
.thumb canvas { width: 100%; height: 100%; object-fit: cover; }
.thumb svg { width: 1.2rem; height: 1.2rem; }
.facts { flex: 1; min-width: 0; }
.facts bdi { display: inline-block; max-width: 100%; vertical-align: bottom; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.facts progress { display: block; width: 100%; height: .3rem; margin-top: .25rem; accent-color: var(--color); }
.reason { color: var(--bad); overflow-wrap: anywhere; }
.reason button { background: none; color: inherit; text-decoration: underline; padding: .2rem; }
.chosen > button { display: grid; place-items: center; flex: none; width: 2rem; height: 2rem; border-radius: .4rem; background: none; color: var(--soft); }
.chosen > button svg { width: 1.1rem; height: 1.1rem; }
.dropping { position: absolute; inset: 0; z-index: 1; display: grid; place-items: center; padding: 2rem; text-align: center; font-weight: 600; background: var(--paper); color: var(--ink); outline: 2px dashed var(--soft); outline-offset: -1rem; border-radius: inherit; }
.panel { position: relative; }
.sent { display: flex; flex-direction: column; gap: .35rem; }
.sent:not(:last-child) { margin-bottom: .35rem; }
.sent img, .sent canvas { display: block; max-width: 100%; max-height: 12rem; border-radius: .5rem; object-fit: contain; background: #fff; }
.sent a, .sent .name { display: inline-flex; align-items: center; gap: .4rem; max-width: 100%; color: inherit; }
.sent .name svg { flex: none; width: 1.1rem; height: 1.1rem; }
`
