import type { Question } from '#contract/console/views/views.ts'
import { queryDevices } from '#contract/fleet/fleet-endpoints.ts'
import type { Person } from '#platform/console.ts'
import type { StoredView, ViewStore } from './view-store.ts'

export type PinnedQuery = Pick<StoredView, 'id' | 'name' | 'page' | 'search'> & { question: Question }

/** Limit of counted views per site. */
const max = 100

const withQuestion = (view: StoredView): PinnedQuery[] => (view.question ? [{ ...view, question: view.question }] : [])

/** Pinned device queries, which the index can count without a session. */
export const pinnedQueries = (store: Pick<ViewStore, 'list' | 'pinned' | 'pinnedOfList'>) => ({
  ofSite: async (site: string): Promise<PinnedQuery[]> =>
    (await store.pinnedOfList(site, queryDevices.id, max)).flatMap(withQuestion),
  /** Queries pinned by a user that are still visible to them. */
  ofPerson: async (person: Person): Promise<PinnedQuery[]> => {
    const pinned = await store.pinned(person.owner)
    const seen = await store.list(person, undefined)
    return seen.filter(({ id, list }) => list === queryDevices.id && pinned.has(id)).flatMap(withQuestion)
  },
})
export type PinnedQueries = ReturnType<typeof pinnedQueries>
