import { randomUUID } from 'node:crypto'
import type { Kysely } from 'kysely'
import { type AnnotatedKind, schemeOf } from '#contract/console/annotations/annotated-things.ts'
import { Problem } from '#contract/problem.ts'
import { fold } from '#services/console/audit/searched-text.ts'
import type { ConsoleTables } from '#services/console/tables.ts'

export type Database = Kysely<ConsoleTables>
export type Place = { site: string; kind: AnnotatedKind }
export type AnnotatedItem = { subject: string; label: string; identifiers: readonly string[] }
type IdentifiedAnnotation = { identifier: string; annotation: string }

/**
 * Finds the annotation of each record by its first known identifier. A match by a weaker identifier is rejected if a
 * stronger one of the same scheme differs: two devices never share a serial number.
 */
export async function findAnnotations(
  database: Database,
  { site, kind }: Place,
  things: readonly (readonly string[])[],
): Promise<(string | undefined)[]> {
  const wanted = [...new Set(things.flat())]
  if (wanted.length === 0) return things.map(() => undefined)
  const identifiers = () =>
    database
      .selectFrom('console_annotation_identifier')
      .select(['identifier', 'annotation'])
      .where('site', '=', site)
      .where('kind', '=', kind)
  const known: IdentifiedAnnotation[] = await inParts(wanted, (part) =>
    identifiers().where('identifier', 'in', part).execute(),
  )
  const ids = [...new Set(known.map(({ annotation }) => annotation))]
  const all: IdentifiedAnnotation[] = await inParts(ids, (part) =>
    identifiers().where('annotation', 'in', part).execute(),
  )
  const byIdentifier = new Map(known.map(({ identifier, annotation }) => [identifier, annotation]))
  const has = Map.groupBy(all, ({ annotation }) => annotation)

  return things.map((thing) => {
    for (const [at, identifier] of thing.entries()) {
      const annotation = byIdentifier.get(identifier)
      if (annotation === undefined) continue
      const others = (has.get(annotation) ?? []).map((one) => one.identifier)
      const differs = schemesOf(thing.slice(0, at)).some(
        (scheme) =>
          scheme !== schemeOf(identifier) &&
          others.some((other) => schemeOf(other) === scheme) &&
          !thing.some((one) => schemeOf(one) === scheme && others.includes(one)),
      )
      if (!differs) return annotation
    }
    return undefined
  })
}

const schemesOf = (identifiers: readonly string[]) => [...new Set(identifiers.map(schemeOf))]

/** Stays below SQLite's parameter limit of some 32,000. */
async function inParts<T>(all: readonly string[], read: (part: string[]) => Promise<T[]>): Promise<T[]> {
  const found: T[] = []
  for (let from = 0; from < all.length; from += 1000) found.push(...(await read(all.slice(from, from + 1000))))
  return found
}

/** A device has at most two IMEIs; different serial numbers mean different devices. */
export function requireOneItem({ identifiers }: Pick<AnnotatedItem, 'identifiers'>) {
  for (const [scheme, same] of Map.groupBy(new Set(identifiers), schemeOf))
    if (same.length > (scheme === 'imei' ? 2 : 1))
      throw new Problem('INVALID_INPUT', `identifiers: ${same.join(' and ')} are different things`, {
        service: 'console',
        field: 'identifiers',
      })
}

/**
 * Must run in a transaction: finds or creates the annotation and locks it until the end of the transaction. With
 * `isNote`, for users who may only change notes, the label and identifiers of an existing one are not updated.
 */
export async function lockAnnotation(
  transaction: Database,
  place: Place,
  thing: AnnotatedItem,
  isNote: boolean,
): Promise<string> {
  const { subject, label, identifiers } = thing
  const find = async () => (await findAnnotations(transaction, place, [identifiers]))[0]
  const hold = (id: string) =>
    transaction
      .updateTable('console_annotation')
      .set({ ...(!isKept && { subject, label, searched: fold(label) }), changed_at: Date.now() })
      .where('id', '=', id)
      .execute()
  const claim = (annotation: string) =>
    transaction
      .insertInto('console_annotation_identifier')
      .values(identifiers.map((identifier) => Object.assign({ identifier, annotation }, place)))
      .onConflict((conflict) => conflict.doNothing())
      .execute()

  let id = await find()
  const isKept = isNote && id !== undefined
  if (id === undefined) {
    const begun = randomUUID()
    await transaction
      .insertInto('console_annotation')
      .values({ id: begun, ...place, subject, label, searched: fold(label), changed_at: Date.now() })
      .execute()
    await claim(begun)
    // If another process created it meanwhile, that one is used.
    id = (await find()) ?? begun
    if (id !== begun) {
      await transaction.deleteFrom('console_annotation_identifier').where('annotation', '=', begun).execute()
      await transaction.deleteFrom('console_annotation').where('id', '=', begun).execute()
    }
  }
  await hold(id)
  if (!isKept) await claim(id)
  return id
}
