import { readFileSync } from 'node:fs'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { toWireInput } from '#contract/http/http.ts'
import { stringifyJson } from '#contract/json.ts'
import { addressOf, csrfHeader, currentSession, signInOptions, sitePath } from '#contract/session.ts'
import { paths } from '#paths.ts'

const html = readFileSync('index.html', 'utf8')
const [, source = ''] = /<script>([\s\S]*?)<\/script>/.exec(html) ?? []
const firstScript = source
  .replace("'__SIGN_IN_FILES__'", JSON.stringify(['/assets/sign-in.js']))
  .replace("'__CONSOLE_FILES__'", JSON.stringify(['/assets/routes.js', '/assets/routes.css']))
  .replace("'__PAGES_FILES__'", JSON.stringify(['/assets/routes.js', '/assets/further-pages.js']))
const hrefsOf = ({ links }: ReturnType<typeof run>) => links.map(({ href }) => href)
const ofSignIn = ['/assets/sign-in.js']
const ofPages = ['/assets/routes.js', '/assets/further-pages.js']

/** Runs the first script of the page as a browser would. */
function run(
  stored: string | null,
  prefersDark: boolean,
  pathname = '/devices',
  signedOut = false,
  carried?: string[],
) {
  const policies: Record<string, { createHTML(html: string): string | null }> = {}
  const asked: [string, RequestInit][] = []
  const window = {
    trustedTypes: { createPolicy: (name: string, policy: (typeof policies)[string]) => (policies[name] = policy) },
    early: new Map<string, Promise<Response>>(),
    arrived: () => {},
    site: undefined as string | undefined,
  }
  const dataset: Record<string, string> = signedOut ? { signedOut: '' } : {}
  if (carried) dataset.early = JSON.stringify(carried)
  const listeners: Record<string, () => void> = {}
  const links: Record<string, string>[] = []
  const currentScript = { nonce: 'n0nce' }
  let data: object | null = null
  runInNewContext(firstScript, {
    Map,
    Response,
    window,
    document: {
      addEventListener: (type: string, listener: () => void) => (listeners[type] = listener),
      documentElement: { dataset },
      currentScript,
      querySelector: () => data,
      createElement: () => ({}),
      head: { append: (link: Record<string, string>) => links.push(link) },
    },
    location: { pathname },
    localStorage: { getItem: (key: string) => (key === 'triptych-color-scheme' ? stored : null) },
    matchMedia: () => ({ matches: prefersDark }),
    fetch: (url: string, options: RequestInit) => {
      asked.push([url, options])
      return Promise.resolve(new Response('the answer'))
    },
  })
  /** The page goes on to an answer that it carries. */
  const reach = (answer: object, textContent: string) => {
    data = { dataset: { answer: JSON.stringify(answer) }, textContent, remove: () => (data = null) }
    window.arrived()
    return data
  }
  const { early, site } = window
  const end = () => listeners.readystatechange?.()
  return { scheme: dataset.mantineColorScheme, asked, early, site, policy: policies.default, links, reach, end }
}

test('the page asks for the session before any script of ours has loaded, as the console would', async () => {
  const { asked, early } = run(null, false)
  const body = stringifyJson(toWireInput(currentSession, {}))
  expect(asked).toEqual([
    [
      addressOf(currentSession),
      {
        method: 'POST',
        headers: { 'content-type': 'application/json', [csrfHeader]: '1' },
        body,
        cache: 'no-store',
        redirect: 'error',
      },
    ],
  ])
  expect([...early.keys()]).toEqual([`${currentSession.id} ${body}`])
  expect(await (await early.get(`${currentSession.id} ${body}`))?.text()).toBe('the answer')
})

test('what the page carries is not asked; what did not come with it is, where a script waits for it', async () => {
  const [session, list, other] = ['session.current {}', 'mdm.listDevices {"limit":50}', 'mdm.listDevices {"limit":1}']
  const { asked, early, reach, end } = run(null, false, paths.devices, false, [session, list, other])
  expect([...early.keys()]).toEqual([session, list, other])
  expect(asked).toEqual([])
  expect(reach({ key: session, status: 503, headers: { 'retry-after': '2' } }, '{"code":"X"}')).toBeNull()
  const answer = await early.get(session)
  expect([answer?.status, answer?.headers.get('retry-after'), await answer?.text()]).toEqual([503, '2', '{"code":"X"}'])
  const waiting = early.get(list)
  early.delete(list) // as who takes it does
  end()
  expect(asked).toEqual([['/api/mdm.listDevices', expect.objectContaining({ body: '{"limit":50}' })]])
  expect(await (await waiting)?.text()).toBe('the answer')
  expect(early.has(other), 'it is asked when it is wanted').toBe(false)
})

test('the sign-in page asks at once how one can sign in, too', () => {
  const { asked, early } = run(null, false, paths.signIn)
  expect(asked.map(([url]) => url)).toEqual([addressOf(currentSession), addressOf(signInOptions)])
  expect(early.has(`${signInOptions.id} ${stringifyJson(toWireInput(signInOptions, {}))}`)).toBe(true)
})

test('a browser without a session loads nothing of the console, except for the pages that need none', () => {
  const page = run(null, false, paths.devices, true)
  expect(page.asked.map(([url]) => url)).toEqual([addressOf(currentSession), addressOf(signInOptions)])
  expect(hrefsOf(page)).toEqual(ofSignIn)
  for (const path of [paths.setUp, paths.health]) expect(hrefsOf(run(null, false, path, true))).toEqual(ofPages)
})

test('where there are several sites, the address says which one is asked', () => {
  for (const page of [paths.devices, paths.signIn]) {
    const { asked, site } = run(null, false, sitePath('head-office') + page)
    expect(site).toBe('head-office')
    for (const [, options] of asked) expect(options.headers).toMatchObject({ [csrfHeader]: 'head-office' })
  }
  expect(hrefsOf(run(null, false, sitePath('head-office') + paths.signIn))).toEqual(ofSignIn)
  expect(run(null, false, '/sites').site).toBeUndefined()
})

test.each([
  ['dark', false, 'dark'],
  ['light', true, 'light'],
  ['auto', true, 'dark'],
  ['auto', false, 'light'],
  [null, true, 'dark'],
  ['<script>', false, 'light'],
])('the color scheme %s, on a system that prefers dark: %s, is %s before the first paint', (stored, dark, scheme) => {
  expect(run(stored, dark).scheme).toBe(scheme)
})

test('the files of the console load together with the first script; signing in does without them', () => {
  expect(run(null, false).links).toEqual([
    { rel: 'modulepreload', href: '/assets/routes.js', nonce: 'n0nce', crossOrigin: '' },
    { rel: 'preload', as: 'style', href: '/assets/routes.css', nonce: 'n0nce', crossOrigin: '' },
  ])
  expect(hrefsOf(run(null, false, paths.signIn))).toEqual(ofSignIn)
  expect(hrefsOf(run(null, false, paths.overview))).toEqual(ofPages)
})

test('a string that could hold markup is refused by the page itself', () => {
  const { policy } = run(null, false)
  expect(policy?.createHTML('.a { color: red }')).toBe('.a { color: red }')
  expect(policy?.createHTML('<img src=x onerror=alert(1)>')).toBeNull()
  expect(policy?.createHTML('&lt;')).toBeNull()
})

test('the first script comes before every other', () => {
  expect(html.indexOf('<script>')).toBe(html.indexOf('<script'))
})
