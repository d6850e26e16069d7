import { type calendarFeeds, maxCalendarFeeds } from '#contract/console/calendars/calendar-feeds.ts'
import { Problem } from '#contract/problem.ts'
import type { ConsoleCaller, ConsoleHandlers, People } from '#platform/console.ts'
import type { FeedStore } from './feed-store.ts'

/** Management of the user's own calendar feeds. */
export function feedHandlers(
  store: FeedStore,
  people: Pick<People, 'credentialOf'>,
): Pick<ConsoleHandlers, keyof typeof calendarFeeds> {
  const personOf = ({ person }: ConsoleCaller) => {
    if (!person) throw new Problem('SIGNED_OUT')
    return person
  }
  return {
    listCalendarFeeds: async (_, caller) => {
      const feeds = await store.ofOwner(personOf(caller))
      return {
        rows: feeds.map(({ id, name, created_at, fetched_at, fetched_from, why }) => ({
          id,
          name,
          createdAt: created_at,
          fetchedAt: fetched_at > 0 ? fetched_at : undefined,
          fetchedFrom: fetched_from,
          why,
        })),
      }
    },

    createCalendarFeed: async ({ name }, caller) => {
      const person = personOf(caller)
      const kept = await people.credentialOf(person)
      if (!kept) throw new Problem('SIGNED_OUT')
      const { site, owner, name: user_name } = person
      const made = await store.create({ site, owner, user_name, name }, kept)
      if (!made) {
        throw new Problem('INVALID_INPUT', `An account has at most ${maxCalendarFeeds} calendar feeds`, {
          service: 'console',
        })
      }
      // A sign-out everywhere may have happened in between, before there was a feed to revoke.
      if (!(await people.credentialOf(person))) {
        await store.revoke(made.id, person)
        throw new Problem('SIGNED_OUT')
      }
      return { feed: made.id, password: made.password }
    },

    revokeCalendarFeed: async ({ feed }, caller) => {
      if (await store.revoke(feed, personOf(caller))) return {}
      throw new Problem('NOT_FOUND', 'This calendar feed is already revoked. Reload the list.', { field: 'feed' })
    },
  }
}
