// A console whose accounts are administrators of everything, each by any name, before devices that a test can wipe.
import type { Job } from '#contract/console/jobs.ts'
import { token } from '../../../support/proxy.ts'
import { type Answer, json } from '../../../support/upstream.ts'
import { startJobs } from '../jobs/job-world.ts'

type Options = Parameters<typeof startJobs>[0]
export type ApprovalWorld = Awaited<ReturnType<typeof startApprovals>>
export const reason = 'Stolen from the warehouse'
export const ceilingOf5 = {
  site: 'test',
  action: 'wipe',
  mode: 'above',
  above: 5,
  minutes: 60,
  user_name: '',
  at: 0,
} as const
const wipes = { endpoint: 'mdm.wipeDevices', title: 'Wipe', input: {} }

export async function startApprovals(options?: Options) {
  const world = await startJobs(options)
  world.proxy.desktop.answer(administrators)
  return {
    ...world,
    limit: (above = 5) =>
      world.proxy.tables
        .insertInto('console_approval_rule')
        .values({ ...ceilingOf5, above })
        .execute(),
    /** Nothing was done, set or held before. */
    forget: async () => {
      world.server.sent.length = 0
      await world.proxy.tables.deleteFrom('console_guarded_use').execute()
      await world.proxy.tables.deleteFrom('console_approval_rule').execute()
      await world.proxy.tables.updateTable('console_job').set({ state: 'ended' }).where('state', '=', 'held').execute()
    },
    startWipes: async (cookie: string, count: number) => {
      const { id } = await world.plan(cookie, count, wipes)
      return world.call<Job>('console.startJob', { job: id, reason }, cookie)
    },
    planWipes: (cookie: string, count: number) => world.plan(cookie, count, wipes),
    answer: async (row: string, input: object, cookie: string) => {
      const { status, value } = await world.proxy.call(row, input, cookie)
      return { status, code: value.code, message: value.message }
    },
    wipedDevices: () => world.server.sent.flatMap(({ device_ids }) => device_ids),
    signIn: (name: string) => world.proxy.signInConfirmed(name),
  }
}

/** The same, but some are disabled: the server refuses their tokens, with the reason. */
export const administratorsWithout =
  (disabled: readonly string[]): Answer =>
  ({ url, body, headers: { authorization = '' } }, response) => {
    if (url.includes('/authentication')) {
      const { username = '' } = JSON.parse(body || '{}') as { username?: string }
      return json(response, administrator(username, `token-of-${username}`))
    }
    if (disabled.some((name) => authorization.includes(`token-of-${name}`)))
      return json(response, { error_code: '10006' }, 401)
    const { authentication } = administrator('first').message_response
    return json(response, { message_type: 'account', message_response: { account: authentication }, status: 'success' })
  }

const everything = ['MDM_Admin', 'MDM_Write', 'KeyManagement_Admin', 'Common_Admin']

/** Each name is an administrator of everything; the password of an account can be reset. */
export const administrators: Answer = ({ url, body }, response) => {
  const { username = '' } = JSON.parse(body || '{}') as { username?: string }
  if (url.endsWith('/accounts/resetpassword')) {
    const result = { account: {}, password: 'new' }
    return json(response, {
      message_type: 'resetpassword',
      message_response: { resetpassword: result },
      status: 'success',
    })
  }
  if (url.endsWith('/accounts/create')) {
    const create = { account: {}, password: 'new' }
    return json(response, { message_type: 'create', message_response: { create }, status: 'success' })
  }
  if (!url.includes('/authentication')) return json(response, { error_code: '10022' }, 404)
  return json(response, administrator(username))
}
export const administrator = (username: string, authToken?: string) => {
  const answered = token(username, authToken) as unknown as {
    message_response: { authentication: { user_permissions: object } }
  }
  answered.message_response.authentication.user_permissions = { read: ['MDM_Read'], write: [], admin: everything }
  return answered
}
