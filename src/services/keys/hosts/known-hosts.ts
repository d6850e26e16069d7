import type { Kysely } from 'kysely'
import { targetOf } from '#services/keys/deployment/presented.ts'
import type { Target } from '#services/keys/discovery/target.ts'
import type { KeyTables } from '#services/keys/tables.ts'
import { hostPort } from './host-port.ts'

const hostsAtOnce = 200 // batch size

/** All hosts with an observation or deployment, in batches. */
export async function* knownHosts(db: Kysely<KeyTables>): AsyncGenerator<Target[]> {
  const seen = new Set<string>()
  let last: Target = { host: '', port: 0 }
  for (;;) {
    const after = last
    const some = await db
      .selectFrom('key_certificate_place')
      .select(['host', 'port'])
      .union(db.selectFrom('key_tls_host').select(['host', 'port']))
      .orderBy('host')
      .orderBy('port')
      .$call((query) =>
        db
          .selectFrom(query.clearOrderBy().as('known'))
          .select(['host', 'port'])
          .where((eb) =>
            eb.or([eb('host', '>', after.host), eb.and([eb('host', '=', after.host), eb('port', '>', after.port)])]),
          )
          .orderBy('host')
          .orderBy('port')
          .limit(hostsAtOnce),
      )
      .execute()
    for (const one of some) seen.add(hostPort(one))
    if (some.length > 0) yield some
    last = some.at(-1) ?? last
    if (some.length < hostsAtOnce) break
  }
  const servers = await db.selectFrom('key_server').select('tls_address').where('tls_address', 'is not', null).execute()
  const addresses = new Map(
    servers.flatMap(({ tls_address }) => {
      const target = tls_address === null ? undefined : targetOf(tls_address)
      return target && !seen.has(hostPort(target)) ? [[hostPort(target), target] as const] : []
    }),
  )
  if (addresses.size > 0) yield [...addresses.values()]
}
