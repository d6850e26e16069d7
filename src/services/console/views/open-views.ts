import type { Kysely } from 'kysely'
import type { views } from '#contract/console/views/views.ts'
import type { ConsoleHandlers, People } from '#platform/console.ts'
import { sealFor } from '#platform/seal.ts'
import { ruleStore } from '#services/console/notifications/rule-store.ts'
import type { ConsoleTables } from '#services/console/tables.ts'
import { annotationHeadings } from './annotation-headings.ts'
import { pinnedQueries } from './pinned-queries.ts'
import { viewHandlers } from './view-handlers.ts'
import { viewStore } from './view-store.ts'
import { watchStore } from './watch-store.ts'
import { signedOut, viewWatcher } from './watch-views.ts'

type Settings = {
  database: Kysely<ConsoleTables>
  masterKey: Buffer
  people: Pick<People, 'callAs' | 'credentialOf'>
  /** Starts a check of watched views. */
  wake: () => void
}

/** Saved views, with watching, pinning and export. */
export function openViews({ database, masterKey, people, wake }: Settings) {
  const store = viewStore(database, sealFor('view', masterKey))
  const watches = watchStore(database, sealFor('view watch', masterKey))
  const rules = ruleStore(database, Date.now)
  const handlers: Pick<ConsoleHandlers, keyof typeof views> = viewHandlers({
    store,
    watches,
    rules,
    people,
    wake,
    headingsOf: (site) => annotationHeadings(database, site),
  })
  return {
    handlers,
    pinnedQueries: pinnedQueries(store),
    watched: viewWatcher({ views: store, watches, people, clock: Date.now }),
    signOut: (owner: string) => watches.pauseOf(owner, signedOut),
  }
}
