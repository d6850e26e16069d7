import { query } from '#api/query.ts'
import type { AnnotatedKind } from '#contract/console/annotations/annotated-things.ts'
import { standingFields } from '#contract/console/annotations/annotation-values.ts'
import {
  type AnnotationField,
  listAnnotationFields,
  readAnnotation,
} from '#contract/console/annotations/annotations.ts'

/** An annotated object with the identifiers from its page. */
export type AnnotatedThing = {
  kind: AnnotatedKind
  subject: string
  label: string
  identifiers: readonly string[]
}

export const annotationFields = query(listAnnotationFields, {})

export const annotationOf = ({ kind, identifiers }: Pick<AnnotatedThing, 'kind' | 'identifiers'>) =>
  query(readAnnotation, { kind, identifiers: [...identifiers] })

export type DisplayedField = Pick<AnnotationField, 'id' | 'name'> & { own?: AnnotationField }

const [owner, tags, note] = standingFields

/** In display order: the note, which can be long, is last. */
export const fieldsOfKind = (kind: AnnotatedKind, fields: readonly AnnotationField[]): DisplayedField[] => [
  owner,
  tags,
  ...fields.filter(({ kinds }) => kinds.includes(kind)).map((own) => ({ id: own.id, name: own.name, own })),
  note,
]

/** Truncated to the limit of the API: names in certificates can be longer. */
export const shownLabel = (label: string) => label.slice(0, 300)
