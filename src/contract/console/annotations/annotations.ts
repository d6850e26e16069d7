/** Annotations: owner, tags, notes and custom fields of a record. */
import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import { own } from '#contract/session.ts'
import { type AnnotatedKind, annotated, annotatedKinds, writerOf } from './annotated-things.ts'
import { fieldChoice, fieldName, fieldTypes, longestCell } from './annotation-values.ts'

/** Records per call. */
export const maxThings = 500
/** Records of an import. */
export const maxImported = 5000
const large = { maxInputBytes: 8 * 1024 * 1024 } as const
export const maxFields = 50
export const maxChoices = 50
/** How long previous values are stored. */
export const historyDays = 400

const kind = z.enum(annotatedKinds)
const shown = (max: number) => z.string().check(z.maxLength(max))
const fieldId = shown(60).check(z.minLength(1))
const cellValue = shown(longestCell)
const identifiers = z
  .array(shown(300).check(z.regex(/^[a-z]+:./u, 'must be a kind of identifier and its value, such as serial:c02x')))
  .check(z.minLength(1), z.maxLength(10))

/** A record as identified by its page. */
const thing = {
  /** The identifier in the page's address. */
  subject: shown(500).check(z.minLength(1)),
  label: shown(300),
  identifiers,
}
const cell = z.object({ field: fieldId, value: cellValue, by: z.string(), at: z.int() })
export type AnnotationCell = z.output<typeof cell>

/** `before` is the expected current value; if it differs, the cell is left unchanged. */
const cellChange = z.object({ field: fieldId, before: cellValue, after: cellValue })
export type CellChange = z.output<typeof cellChange>
const cellChanges = z.array(cellChange).check(z.minLength(1), z.maxLength(maxFields + 3))

const field = z.object({
  id: z.string(),
  name: z.string(),
  type: z.enum(fieldTypes),
  /** For fields of type choice. */
  choices: z.array(z.string()),
  kinds: z.array(kind),
})
export type AnnotationField = z.output<typeof field>

type OfKind = { kind: AnnotatedKind }
const readOf = ({ kind }: OfKind) => annotated[kind].read
const reads = { ...own, permission: 'signed-in', reads: ['console.annotation'] } as const
const readsKind = { ...reads, permissionFor: readOf } as const
const changes = { ...own, permission: 'signed-in', changes: ['console.annotation'] } as const
const defines = { ...own, permission: 'Common_Admin', changes: ['console.annotation'] } as const

const found = 'Items are matched by their most durable known identifier: a device by serial number, UDID, IMEI, then ID'
const seesAll = 'Devices and computers only for callers who can see all of them on the server'
const noSecrets = 'Not for secrets: values are stored unencrypted, and private keys are refused'

export const listAnnotationFields = endpoint({
  ...reads,
  id: 'console.listAnnotationFields',
  summary: 'Custom fields of this site',
  path: '/api/console.listAnnotationFields',
  input: z.object({}),
  output: z.object({ fields: z.array(field) }),
})

export const saveAnnotationField = endpoint({
  ...defines,
  id: 'console.saveAnnotationField',
  summary: 'Define a custom field, or change its name and choices',
  path: '/api/console.saveAnnotationField',
  target: ['name', 'type', 'field'],
  input: z.object({
    /** The field to change; its type cannot be changed. */
    field: z.optional(fieldId),
    name: fieldName,
    type: z.enum(fieldTypes),
    choices: z._default(z.array(fieldChoice).check(z.maxLength(maxChoices)), []),
    kinds: z.array(kind).check(z.minLength(1, 'Choose at least one'), z.maxLength(annotatedKinds.length)),
  }),
  output: field,
  assumes: [
    `At most ${maxFields} fields per site`,
    'A removed field that is defined again with its name and type has its values again',
  ],
})

export const removeAnnotationField = endpoint({
  ...defines,
  id: 'console.removeAnnotationField',
  summary: 'Remove a custom field',
  path: '/api/console.removeAnnotationField',
  target: ['field', 'name'],
  input: z.object({ field: fieldId, name: z.optional(shown(60)) }),
  output: z.object({}),
})

export const readAnnotation = endpoint({
  ...readsKind,
  id: 'console.readAnnotation',
  summary: 'Owner, tags, note and custom fields of one item',
  path: '/api/console.readAnnotation',
  input: z.object({ kind, identifiers }),
  output: z.object({ cells: z.array(cell) }),
  assumes: [found],
})

const readAnnotations = endpoint({
  ...readsKind,
  id: 'console.readAnnotations',
  summary: 'Owner, tags, note and custom fields of several items',
  path: '/api/console.readAnnotations',
  input: z.object({ kind, things: z.array(identifiers).check(z.maxLength(maxThings)) }),
  output: z.object({
    /** Values by field, in the order of the requested records. */
    rows: z.array(z.record(z.string(), z.string())),
  }),
  assumes: [found],
})

export const changeAnnotation = endpoint({
  ...changes,
  id: 'console.changeAnnotation',
  summary: 'Change owner, tags, note or custom fields of one item',
  path: '/api/console.changeAnnotation',
  permissionFor: ({ kind, cells }: OfKind & { cells: readonly CellChange[] }) =>
    writerOf(
      kind,
      cells.map((one) => one.field),
    ),
  target: ['kind', 'subject', 'label'],
  input: z.object({ kind, ...thing, cells: cellChanges }),
  output: z.object({ cells: z.array(cell) }),
  assumes: [
    'Rejected if one of the values was changed in the meantime',
    'Changing the note requires read permission, everything else write permission',
    noSecrets,
  ],
})

export const listAnnotations = endpoint({
  ...readsKind,
  id: 'console.listAnnotations',
  summary: 'Items with notes, tags or custom fields, by page',
  path: '/api/console.listAnnotations',
  input: z.object({
    kind,
    /** Records whose value of this field is `value`, or that have this tag; letter case is ignored. */
    field: z.optional(fieldId),
    value: z.optional(cellValue),
    /** Searched in the record's name and in all values. */
    search: z.optional(shown(200)),
    page: z._default(z.int().check(z.minimum(0)), 0),
    limit: z._default(z.int().check(z.minimum(1), z.maximum(maxThings)), 50),
  }),
  output: z.object({
    rows: z.array(
      z.object({
        subject: z.string(),
        label: z.string(),
        values: z.record(z.string(), z.string()),
        changedAt: z.int(),
      }),
    ),
    total: z.int(),
    /** Up to 200 tags of this kind of record, most frequent first. */
    tags: z.array(z.object({ tag: z.string(), count: z.int() })),
  }),
  assumes: [seesAll],
})

export const lookUpAnnotations = endpoint({
  ...reads,
  id: 'console.lookUpAnnotations',
  summary: 'Items of all kinds by a text in their owner, tags, note or custom fields',
  path: '/api/console.lookUpAnnotations',
  input: z.object({
    text: shown(200).check(z.trim(), z.minLength(2)),
    limit: z._default(z.int().check(z.minimum(1), z.maximum(50)), 20),
  }),
  output: z.object({
    rows: z.array(
      z.object({
        kind,
        subject: z.string(),
        label: z.string(),
        /** Name of the field in which the text was found, and its value. */
        field: z.string(),
        value: z.string(),
      }),
    ),
    /** Kinds that were left out, since the caller sees only a part of them on the server. */
    withheld: z.array(kind),
  }),
  assumes: [
    'Only items whose kind the caller may read',
    seesAll,
    'Exact matches first, then the most recently changed',
  ],
})

const change = z.object({
  at: z.int(),
  by: z.string(),
  field: z.string(),
  name: z.string(),
  before: z.string(),
  after: z.string(),
  /** File name of the import that made the change. */
  file: z.optional(z.string()),
})

export const listAnnotationChanges = endpoint({
  ...readsKind,
  id: 'console.listAnnotationChanges',
  summary: 'Changes of owner, tags, note and custom fields of one item, newest first',
  path: '/api/console.listAnnotationChanges',
  input: z.object({
    kind,
    identifiers,
    /** Only changes older than this, epoch milliseconds. */
    before: z.optional(z.int()),
    limit: z._default(z.int().check(z.minimum(1), z.maximum(200)), 50),
  }),
  output: z.object({ rows: z.array(change) }),
  assumes: [
    `Kept for ${historyDays} days`,
    'What was changed at the same moment as the last of a page is on that page, above its limit',
  ],
})

const fileRow = { line: z.int(), name: z.string() }
const changedThing = z.object({ ...thing, changes: cellChanges })

export const previewAnnotationImport = endpoint({
  ...reads,
  ...large,
  id: 'console.previewAnnotationImport',
  summary: 'Preview the changes of an import',
  path: '/api/console.previewAnnotationImport',
  permissionFor: ({ kind }: OfKind) => annotated[kind].write,
  input: z.object({
    kind,
    /** What `name` is: one of the columns that identify such a record. */
    column: z.string(),
    rows: z.array(z.object({ ...fileRow, values: z.record(fieldId, cellValue) })).check(z.maxLength(maxImported)),
  }),
  output: z.object({
    changed: z.array(changedThing),
    /** Number of cells that would stay the same. */
    same: z.int(),
    /** Rows that match no record of the server, or several. */
    unknown: z.array(z.object({ ...fileRow, why: z.string() })),
    refused: z.array(z.object({ label: z.string(), field: z.string(), value: z.string(), problem: z.string() })),
  }),
  assumes: ['An empty value changes nothing: to empty a cell, the value is a single hyphen'],
})

export type ImportPlan = z.output<typeof previewAnnotationImport.output>

/** A cell that was not changed, since another user had changed it. */
const kept = z.object({ label: z.string(), field: z.string(), now: z.string(), by: z.string() })
export type UnchangedCell = z.output<typeof kept>

export const importAnnotations = endpoint({
  ...changes,
  ...large,
  id: 'console.importAnnotations',
  summary: 'Import owners, tags, notes and custom fields of many items',
  path: '/api/console.importAnnotations',
  permissionFor: ({ kind }: OfKind) => annotated[kind].write,
  target: ['kind', 'file'],
  input: z.object({
    kind,
    file: shown(255),
    things: z.array(changedThing).check(z.minLength(1), z.maxLength(maxImported)),
  }),
  output: z.object({ import: z.string(), changed: z.int(), kept: z.array(kept) }),
  assumes: ['Values that were changed since the preview are kept and reported', noSecrets],
})

export const listAnnotationImports = endpoint({
  ...reads,
  id: 'console.listAnnotationImports',
  summary: 'The last imports of values',
  path: '/api/console.listAnnotationImports',
  input: z.object({}),
  output: z.object({
    rows: z.array(
      z.object({
        import: z.string(),
        kind,
        file: z.string(),
        by: z.string(),
        at: z.int(),
        changed: z.int(),
        undoneAt: z.optional(z.int()),
        undoneBy: z.optional(z.string()),
      }),
    ),
  }),
  assumes: ['Of the kinds that the caller may read; the last 20'],
})

export const undoAnnotationImport = endpoint({
  ...changes,
  id: 'console.undoAnnotationImport',
  summary: 'Undo an import of values',
  path: '/api/console.undoAnnotationImport',
  permissionFor: ({ kind }: OfKind) => annotated[kind].write,
  target: ['kind', 'file', 'import'],
  input: z.object({ kind, import: shown(60).check(z.minLength(1)), file: z.optional(shown(255)) }),
  output: z.object({ undone: z.int(), kept: z.array(kept) }),
  assumes: ['Values that were changed after the import are kept and reported'],
})

export const annotations = {
  listAnnotationFields,
  saveAnnotationField,
  removeAnnotationField,
  readAnnotation,
  readAnnotations,
  changeAnnotation,
  lookUpAnnotations,
  listAnnotations,
  listAnnotationChanges,
  previewAnnotationImport,
  importAnnotations,
  listAnnotationImports,
  undoAnnotationImport,
}
