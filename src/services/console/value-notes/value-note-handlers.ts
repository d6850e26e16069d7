import type { Kysely } from 'kysely'
import type { valueNotes } from '#contract/console/value-notes.ts'
import { readsField, statedMeaning, takesNote } from '#contract/codes/coded-fields.ts'
import { Problem } from '#contract/problem.ts'
import type { ConsoleHandlers } from '#platform/console.ts'
import type { ConsoleTables } from '#services/console/tables.ts'

/** Notes of a site on undocumented values. The last write wins. */
export function valueNoteHandlers(database: Kysely<ConsoleTables>): Pick<ConsoleHandlers, keyof typeof valueNotes> {
  return {
    listValueNotes: async (_, { site, person }) => {
      const rows = await database
        .selectFrom('console_value_note')
        .select(['field', 'value', 'note', 'user_name as by', 'at'])
        .where('site', '=', site.name)
        .orderBy('field')
        .orderBy('value')
        .execute()
      // Requires permission to read the records that have the field.
      const held = person?.permissions ?? []
      return { notes: rows.filter(({ field }) => readsField(held, field)) }
    },

    setValueNote: async ({ field, value, note }, { site, person }) => {
      if (!takesNote({ field, value })) {
        const stated = statedMeaning({ field, value })
        const why = stated === undefined ? 'it is not a number' : `its meaning is stated: ${stated}`
        throw new Problem('INVALID_INPUT', `value: ${why}`, { service: 'console', field: 'value' })
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
