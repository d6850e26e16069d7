import type { annotations } from '#contract/console/annotations/annotations.ts'
import { type AnnotatedKind, annotated, annotatedKinds } from '#contract/console/annotations/annotated-things.ts'
import { holds } from '#contract/permission.ts'
import { Problem } from '#contract/problem.ts'
import type { ConsoleCaller, ConsoleHandlers, People } from '#platform/console.ts'
import {
  cellsOf,
  cellsOfEach,
  changeCells,
  forgetOldChanges,
  nameOfField,
  requireUnchanged,
  requireValues,
} from './change-cells.ts'
import { fieldStore } from './field-store.ts'
import { type Database, findAnnotations, requireOneItem } from './find-annotations.ts'
import { importCells, lastImports, undoImport } from './imports.ts'
import { annotationPage, valuesOf } from './list-annotations.ts'
import { findByText } from './look-up-annotations.ts'
import { planImport } from './plan-import.ts'

/** Refuses those who see only a part of a kind on its server, and would find the others here. */
type RequireSight = Partial<Record<AnnotatedKind, (caller: ConsoleCaller) => Promise<void>>>

/** Annotations per site. Permissions are defined by the endpoints. */
export function annotationHandlers(
  database: Database,
  requireSightOf: RequireSight,
  { callAs }: Pick<People, 'callAs'>,
): Pick<ConsoleHandlers, keyof typeof annotations> {
  const fields = fieldStore(database)
  const nameOf = ({ person }: ConsoleCaller) => {
    if (!person) throw new Problem('SIGNED_OUT')
    return person.name
  }

  return {
    listAnnotationFields: async (_, { site }) => ({ fields: await fields.list(site.name) }),
    saveAnnotationField: (given, { site }) => fields.save(site.name, given),
    removeAnnotationField: async ({ field }, { site }) => {
      await fields.remove(site.name, field)
      return {}
    },

    readAnnotation: async ({ kind, identifiers }, { site }) => {
      const [annotation] = await findAnnotations(database, { site: site.name, kind }, [identifiers])
      return { cells: annotation === undefined ? [] : (await cellsOf(database, [annotation])).map(toCell) }
    },

    readAnnotations: async ({ kind, things }, { site }) => {
      const cells = await cellsOfEach(database, { site: site.name, kind }, things)
      return { rows: cells.map(valuesOf) }
    },

    changeAnnotation: async ({ kind, cells, ...thing }, caller) => {
      const place = { site: caller.site.name, kind }
      const own = await fields.list(place.site)
      requireOneItem(thing)
      const hand = { by: nameOf(caller), isReader: !holds(caller.person?.permissions ?? [], annotated[kind].write) }
      const change = { place, thing, cells: requireValues(place, own, cells), hand }
      await database.transaction().execute(async (transaction) => {
        requireUnchanged(own, await changeCells(transaction, change))
      })
      await forgetOldChanges(database)
      const [annotation = ''] = await findAnnotations(database, place, [thing.identifiers])
      return { cells: (await cellsOf(database, [annotation])).map(toCell) }
    },

    lookUpAnnotations: async (input, caller) => {
      const { site, person } = caller
      const readable = annotatedKinds.filter((kind) => holds(person?.permissions ?? [], annotated[kind].read))
      const kinds: AnnotatedKind[] = []
      const withheld: AnnotatedKind[] = []
      for (const kind of readable) {
        const why = await sightProblem(caller, requireSightOf[kind])
        if (!why) kinds.push(kind)
        else if (why.code !== 'NOT_CONNECTED') withheld.push(kind)
      }
      const found = await findByText(database, { site: site.name, fields: await fields.list(site.name), kinds }, input)
      return { ...found, withheld }
    },

    listAnnotations: async (input, caller) => {
      await requireSightOf[input.kind]?.(caller)
      return annotationPage(database, caller.site.name, input)
    },

    listAnnotationChanges: async ({ kind, identifiers, before, limit }, { site }) => {
      const [annotation] = await findAnnotations(database, { site: site.name, kind }, [identifiers])
      if (annotation === undefined) return { rows: [] }
      const own = await fields.list(site.name)
      const changes = database
        .selectFrom('console_annotation_change as change')
        .where('annotation', '=', annotation)
        .$if(before !== undefined, (query) => query.where('change.at', '<', before ?? 0))
        .orderBy('change.at', 'desc')
      // The next page starts before a timestamp, so all changes with the same timestamp are on one page.
      const last = await changes
        .select('change.at')
        .offset(limit - 1)
        .limit(1)
        .executeTakeFirst()
      const rows = await changes
        .leftJoin('console_annotation_import as file', 'file.id', 'change.import_id')
        .select(['change.at', 'change.user_name as by', 'field', 'before', 'after', 'file.file'])
        .$if(last !== undefined, (query) => query.where('change.at', '>=', last?.at ?? 0))
        .execute()
      return {
        rows: rows.map(({ file, ...row }) =>
          Object.assign(row, { name: nameOfField(own, row.field) }, file !== null && { file }),
        ),
      }
    },

    previewAnnotationImport: async (input, { site, person, signal }) => {
      if (!person) throw new Problem('SIGNED_OUT')
      const own = await fields.list(site.name)
      return planImport(database, site.name, own, input, (endpoint, given) => callAs(person, endpoint, given, signal))
    },

    // Not ended with the connection: what a person has ordered is completed.
    importAnnotations: async (input, caller) => {
      const told = await importCells(
        database,
        caller.site.name,
        await fields.list(caller.site.name),
        input,
        nameOf(caller),
      )
      await forgetOldChanges(database)
      return told
    },

    listAnnotationImports: async (_, { site, person }) => ({
      rows: await lastImports(database, site.name, person?.permissions ?? []),
    }),

    undoAnnotationImport: ({ kind, import: id }, caller) =>
      undoImport(database, { site: caller.site.name, kind }, id, nameOf(caller)),
  }
}

const toCell = ({ field, value, by, at }: { field: string; value: string; by: string; at: number }) => ({
  field,
  value,
  by,
  at,
})

const notSeen: ReadonlySet<string> = new Set(['SEES_LESS', 'FORBIDDEN', 'NOT_CONNECTED'])

async function sightProblem(caller: ConsoleCaller, requireSight: RequireSight[AnnotatedKind]) {
  try {
    await requireSight?.(caller)
    return undefined
  } catch (error) {
    if (error instanceof Problem && notSeen.has(error.code)) return error
    throw error
  }
}
