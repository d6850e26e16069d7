import { maxRowsOfFile, maxWatched, type Question, type View, type views } from '#contract/console/views/views.ts'
import { holds } from '#contract/permission.ts'
import { Problem } from '#contract/problem.ts'
import type { ConsoleCaller, ConsoleHandlers, People, Person } from '#platform/console.ts'
import type { RuleStore } from '#services/console/notifications/rule-store.ts'
import { csvOfRows } from './csv-of-rows.ts'
import { countOf, requireList, rowsOf } from './read-rows.ts'
import type { StoredView, ViewStore } from './view-store.ts'
import { lately, type Watch, type WatchStore } from './watch-store.ts'

type Parts = {
  store: ViewStore
  watches: WatchStore
  rules: Pick<RuleStore, 'standing' | 'add'>
  people: Pick<People, 'callAs' | 'credentialOf'>
  wake: () => void
  headingsOf: (site: string) => Promise<ReadonlyMap<string, string>>
}

export function viewHandlers({
  store,
  watches,
  rules,
  people,
  wake,
  headingsOf,
}: Parts): Pick<ConsoleHandlers, keyof typeof views> {
  const { callAs } = people
  const seen = async (id: number, caller: ConsoleCaller) => {
    const person = personOf(caller)
    return { person, view: await store.requireSeen(person, id) }
  }
  const rulesOf = async (site: string) => (await rules.standing(site)).filter(({ event }) => event === 'view-row')

  return {
    listViews: async ({ page }, caller) => {
      const person = personOf(caller)
      const [kept, pinned, watched] = await Promise.all([
        store.list(person, page),
        store.pinned(person.owner),
        watches.ofOwner(person.owner),
      ])
      const isTold = watched.size > 0 && (await rulesOf(person.site)).some(({ isOn }) => isOn)
      const rows = kept.map((view) => {
        const watch = watched.get(view.id)
        return viewOf(view, person, pinned.has(view.id), watch && watchOf(watch, isTold))
      })
      return { rows }
    },

    saveView: async ({ view, ...given }, caller) => {
      if (given.question) requireList(given.question)
      return { view: await store.save(personOf(caller), view, given) }
    },

    removeView: async ({ view: id }, caller) => {
      const { person, view } = await seen(id, caller)
      if (view.owner !== person.owner && !holds(person.permissions, 'Common_Admin'))
        throw new Problem('FORBIDDEN', `Only ${view.user_name} or an administrator can remove it`, {
          service: 'console',
        })
      await store.remove(id)
      return {}
    },

    pinView: async ({ view: id, isPinned }, caller) => {
      if (!isPinned) {
        await store.unpin(personOf(caller).owner, id)
        return {}
      }
      const { person, view } = await seen(id, caller)
      requireQuestion(view)
      await store.pin(person.owner, id)
      return {}
    },

    countView: async ({ view: id }, caller) => {
      const { person, view } = await seen(id, caller)
      return countOf({ callAs, owner: person, signal: caller.signal }, requireQuestion(view))
    },

    watchView: async ({ view: id, isWatched }, caller) => {
      if (!isWatched) {
        await watches.end(id, personOf(caller).owner)
        return {}
      }
      const { person, view } = await seen(id, caller)
      requireQuestion(view)
      const kept = await people.credentialOf(person)
      if (!kept) throw new Problem('SIGNED_OUT')
      const { site, owner, name, email } = person
      if (!(await watches.begin({ view: id, site, owner, user_name: name, email }, kept))) throw watchesEnough()
      // Watching enables a notification rule, unless an administrator has saved one.
      const isFirst = (standing: readonly { event: string }[]) => standing.every(({ event }) => event !== 'view-row')
      if ((await rulesOf(site)).length === 0) await rules.add(site, name, defaultRule, isFirst)
      wake()
      return {}
    },

    exportRows: async ({ name, columns, ...question }, caller) => {
      const csv = csvOfRows(columns, { headings: await headingsOf(caller.site.name) })
      const asker = { callAs, owner: personOf(caller), signal: caller.signal }
      for await (const [, row] of rowsOf(asker, { ...question, columns }, maxRowsOfFile)) csv.add(row)
      const bytes = await csv.bytes()
      return { name: `${name.replaceAll(/[^\p{L}\p{N}.-]+/gu, '-')}.csv`, bytes, type: 'text/csv;charset=utf-8' }
    },
  }
}

const watchesEnough = () =>
  new Problem('INVALID_INPUT', `view: An account watches at most ${maxWatched} views`, {
    service: 'console',
    field: 'view',
  })

const defaultRule = {
  event: 'view-row',
  isOn: true,
  filter: '',
  days: [],
  recipients: [],
  webhooks: [],
  delivery: 'at-once',
} as const satisfies Parameters<RuleStore['add']>[2]

function personOf({ person }: ConsoleCaller): Person {
  if (!person) throw new Problem('SIGNED_OUT')
  return person
}

function requireQuestion({ question }: StoredView): Question {
  if (question) return question
  throw new Problem('INVALID_INPUT', 'view: The console cannot load this list in the background', {
    service: 'console',
    field: 'view',
  })
}

const viewOf = (view: StoredView, person: Person, isPinned: boolean, watch: View['watch']): View => ({
  id: view.id,
  name: view.name,
  page: view.page,
  search: view.search,
  by: view.user_name,
  isMine: view.owner === person.owner,
  audience: view.audience,
  ...(view.question && { question: view.question }),
  isPinned,
  ...(watch && { watch }),
})

const watchOf = ({ state, why, looked_at, appeared, email }: Watch, isTold: boolean): NonNullable<View['watch']> => ({
  state,
  why,
  ...(looked_at > 0 && { at: looked_at }),
  appeared: lately(appeared, Date.now()).flatMap(({ label, at, hasLeft }) => (hasLeft ? [] : [{ label, at }])),
  left: lately(appeared, Date.now()).flatMap(({ label, at, hasLeft }) => (hasLeft ? [{ label, at }] : [])),
  email,
  isTold,
})
