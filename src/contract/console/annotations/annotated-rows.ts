/** Owner, tags, note and custom fields as columns of the lists of key management. */
import * as z from 'zod/mini'
import { fieldTypes } from './annotation-values.ts'

/** Prefix of column ids; the rest is the id of the annotation field. */
export const annotationPrefix = 'annotation.'

/** Values by field, of rows that have any. */
export type Annotated = { annotation?: Record<string, string> | undefined }

/** A change of an annotation changes these lists. */
export const annotationReads = ['console.annotation'] as const
export const annotatedRow = { annotation: z.optional(z.record(z.string(), z.string())) }
/** Custom fields of these rows. */
export const annotationFields = z.array(z.object({ id: z.string(), name: z.string(), type: z.enum(fieldTypes) }))
export type AnnotationColumn = z.output<typeof annotationFields>[number]
