import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { domains } from '#services/desktop/accounts.ts'
import { codeOf } from '../desktop/second-factor/protected-world.ts'
import { otherThan } from '../desktop/sign-in.ts'
import { startWorld, type World } from './identity-world.ts'

let world: World
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.stop())
afterEach(() => void vi.useRealTimers())

const signIn = async (username: string, domain?: string, password = world.password) => {
  const visitor = world.browser()
  const typed = { username, password, ...(domain !== undefined && { domain }) }
  return { visitor, page: await visitor.press(await visitor.open('/developer'), 'Sign in', typed) }
}

describe('the choice of where to sign in to', () => {
  test('offers the local account and each directory domain', async () => {
    const { source } = await world.browser().open('/developer')
    const options = [...source.matchAll(/<option value="([^"]*)"[^>]*>([^<]*)</g)].map(([, value, text]) => [
      value,
      text,
    ])
    expect(options).toEqual([['', 'Local account'], ...domains.map((name) => [name, name])])
    expect(source).toMatch(/<label for="domain">Sign in to</)
  })

  test.each([undefined, '', 'DEMO', 'demo'])('lets in by %j', async (domain) => {
    const { visitor, page } = await signIn('admin', domain)
    expect((await visitor.follow(page)).text).toContain('Developer console')
  })

  test.each(['BRANCH', 'ELSEWHERE', 'x'.repeat(300), '"><script>'])(
    'refuses the account in %j, which it does not belong to, and keeps the choice',
    async (domain) => {
      const { page } = await signIn('operator', domain)
      expect(page.status).toBe(401)
      expect(page.text).toContain('Invalid user name or password')
      expect(page.source).not.toContain('<script')
      if (domain === 'BRANCH') expect(page.source).toMatch(/<option value="BRANCH"\s+selected/)
      else expect(page.source).not.toMatch(/<option[^>]*selected/)
    },
  )
})

describe('an account with an authenticator application', () => {
  const askFor = (name: string) =>
    fetch(`${world.lab}/accounts`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ name, second_factor: 'authenticator' }),
    })

  test('is shown its key the first time, also after a wrong code, and then asked for the code alone', async () => {
    vi.setSystemTime('2026-11-21T12:00:10Z')
    await askFor('helpdesk')
    const { visitor, page } = await signIn('helpdesk')
    const secret = page.result('Key').replaceAll(' ', '')
    expect(secret).toMatch(/^[A-Z2-7]{32}$/)
    expect(page.source).toMatch(/role="img" aria-label="QR code with the key"/)
    expect(page.source).toContain('<svg')
    const wrong = await visitor.press(page, 'Verify', { otp: otherThan(codeOf(secret)) })
    expect(wrong.status).toBe(401)
    expect(wrong.text).toContain('Invalid or expired one-time code')
    expect(wrong.result('Key').replaceAll(' ', '')).toBe(secret)
    const inside = await visitor.follow(await visitor.press(wrong, 'Verify', { otp: codeOf(secret) }))
    expect(inside.text).toContain('Developer console')

    const next = await signIn('helpdesk', 'DEMO')
    expect(next.page.text).toContain('Enter the code that your authenticator application shows')
    expect(next.page.source).not.toContain('<svg class')
    expect(next.page.result('Key')).toBe('')
    const again = await next.visitor.press(next.page, 'Verify', { otp: codeOf(secret) })
    expect(again.text).toContain('This code has already been used. Wait for the next one')
    const last = await next.visitor.press(again, 'Verify', { otp: codeOf(secret, 1) })
    expect((await next.visitor.follow(last)).text).toContain('Developer console')
  })

  test('starts again with the password once its attempt has ended', async () => {
    await askFor('operator')
    const { visitor, page } = await signIn('operator')
    vi.setSystemTime(Date.now() + 11 * 60_000)
    const ended = await visitor.press(page, 'Verify', { otp: '123456' })
    expect(ended.text).toContain('This sign-in attempt has ended')
    expect(ended.forms[0]?.buttons.has('Sign in')).toBe(true)
    expect(ended.result('Key')).toBe('')
  })
})
