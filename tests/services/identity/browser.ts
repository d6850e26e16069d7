import type { Running } from '../running.ts'

/** As much of a browser as forms without scripts need: one cookie jar, and where a form is sent from. */
export function browser(
  running: Pick<Running, 'identity'>,
  fetcher: (url: URL, init: RequestInit) => Promise<Response> = fetch,
) {
  const cookies = new Map<string, string>()

  async function send(address: string, init: RequestInit = {}) {
    const url = new URL(address, running.identity)
    const headers = new Headers(init.headers)
    if (cookies.size > 0) headers.set('cookie', [...cookies].map((pair) => pair.join('=')).join('; '))
    const response = await fetcher(url, { ...init, headers, redirect: 'manual' })
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      cookies.set(name, value)
    }
    return pageOf(response, url)
  }
  const ownForm = {
    origin: 'null',
    'sec-fetch-site': 'same-origin',
    'content-type': 'application/x-www-form-urlencoded',
  }

  return {
    cookies,
    open: (address: string) => send(address),
    /** Fill the form of this page that has this button, and press it. A header that is empty is left out. */
    press(page: Page, button: string, typed: Record<string, string> = {}, headers: Record<string, string> = {}) {
      const form = page.forms.find(({ buttons }) => buttons.has(button))
      if (!form) throw new Error(`There is no button ${button} in:\n${page.text}`)
      const values = { ...form.values, ...typed, step: form.buttons.get(button) ?? '' }
      const body = new URLSearchParams(values).toString()
      const action = form.action === '' ? page.url : new URL(form.action, page.url)
      const sent = Object.entries({ ...ownForm, ...headers }).filter(([, value]) => value !== '')
      return send(String(action), { method: 'POST', body, headers: Object.fromEntries(sent) })
    },
    /** Follow redirects as long as they stay here. */
    async follow(page: Page): Promise<Page> {
      const next = page.location
      return next?.startsWith('/') ? this.follow(await send(next)) : page
    },
    async signIn(page: Page, username: string, password: string): Promise<Page> {
      return this.follow(await this.press(page, 'Sign in', { username, password }))
    },
  }
}

type Form = { action: string; values: Record<string, string>; buttons: Map<string, string> }
export type Page = Awaited<ReturnType<typeof pageOf>>

async function pageOf(response: Response, url: URL) {
  const source = await response.text()
  const forms = [...source.matchAll(/<form([^>]*)>(.*?)<\/form>/gs)].map(([, head = '', body = '']): Form => {
    const attribute = (tag: string, name: string) => unescape(new RegExp(`\\b${name}="([^"]*)"`).exec(tag)?.[1] ?? '')
    const inputs = [...body.matchAll(/<input[^>]*>/gs)].map(([tag]) => [
      attribute(tag, 'name'),
      attribute(tag, 'value'),
    ])
    const buttons = [...body.matchAll(/<button([^>]*)>([^<]*)<\/button>/gs)]
    return {
      action: attribute(head, 'action'),
      values: Object.fromEntries(inputs) as Record<string, string>,
      buttons: new Map(buttons.map(([, tag = '', text = '']) => [unescape(text.trim()), attribute(tag, 'value')])),
    }
  })
  return {
    status: response.status,
    headers: response.headers,
    url,
    location: response.headers.get('location'),
    source,
    forms,
    /** What a person reads. */
    text: unescape(
      source
        .replace(/<style.*?<\/style>/s, '')
        .replace(/<[^>]+>/g, ' ')
        .replace(/\s+/g, ' '),
    ),
    /** What stands below this label. */
    result: (label: string) =>
      unescape(new RegExp(`>${label}</label>\\s*<output[^>]*>([^<]*)<`).exec(source)?.[1] ?? ''),
  }
}

const unescape = (text: string) =>
  text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')
