import type { Context } from 'hono'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import type { Kysely } from 'kysely'
import { type Input, type Output, type Permission, type Row, serviceOf } from '#contract/endpoint.ts'
import { fromWireInput, toResponse } from '#contract/http.ts'
import { holds } from '#contract/permission.ts'
import { Problem, type ServiceName } from '#contract/problem.ts'
import { rows } from '#contract/rows.ts'
import { apiPrefix, session as sessionRows } from '#contract/session.ts'
import { forward } from './forward.ts'
import { requireOwnCall } from './guard.ts'
import { wireInputOf } from './input.ts'
import { type Env, reply } from './reply.ts'
import { sealFor } from './seal.ts'
import { type Session, sessionStore } from './session.ts'
import { signInHandlers } from './sign-in.ts'
import type { ProxyTables } from './tables.ts'
import { type Connection, openUpstream } from './upstream.ts'

export type ApiSettings = {
  database: Kysely<ProxyTables>
  masterKey: Buffer
  connections: Partial<Record<ServiceName, Connection>>
  /** Where browsers reach the console: `http://127.0.0.1:8080`. */
  origins: ReadonlySet<string>
  /** The console shows its embedded demo world. */
  demo: boolean
}

/** Chromium and Firefox take it on http://127.0.0.1 too; with this prefix no other site, port or script can set it. */
const cookieName = '__Host-Http-triptych'
const cookieForm = { path: '/', secure: true, httpOnly: true, sameSite: 'Strict' } as const

/** `POST /api/<row id>`: checked against its row, then answered by the proxy itself or by the row's server. */
export function api({ database, masterKey, connections, origins, demo }: ApiSettings) {
  const upstreams = new Map(
    Object.entries(connections).map(([name, connection]) => [name, openUpstream(name as ServiceName, connection)]),
  )
  const sessions = sessionStore(database, sealFor('session', masterKey))
  const own = ownCalls(signInHandlers(sessions, upstreams.get('desktop'), demo))

  const handle = async (context: Context<Env>): Promise<Response> => {
    const row = requireRow(context)
    requireOwnCall(context, origins)
    const id = getCookie(context, cookieName)
    const session = await sessions.find(id)
    requirePermission(row.permission, session)
    const input = fromWireInput(row, await wireInputOf(context, row))
    const more = row.permissionFor?.(input as never)
    if (more) requirePermission(more, session)
    const { signal } = context.req.raw

    const answer = own.get(row.id)
    if (answer) {
      const address = context.env?.incoming?.socket.remoteAddress ?? ''
      const outcome = await answer(input, { id, session, address, signal })
      if (outcome.id) setCookie(context, cookieName, outcome.id, cookieForm)
      if (outcome.id === null) {
        deleteCookie(context, cookieName, cookieForm)
        context.header('clear-site-data', '"cache", "storage"')
      }
      return reply(context, toResponse(row, outcome.output).body)
    }

    const upstream = upstreams.get(serviceOf(row))
    if (!upstream) throw new Problem('NOT_CONNECTED', undefined, { service: serviceOf(row) })
    try {
      const { body, headers } = await forward(row, input, { upstream, session, signal })
      return await reply(context, body, { headers, secret: row.secret })
    } catch (error) {
      if (error instanceof Problem && error.code === 'SIGNED_OUT') await sessions.end(id)
      throw error
    }
  }

  const close = () => Promise.all([...upstreams.values()].map((upstream) => upstream.close()))
  return { handle, close }
}

type Own = ReturnType<typeof signInHandlers>
type OwnCall = (
  input: Input<Row>,
  caller: Parameters<Own['signOut']>[1],
) => Promise<{ output: Output<Row>; id?: string | null }>

/** The rows that the proxy answers itself, by id. */
const ownCalls = (handlers: Own) =>
  new Map(
    Object.entries(sessionRows).map(([name, row]): [string, OwnCall] => [
      row.id,
      handlers[name as keyof Own] as unknown as OwnCall,
    ]),
  )

/** The allow-list is the contract; rows of the proxy alone do not exist for a browser. */
function requireRow(context: Context<Env>): Row {
  const row = rows.get(context.req.path.slice(apiPrefix.length))
  if (!row || row.permission === 'proxy') throw new Problem('NOT_FOUND')
  context.set('route', row.id)
  if (context.req.method === 'POST') return row
  context.header('allow', 'POST')
  throw new Problem('METHOD')
}

function requirePermission(permission: Permission, session: Session | undefined) {
  if (permission === 'anyone') return
  if (session?.kind !== 'signed-in') throw new Problem('SIGNED_OUT')
  if (!holds(session.user.permissions, permission)) throw new Problem('FORBIDDEN', `Your account needs ${permission}`)
}
