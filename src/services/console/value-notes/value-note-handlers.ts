import type { Kysely } from 'kysely'
import type { ValueNote, valueNotes } from '#contract/console/value-notes.ts'
import { meaningOf } from '#contract/mdm/restriction-legend.ts'
import { Problem } from '#contract/problem.ts'
import type { ConsoleHandlers } from '#platform/console.ts'
import type { ConsoleTables } from '#services/console/tables.ts'

/** Notes of a site on values that the reference leaves open. The last one counts. */
export function valueNoteHandlers(database: Kysely<ConsoleTables>): Pick<ConsoleHandlers, keyof typeof valueNotes> {
  return {
    listValueNotes: async (_, { site }) => {
      const rows = await database
        .selectFrom('console_value_note')
        .select(['field', 'value', 'note', 'user_name as by', 'at'])
        .where('site', '=', site.name)
        .orderBy('field')
        .orderBy('value')
        .execute()
      return { notes: rows.map((row) => row as ValueNote) }
    },

    setValueNote: async ({ field, value, note }, { site, person }) => {
      const { effect, text } = meaningOf(field, value)
      if (effect !== 'undefined') {
        throw new Problem('INVALID_INPUT', `value: the reference states its meaning: ${text}`, {
          service: 'console',
          field: 'value',
        })
      }
      const written = { note, user_name: person?.name ?? '', at: Date.now() }
      await database
        .insertInto('console_value_note')
        .values({ site: site.name, field, value, ...written })
        .onConflict((conflict) => conflict.columns(['site', 'field', 'value']).doUpdateSet(written))
        .execute()
      return {}
    },

    removeValueNote: async ({ field, value }, { site }) => {
      await database
        .deleteFrom('console_value_note')
        .where('site', '=', site.name)
        .where('field', '=', field)
        .where('value', '=', value)
        .execute()
      return {}
    },
  }
}
