// The proxy with somebody signed in who may do everything, and what its audit holds.
import { exportAudit } from '#contract/console/audit.ts'
import { endpoints } from '#contract/endpoints.ts'
import { fileNameIn } from '#contract/http/file-answer.ts'
import { addressOf } from '#contract/session.ts'
import { confirmedForMs } from '#proxy/sessions/session-store.ts'
import { own, secret, startProxy } from '../../../support/proxy.ts'
import { type Answer, json } from '../../../support/upstream.ts'

export type AuditedProxy = Awaited<ReturnType<typeof startAuditedProxy>>

/** Every permission that a row asks for. */
const permissions = [...new Set([...endpoints.values()].map(({ permission }) => permission))].filter((one) =>
  one.includes('_'),
)
const modules = [...new Set(permissions.map((one) => one.slice(0, one.lastIndexOf('_'))))]
const powers = (name: string) => (/^(root|otp)/.test(name) ? modules.map((module) => `${module}_Admin`) : [])

export async function startAuditedProxy(options?: Parameters<typeof startProxy>[0]) {
  const proxy = await startProxy(options)
  // Any input is called, members of groups included: nobody waits for a second person here.
  const free = { site: 'test', action: 'wipe', mode: 'free', above: 0, minutes: 1, user_name: '', at: 0 } as const
  await proxy.tables.insertInto('console_approval_rule').values(free).execute()
  const usual = signsInAs(secret)
  const answerAsUsual = () => {
    proxy.desktop.answer(usual)
    proxy.mdm.answer((_, response) => json(response, { status: 'Success' }))
    proxy.keys.answer((_, response) =>
      json(response, { name: 'x', result: { status: 'Success', message: 'Done' }, details: [] }),
    )
  }
  answerAsUsual()

  const newest = () =>
    proxy.tables
      .selectFrom('proxy_audit')
      .select(({ fn }) => fn.max('id').as('id'))
      .executeTakeFirstOrThrow()
  let people = 0
  const confirm = async () => {
    const confirmed_until = Date.now() + confirmedForMs - 1000
    await proxy.tables.updateTable('proxy_session').set({ confirmed_until }).execute()
  }
  const signIn = async (username: string) =>
    (await proxy.call('session.signIn', { username, password: secret.password })).cookie
  return {
    ...proxy,
    secret,
    answerAsUsual,
    /** Somebody who has not been here before, and may do everything unless they are a guest. */
    arrives: async (kind: 'root' | 'guest' = 'root', confirmed = true) => {
      const name = `${kind} ${(people += 1)}`
      const cookie = await signIn(name)
      if (confirmed) await confirm()
      return { name, cookie }
    },
    /** The same person once more. */
    returns: async (name: string) => {
      const cookie = await signIn(name)
      await confirm()
      return { cookie }
    },
    lastEntry: async () => (await newest()).id ?? 0,
    entriesAfter: (id: number) =>
      proxy.tables.selectFrom('proxy_audit').selectAll().where('id', '>', id).orderBy('id').execute(),
    verify: async () => {
      return (await proxy.call('console.verifyAudit', {}, await signIn('root'))).value as {
        intact: boolean
        entries: number
      }
    },
    exported: async (format: 'csv' | 'jsonl') => {
      const headers = { ...own, cookie: await signIn('root') }
      const { text, headers: answered } = await proxy.send(
        addressOf(exportAudit),
        'POST',
        headers,
        JSON.stringify({ format }),
      )
      if (!fileNameIn(String(answered['content-disposition'])).endsWith(format)) throw new Error('No file')
      return text
    },
  }
}

const signsInAs =
  ({ password, otp, uid, token }: typeof secret): Answer =>
  ({ url, body }, response) => {
    const input = JSON.parse(body || '{}') as { username?: string; password?: string; uid?: string; otp?: string }
    const envelope = (name: string, result: object) =>
      json(response, {
        message_type: name,
        message_response: { [name]: result },
        message_version: '1.0',
        status: 'success',
      })
    const refused = (error_code: string) =>
      json(response, { status: 'error', error_code, error_description: 'no' }, 401)
    const admitted = (user_name: string) =>
      envelope('authentication', {
        user_permissions: { read: [], write: [], admin: powers(user_name) },
        user_data: {
          user_id: numberOf(user_name),
          user_name,
          auth_type: 'Local Authentication',
          email: '',
          phone_number: null,
        },
        auth_data: { auth_token: token },
        two_factor_data: { is_TwoFactor_Enabled: false, OTP_Validation_Required: false },
      })
    if (url.endsWith('/otpValidate')) return input.otp === otp && input.uid === uid ? admitted('otp') : refused('10003')
    if (!url.includes('/authentication')) return envelope('list', {})
    if (Buffer.from(input.password ?? '', 'base64').toString() !== password) return refused('10001')
    if (input.username !== 'otp') return admitted(input.username ?? '')
    return envelope('authentication', {
      two_factor_data: {
        unique_userID: uid,
        is_TwoFactor_Enabled: true,
        message: 'Mail has been sent',
        remember_token_days: 30,
        OTP_Validation_Required: true,
      },
    })
  }

/** Every name is another account. */
const numberOf = (name: string) =>
  Array.from(name).reduce((number, letter) => (number * 31 + letter.charCodeAt(0)) % 1e9, 7)
