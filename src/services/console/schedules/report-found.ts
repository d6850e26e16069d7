import { type FoundReport, maxFoundPlaces } from '#contract/console/schedules.ts'
import { listCertificates } from '#contract/keys/certificates.ts'
import { hostPlace } from '#contract/keys/rules/hosts/host-place.ts'
import type { JobOwner, People } from '#platform/console.ts'
import type { FoundStore, Seen, Unreported } from './found-store.ts'

type Listed = { CertID?: string | number; 'Common Name'?: string; 'DNS Name/FQDN'?: string; Port?: string | number }
type Presented = { id: number; name: string }
type Parts = { store: FoundStore; callAs: People['callAs']; signal: AbortSignal }
type DiscoveryInput = Awaited<ReturnType<FoundStore['asked']>>

/** Compares the result of a discovery with the previous run. */
export async function reportFound({ store, callAs, signal }: Parts, run: Unreported, owner: JobOwner) {
  const [asked, before] = [await store.asked(run.job), await store.seenBy(run.schedule)]
  const presented = await presentedNow(callAs, owner, signal)
  const { report, seen } = compared(asked, before, presented)
  await store.report(run, report, seen)
}

/** The latest certificate by host and port; the inventory also has earlier ones. */
async function presentedNow(callAs: People['callAs'], owner: JobOwner, signal: AbortSignal) {
  const presented = new Map<string, Presented>()
  await callAs(owner, listCertificates, {}, signal, {
    begin: () => presented.clear(),
    add: (rows) => {
      for (const row of rows as readonly Listed[]) {
        const { CertID = 0, 'Common Name': name = '', 'DNS Name/FQDN': host = '', Port: port = 0 } = row
        const place = hostPlace(host.toLowerCase(), port)
        const known = presented.get(place)
        if (host !== '' && Number(port) > 0 && Number(CertID) > (known?.id ?? 0))
          presented.set(place, { id: Number(CertID), name })
      }
    },
  })
  return presented
}

function compared(asked: DiscoveryInput, before: readonly Seen[], presented: ReadonlyMap<string, Presented>) {
  const seen = new Map(before.map(({ place, certificate }) => [place, certificate]))
  const report: FoundReport = { isFirst: before.length === 0, added: 0, changed: 0, lost: 0, places: [] }
  const note = (change: FoundReport['places'][number]['change'], place: string, name: string) => {
    report[change] += 1
    if (!report.isFirst && report.places.length < maxFoundPlaces) report.places.push({ place, change, name })
  }
  for (const { subject, outcome } of asked) {
    const place = subject.toLowerCase()
    const now = outcome === 'done' ? presented.get(place) : undefined
    const known = seen.get(place)
    if (outcome === 'failed' && known !== undefined) {
      note('lost', place, '')
      seen.delete(place)
    }
    if (now === undefined || known === String(now.id)) continue
    note(known === undefined ? 'added' : 'changed', place, now.name)
    seen.set(place, String(now.id))
  }
  return { report, seen: [...seen].map(([place, certificate]) => ({ place, certificate })) }
}
