// An audit of many entries, made at once: one transaction for each would take minutes.
import { headSeal } from '#platform/archives/keyed-hash.ts'
import { insertAll } from '#platform/database/differences.ts'
import { chainKey, hashOf } from '#services/console/audit/chain.ts'
import { searchedText } from '#services/console/audit/searched-text.ts'
import { masterKey, type TrailWorld } from './trail-world.ts'

const batchSize = 2000

/** As many as wanted, one second after the other, the first at that time. */
export async function fillAudit({ tables }: TrailWorld, count: number, from: number) {
  const key = chainKey(masterKey)
  let hash = ''
  for (let first = 1; first <= count; first += batchSize) {
    const rows = Array.from({ length: Math.min(batchSize, count - first + 1) }, (_, at) => {
      const facts = {
        id: first + at,
        at: from + (first + at - 1) * 1000,
        site: 'test',
        user_name: `user ${at % 50}`,
        address: '10.1.2.3',
        action: 'mdm.lockDevice',
        target: `device_id: ${at}, message: ${'Ä'.repeat(at % 80)}`,
        reason: at % 7 === 0 ? `Left in taxi ${at}` : '',
        ticket: '',
        result: 'done',
        code: '',
        revealed_to: null,
      }
      hash = hashOf(key, hash, facts)
      return { ...facts, searched: searchedText(facts), hash }
    })
    await insertAll(tables, 'proxy_audit', rows)
  }
  await tables
    .updateTable('proxy_audit_head')
    .set({ last: count, hash, seal: headSeal(key, { last: count, hash }) })
    .execute()
}
