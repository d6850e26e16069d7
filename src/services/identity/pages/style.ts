import { html } from 'hono/html'

/** Colors of the console, light and dark, with system fonts, so that nothing else is loaded. */
export const style = `
:root {
  color-scheme: light dark;
  --ground: #f3f6f7; --surface: #fff; --line: #d9e0e4; --edge: #7b8a94; --text: #1c2830; --quiet: #4d5a63;
  --link: #08565f; --fill: #0b6b76; --fill-text: #fff; --bad: #ad231c; --bad-soft: #fde8e6; --soft: #eef3f4;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ground: #0e1316; --surface: #151b1f; --line: #2b353b; --edge: #6f7d87; --text: #dfe6ea; --quiet: #a6b2ba;
    --link: #6ec2c7; --fill: #0b6b76; --bad: #ff9f96; --bad-soft: #3a1b19; --soft: #1e262b;
  }
}
* { box-sizing: border-box; }
body {
  margin: 0; padding: 3rem 1rem; background: var(--ground); color: var(--text);
  font: 0.9375rem/1.55 'Inter Variable', Inter, system-ui, sans-serif;
}
.brand { display: flex; gap: 0.5rem; align-items: center; justify-content: center; margin: 0 0 1.5rem; font-weight: 650; }
.brand a { color: inherit; text-decoration: none; }
main {
  max-width: 27rem; margin: 0 auto; padding: 1.75rem; background: var(--surface);
  border: 1px solid var(--line); border-radius: 14px;
}
main.wide { max-width: 60rem; }
h1 { margin: 0 0 0.5rem; font-size: 1.375rem; font-weight: 650; line-height: 1.3; }
h2 { margin: 2.25rem 0 0.5rem; font-size: 1.0625rem; font-weight: 650; }
p { margin: 0 0 1rem; }
.quiet { color: var(--quiet); }
a { color: var(--link); }
label { display: block; margin: 0 0 0.3rem; font-weight: 550; }
.field { margin: 0 0 1rem; }
.hint { margin: 0.3rem 0 0; color: var(--quiet); font-size: 0.8438rem; overflow-wrap: anywhere; }
.error { margin: 0.3rem 0 0; color: var(--bad); font-size: 0.8438rem; }
.alert { padding: 0.7rem 0.9rem; color: var(--bad); background: var(--bad-soft); border-radius: 10px; }
input, textarea, select {
  width: 100%; padding: 0.5rem 0.7rem; color: var(--text); background: var(--surface); font: inherit;
  border: 1px solid var(--edge); border-radius: 6px;
}
[aria-invalid] { border-color: var(--bad); }
textarea { min-height: 4.5rem; }
button {
  padding: 0.55rem 1.1rem; color: var(--fill-text); background: var(--fill); font: inherit; font-weight: 600;
  border: 1px solid var(--fill); border-radius: 6px; cursor: pointer;
}
button.plain { color: var(--link); background: var(--surface); border-color: var(--edge); }
button.link { padding: 0; color: var(--link); background: none; border: 0; font-weight: 400; text-align: left; text-decoration: underline; }
:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; }
.actions { display: flex; flex-wrap: wrap; gap: 0.75rem; margin: 1.5rem 0 0; }
.actions > * { margin: 0; }
ul { margin: 0 0 1rem; padding-left: 1.2rem; }
li { margin: 0 0 0.4rem; }
code, output {
  font: 0.875rem/1.5 'JetBrains Mono Variable', ui-monospace, monospace; overflow-wrap: anywhere;
}
.picture { width: 12rem; margin: 0 auto 1rem; overflow: hidden; background: #fff; border-radius: 6px; }
.picture svg { display: block; width: 100%; height: auto; }
output { display: block; padding: 0.5rem 0.7rem; background: var(--soft); border-radius: 6px; user-select: all; }
.scroll { overflow-x: auto; }
table { width: 100%; min-width: 34rem; border-collapse: collapse; }
th, td { padding: 0.5rem 0.75rem 0.5rem 0; text-align: left; vertical-align: top; border-bottom: 1px solid var(--line); }
@media (max-width: 30rem) { body { padding: 1.5rem 0.75rem; } main { padding: 1.25rem; } }
`

/** Logo of the console. */
export const logo = html`<svg width="24" height="24" viewBox="0 0 32 32" aria-hidden="true">
  <path d="M3 8.2 9.5 6v20L3 23.8z" fill="#47b0b7" />
  <path d="M29 8.2 22.5 6v20l6.5-2.2z" fill="#47b0b7" />
  <rect x="11" y="4" width="10" height="24" rx="1" fill="#0b6b76" />
  <path d="M16 9.5a2.6 2.6 0 0 1 1.3 4.85V20h-2.6v-5.65A2.6 2.6 0 0 1 16 9.5z" fill="#e4f6f6" />
</svg>`
