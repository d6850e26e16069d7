import type { Context } from 'hono'
import { html, raw } from 'hono/html'
import type { Problem } from '#contract/problem.ts'
import { sessionChannel, type SessionNews } from '#contract/session.ts'
import { type Env, reply } from '#proxy/http/reply.ts'

type Html = ReturnType<typeof html>
type Page = { title: string; body: Html; head?: Html; script?: string; status?: number }

/** The console's colors, light and dark. */
const style = `
:root { color-scheme: light dark; --ground: #f3f6f7; --surface: #fff; --line: #d9e0e4; --text: #1c2830; --link: #08565f; }
@media (prefers-color-scheme: dark) {
  :root { --ground: #0e1316; --surface: #151b1f; --line: #2b353b; --text: #dfe6ea; --link: #6ec2c7; }
}
body { margin: 0; padding: 3rem 1rem; background: var(--ground); color: var(--text);
  font: 0.9375rem/1.55 'Inter Variable', Inter, system-ui, sans-serif; }
header { display: flex; gap: 0.5rem; align-items: center; justify-content: center; margin: 0 0 1.5rem; font-weight: 650; }
main { box-sizing: border-box; max-width: 27rem; margin: 0 auto; padding: 1.75rem; background: var(--surface);
  border: 1px solid var(--line); border-radius: 14px; }
h1 { margin: 0 0 0.5rem; font-size: 1.375rem; font-weight: 650; line-height: 1.3; }
p { margin: 0 0 0.75rem; }
p:last-child { margin: 0; }
a { color: var(--link); }
`

/** A short page between identity provider and console. Its URL contains a code, so nothing of the URL is included. */
async function page(context: Context<Env>, { title, body, head, script, status }: Page): Promise<Response> {
  const { nonce } = context.var
  const text = await html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${title} · Triptych</title>
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        ${head}
        <style nonce="${nonce}">
          ${raw(style)}
        </style>
      </head>
      <body>
        <header><img src="/favicon.svg" alt="" width="24" height="24" />Triptych</header>
        <main>
          <h1>${title}</h1>
          ${body}
        </main>
        ${
          script &&
          html`<script nonce="${nonce}">
            ${raw(script)}
          </script>`
        }
      </body>
    </html>`
  return reply(context, String(text), { status, headers: { 'content-type': 'text/html;charset=UTF-8' } })
}

/** A page instead of a redirect, which would count as cross-site: SameSite=Strict cookies would not be sent. */
export const goOnPage = (context: Context<Env>, path: string) =>
  page(context, {
    title: 'You are back',
    head: html`<meta http-equiv="refresh" content="0;url=${path}" />`,
    body: html`<p><a href="${path}">Continue to the console</a></p>`,
  })

type News = SessionNews & { type: 'signed-in' | 'confirmed' }
const done: Record<News['type'], string> = {
  'signed-in': 'You are signed in',
  confirmed: 'Your identity is confirmed',
}

/** In a separate window: notifies the waiting page. It stays open if the browser does not allow closing it. */
export const windowDonePage = (context: Context<Env>, news: News) =>
  page(context, {
    title: done[news.type],
    body: html`<p>You can close this window and continue where you were.</p>`,
    script: `new BroadcastChannel(${inScript(sessionChannel)}).postMessage(${inScript(news)}); window.close()`,
  })

export const windowFailedPage = (context: Context<Env>, { message, next, status }: Problem) =>
  page(context, {
    title: 'Sign-in failed',
    body: html`<p role="alert">${message}.</p>
      <p>${next}</p>
      <p>You can close this window and try again where you were.</p>`,
    status,
  })

const inScript = (value: unknown) => JSON.stringify(value).replaceAll('<', '\\u003c')
