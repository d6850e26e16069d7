import { query } from '#api/query.ts'
import type { AnnotatedKind } from '#contract/console/annotations/annotated-things.ts'
import { standingFields } from '#contract/console/annotations/annotation-values.ts'
import {
  type AnnotationField,
  listAnnotationFields,
  readAnnotation,
} from '#contract/console/annotations/annotations.ts'

/** A thing as its page names it. */
export type AnnotatedThing = {
  kind: AnnotatedKind
  subject: string
  label: string
  identifiers: readonly string[]
}

export const annotationFields = query(listAnnotationFields, {})

export const annotationOf = ({ kind, identifiers }: Pick<AnnotatedThing, 'kind' | 'identifiers'>) =>
  query(readAnnotation, { kind, identifiers: [...identifiers] })

export type ShownField = Pick<AnnotationField, 'id' | 'name'> & { own?: AnnotationField }

const [owner, tags, note] = standingFields

/** In the order of the page: the note is the longest, and stands last. */
export const fieldsOfKind = (kind: AnnotatedKind, fields: readonly AnnotationField[]): ShownField[] => [
  owner,
  tags,
  ...fields.filter(({ kinds }) => kinds.includes(kind)).map((own) => ({ id: own.id, name: own.name, own })),
  note,
]

/** A name may be as long as a certificate allows. */
export const shownLabel = (label: string) => label.slice(0, 300)
