// A desktop-management server whose accounts a test can change: second factors, remembered devices, rights.
import { randomUUID } from 'node:crypto'
import { type Proxy, secret } from '../../support/proxy.ts'
import { type Answer, json, type Received } from '../../support/upstream.ts'

type Account = { id: string; factor: boolean; disabled: boolean; rights: string[] }
type Asked = Partial<Record<'username' | 'password' | 'uid' | 'otp' | 'rememberme_enabled' | 'device_token', string>>

export const rememberDays = 30
const everything = ['Common', 'SOM', 'Inventory', 'MDM', 'KeyManagement'].map((module) => `${module}_Admin`)

export function desktopServer() {
  const accounts = new Map<string, Account>()
  const [tokens, attempts, devices] = [new Map<string, string>(), new Map<string, string>(), new Map<string, string>()]
  let codes = 0
  let code = ''
  const habits = {
    /** Its answer to desktop.getOwnAccount; a server of another maker has no such row. */
    ownAccount: 'there' as 'there' | 'unknown' | 'failing' | 'refused as unknown',
    /** A remembered device is told a new word at each use. */
    rotates: true,
    /** A right code counts a second time. */
    replays: false,
    /** Who gives a code gets a device's word, asked for or not. */
    remembersAll: false,
  }

  const signedIn = (name: string, more = {}) => {
    const token = `${secret.token}-${randomUUID()}`
    tokens.set(token, name)
    return { ...facts(name), auth_data: { auth_token: token }, ...more }
  }
  const facts = (user_name: string) => ({
    user_permissions: { read: [], write: [], admin: accounts.get(user_name)?.rights ?? [] },
    user_data: { user_id: accounts.get(user_name)?.id ?? '', user_name, auth_type: 'Local', email: '' },
  })
  const newDevice = (name: string) => {
    const device_token = `canary-device-${randomUUID()}`
    devices.set(device_token, name)
    return { device_token }
  }
  const attempt = (name: string) => {
    const uid = randomUUID()
    attempts.clear()
    attempts.set(uid, name)
    code = String(100_000 + (codes += 1))
    const asks = { unique_userID: uid, is_TwoFactor_Enabled: true, OTP_Validation_Required: true, message: 'Mail sent' }
    return { two_factor_data: { ...asks, remember_token_days: rememberDays } }
  }

  const authenticate = ({ username = '', password = '', device_token = '' }: Asked) => {
    const name = username.toLowerCase()
    const account = accounts.get(name)
    if (!account || Buffer.from(password, 'base64').toString() !== secret.password) return refused('10001')
    if (account.disabled) return refused('10006', 403)
    if (!account.factor) return ok('authentication', signedIn(name))
    if (devices.get(device_token) !== name) return ok('authentication', attempt(name))
    if (!habits.rotates) return ok('authentication', signedIn(name))
    devices.delete(device_token)
    return ok('authentication', signedIn(name, newDevice(name)))
  }
  const validate = ({ uid = '', otp, rememberme_enabled }: Asked) => {
    const name = attempts.get(uid)
    if (!name) return refused('10004')
    if (otp !== code) return refused('10003')
    if (!habits.replays) attempts.delete(uid)
    return ok(
      'authentication',
      signedIn(name, rememberme_enabled === 'true' || habits.remembersAll ? newDevice(name) : {}),
    )
  }
  const nameOf = ({ headers }: Received) => {
    const name = tokens.get(headers.authorization ?? '') ?? ''
    const account = accounts.get(name)
    return account && !account.disabled ? name : undefined
  }

  const answer: Answer = (request, response) => {
    const asked = (request.body ? JSON.parse(request.body) : {}) as Asked
    const reply = ([status, body]: readonly [number, object]) => json(response, body, status)
    if (request.url.endsWith('/otpValidate')) return reply(validate(asked))
    if (request.url.endsWith('/authentication')) return reply(authenticate(asked))
    if (request.url.endsWith('/discover')) return reply(ok('discover', { domains: ['EXAMPLE'] }))
    const name = nameOf(request)
    if (!request.url.endsWith('/desktop/account')) return reply(name ? ok('list', {}) : refused('10002'))
    if (habits.ownAccount === 'failing') return reply(refused('10050', 500))
    if (habits.ownAccount === 'unknown') return reply(refused('10022', 404))
    if (habits.ownAccount === 'refused as unknown') return reply(refused('10022', 401))
    return reply(name ? ok('account', facts(name)) : refused('10002'))
  }
  return {
    answer,
    add: (name: string, facts: Partial<Account> = {}) => {
      const account = { id: String(accounts.size + 1), factor: false, disabled: false, rights: everything, ...facts }
      accounts.set(name, account)
      return account
    },
    /** The newest one-time code. */
    code: () => code,
    forgetDevices: () => devices.clear(),
    habits,
  }
}

const ok = (message_type: string, result: object) =>
  [200, { message_type, message_response: { [message_type]: result }, status: 'success' }] as const
const refused = (error_code: string, status = 401) =>
  [status, { status: 'error', error_code, error_description: `refused ${secret.password}` }] as const

/** The cookies of one browser, as a browser keeps them. */
export function browserOf(proxy: Proxy) {
  let kept = new Map<string, string>()
  let lastSet: string[] = []
  const call = async (row: string, input: object = {}, headers: Record<string, string> = {}, through = proxy) => {
    const answer = await through.call(row, input, [...kept].map((pair) => pair.join('=')).join('; '), headers)
    lastSet = [answer.headers['set-cookie'] ?? []].flat()
    for (const cookie of lastSet) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
      if (value) kept.set(name, value)
      else kept.delete(name)
    }
    return answer
  }
  return {
    call,
    /** The same browser at another process. */
    at:
      (other: Proxy) =>
      (row: string, input: object = {}) =>
        call(row, input, {}, other),
    signIn: (username: string, password = secret.password) => call('session.signIn', { username, password }),
    state: async () => (await call('session.current')).value.state,
    cookie: (ending = '') => kept.get(`__Host-Http-triptych${ending}`),
    /** The Set-Cookie headers of the answer before. */
    lastSet: () => lastSet,
    /** Another browser with the same cookies: somebody has copied them. */
    copy: () => {
      const other = browserOf(proxy)
      other.keep(kept)
      return other
    },
    keep: (cookies: ReadonlyMap<string, string>) => {
      kept = new Map(cookies)
    },
    forget: (ending: string) => kept.delete(`__Host-Http-triptych${ending}`),
  }
}
