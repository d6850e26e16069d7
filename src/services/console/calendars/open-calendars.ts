import type { Kysely } from 'kysely'
import type { Places } from '#contract/attention/concern.ts'
import { Problem } from '#contract/problem.ts'
import type { People } from '#platform/console.ts'
import type { Log } from '#platform/log.ts'
import { guessLimit } from '#platform/limits/guess-limit.ts'
import { sealFor } from '#platform/seal.ts'
import type { Sites } from '#platform/upstream/sites.ts'
import type { SeenAccounts } from '#services/console/preferences/seen-accounts.ts'
import type { ConsoleTables } from '#services/console/tables.ts'
import { answerCalendar } from './answer-calendar.ts'
import { feedHandlers } from './feed-handlers.ts'
import { feedStore } from './feed-store.ts'
import { calendarReader } from './read-calendar.ts'

type Settings = {
  database: Kysely<ConsoleTables>
  masterKey: Buffer
  sites: Sites
  people: Pick<People, 'callAs' | 'credentialOf'>
  places: Pick<Places, 'certificate'>
  accounts: Pick<SeenAccounts, 'seenAt'>
  log: Log
}

/** Calendar feeds of users (decision 173). */
export function openCalendars({ database, masterKey, sites, people, places, accounts, log }: Settings) {
  const store = feedStore(database, sealFor('calendar feed', masterKey), Date.now)
  const tooMany = (_: unknown, retryAfterSeconds: number) =>
    new Problem('TOO_MANY_ATTEMPTS', undefined, { retryAfterSeconds })
  return {
    handlers: feedHandlers(store, people),
    answer: answerCalendar({
      store,
      sites,
      people,
      guesses: guessLimit(database, 'console_calendar_guess', tooMany),
      read: calendarReader({ callAs: people.callAs, sites, places, clock: Date.now }),
      seenAt: accounts.seenAt,
      clock: Date.now,
      log,
    }),
    revokeAll: store.revokeAll,
  }
}
